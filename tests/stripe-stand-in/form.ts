type Value = string | number | boolean | Value[] | { [name: string]: Value }

/** Text, even if it looks like a number: an order's number, a postal code, a bare house number. */
const TEXT = /^(metadata|description|shipping|billing_details)/

/**
 * Reads Stripe's form encoding, `metadata[shop]=a&types[0]=card`. The wire has no types: what looks
 * like a number is one.
 */
export function decodeForm(text: string): Record<string, Value> {
  const root: Record<string, Value> = {}
  for (const [name, value] of new URLSearchParams(text))
    put(root, name.split(/[[\]]+/).filter(Boolean), TEXT.test(name) ? value : readValue(value))
  return listsOf(root) as Record<string, Value>
}

function put(into: Record<string, Value>, [name = '', ...deeper]: string[], value: Value): void {
  if (deeper.length === 0) {
    into[name] = value
    return
  }
  into[name] ??= {}
  put(Object(into[name]), deeper, value)
}

function readValue(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** Names that only count, 0, 1, 2, …, make a list. */
function listsOf(value: Value): Value {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const held = Object.fromEntries(names.map((name) => [name, listsOf(value[name] ?? '')]))
  return names.length > 0 && names.every((name, index) => name === String(index))
    ? Object.values(held)
    : held
}
