type Named = { name: string; unit?: string | null | undefined }

/** The unit, if the name doesn't already end with it: `Quail Eggs, fifteen`. */
export function unitBeside({ name, unit }: Named): string {
  return unit && !` ${name}`.endsWith(` ${unit}`) ? unit : ''
}
