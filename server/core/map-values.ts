/** Of the items or fields one level down; items have no name. */
export function mapValues(
  value: unknown,
  change: (one: unknown, name: string) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((one) => change(one, ''))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, change(held, name)]))
}
