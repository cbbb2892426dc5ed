const GROUPED = new Intl.NumberFormat('en-US')

/** `1,234`: a whole number as people read it. */
export function withThousands(whole: number): string {
  return GROUPED.format(whole)
}
