const FAMILY = /^(?:ADMIN|BACKUP|CHAT|MAIL|METRICS|SMTP|STRIPE|UPLOADS)_/

/** Shorter names are too near to those of other programs. */
const MIN_LENGTH = 6

const OF_COMMANDS = ['DATABASE_URL_TO']

/** Variables that are most likely misspelled, each with the name that was meant. */
export function misspelledNames(set: readonly string[], known: readonly string[]): string[] {
  const unknown = set.filter((name) => !known.includes(name) && !OF_COMMANDS.includes(name))
  return unknown.flatMap((name) => {
    const meant = known.find((one) => one.length >= MIN_LENGTH && isNear(name, one))
    if (meant) return `${name} (${meant}?)`
    return FAMILY.test(name) ? name : []
  })
}

function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  const [rest, longer] = [short.slice(same), long.slice(same)]
  if (rest === longer.slice(1) || rest.slice(1) === longer.slice(1)) return true
  const [first = '', second = ''] = rest
  return rest.length === longer.length && longer === second + first + rest.slice(2)
}
