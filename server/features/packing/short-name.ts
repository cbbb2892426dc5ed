const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i

/** `Ada M.`, of `Ada Miller, Jr.` too. */
export function formatShortName(name: string): string {
  const [first = '', ...rest] = name.split(/[\s,]+/).filter(Boolean)
  const [initial] = Array.from(rest.findLast((part) => !SUFFIX.test(part)) ?? '')
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
