/** Whether two values of a field say the same; null, empty and left out all say nothing. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return (one ?? '') === (other ?? '')
}

/**
 * Only those fields of a change that differ from what its sender
 * had loaded, so that what others changed meanwhile stays.
 */
export function changedFields<Fields extends object>(
  loaded: object,
  change: Fields,
): Partial<Fields> {
  const before = valuesOf(loaded)
  const changed: Partial<Fields> = { ...change }
  for (const name in change) if (isSameValue(change[name], before.get(name))) delete changed[name]
  return changed
}

/**
 * The fields of a change that others changed meanwhile: what is
 * stored is neither what its sender had loaded nor what is wanted.
 */
export function changedMeanwhile(
  change: object,
  { loaded, stored }: { loaded: object; stored: object },
): string[] {
  const [before, now] = [valuesOf(loaded), valuesOf(stored)]
  return [...valuesOf(change)].flatMap(([name, wanted]) => {
    const isInTheWay =
      !isSameValue(now.get(name), before.get(name)) && !isSameValue(now.get(name), wanted)
    return wanted !== undefined && isInTheWay ? [name] : []
  })
}

function valuesOf(fields: object): Map<string, unknown> {
  return new Map<string, unknown>(Object.entries(fields))
}
