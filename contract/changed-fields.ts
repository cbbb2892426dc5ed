/** Null, empty and absent count as the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.join() === other.join()
  return (one ?? '') === (other ?? '')
}

/** The fields that differ from what the sender loaded, so that changes by others stay. */
export function changedFields<Fields extends object>(
  loaded: object,
  change: Fields,
): Partial<Fields> {
  const before = valuesOf(loaded)
  const changed: Partial<Fields> = { ...change }
  for (const name in change) if (isSameValue(change[name], before.get(name))) delete changed[name]
  return changed
}

/** Fields others changed: the stored value is neither what the sender loaded nor what it wants. */
export function conflictingFields(
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

type Defined<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> }

export function definedFields<Given extends object>(fields: Given): Defined<Given> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Defined<Given>
}

function valuesOf(fields: object): Map<string, unknown> {
  return new Map<string, unknown>(Object.entries(fields))
}

export function keysOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = []
  for (const key in table) keys.push(key)
  return keys
}
