import { stepsBetween } from '../chat/correct-spelling.ts'

const COMMON = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'protonmail.com',
  'sbcglobal.net',
  'bellsouth.net',
  'earthlink.net',
  'verizon.net',
] as const

/** Real domains that look like typos of a common one; never questioned. */
const REAL = ['googlemail.com', 'gmx.com', 'gmx.net', 'mail.com', 'ymail.com', 'grail.com']

/** Used in many countries, so only an ending that no country has is a typo. */
const WORLDWIDE = ['yahoo', 'hotmail', 'outlook', 'live', 'aol', 'icloud', 'msn']

const ENDINGS: Record<string, string> = {
  ...meant('com', 'con cmo ocm vom xom comm coom cpm cim clm copm c0m cob ccom'),
  ...meant('net', 'nte nett ent nst nwt'),
  ...meant('org', 'ogr orgg rog'),
  ...meant('edu', 'eud edi'),
}

/** Endings that exist, but not for these names. */
const NOT_WORLDWIDE = ['co', 'cm', 'om', 'c', 'm']

function meant(ending: string, slips: string): Record<string, string> {
  return Object.fromEntries(slips.split(' ').map((slip) => [slip, ending]))
}

function withoutName(typed: string): string {
  const begin = typed.lastIndexOf('<')
  const end = typed.indexOf('>', begin)
  const named = begin < 0 || end < 0 ? '' : typed.slice(begin + 1, end)
  return named.includes('@') ? named : typed
}

/** `maria@gmail.com` for `maria@gmial.con`; null if it looks fine. Offer it, never require it. */
export function guessMeantAddress(typed: string): string | null {
  const text = withoutName(typed)
    .trim()
    .replaceAll(/\s/g, '')
    .replaceAll(',', '.')
    .replace(/@+/, '@')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/\.$/, '')
  const [local, host, ...more] = text.split('@')
  if (!local || !host || more.length > 0 || /[<>]/.test(text)) return null
  const domain = meantDomain(host.toLowerCase())
  const address = `${local}@${domain ?? host}`
  return address === typed.trim() || !(domain ?? host).includes('.') ? null : address
}

function meantDomain(host: string): string | null {
  if (isKnown(host)) return null
  const dot = host.indexOf('.')
  if (dot < 0)
    return COMMON.find((one) => [nameOf(one), one.replace('.', '')].includes(host)) ?? null
  const [name, ending] = [host.slice(0, dot), host.slice(dot + 1)]
  const mended = ENDINGS[ending] ?? ending
  const domain = `${name}.${mended}`
  if (isKnown(domain)) return domain
  const likely = mended === ending ? null : domain
  if (WORLDWIDE.includes(name)) return NOT_WORLDWIDE.includes(mended) ? `${name}.com` : likely
  return COMMON.find((one) => isSlipOf(domain, one)) ?? likely
}

function isKnown(domain: string): boolean {
  return [...COMMON, ...REAL].some((one) => one === domain)
}

function nameOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'))
}

/** One typo in the name, or swapped letters; another first letter is usually another company. */
function isSlipOf(domain: string, common: string): boolean {
  const [name, ending] = [nameOf(domain), domain.slice(domain.indexOf('.') + 1)]
  const [right, itsEnding] = [nameOf(common), common.slice(common.indexOf('.') + 1)]
  const isSameEnding = ending === itsEnding || (name === right && NOT_WORLDWIDE.includes(ending))
  if (!isSameEnding || name[0] !== right[0]) return false
  return stepsBetween(name, right) <= 1 || lettersOf(name) === lettersOf(right)
}

function lettersOf(name: string): string {
  return [...name].sort().join('')
}
