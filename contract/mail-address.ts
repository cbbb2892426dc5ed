import { plainWidth } from './visible-text.ts'

/** A mail's sender: `Our Farm <orders@farm.example>`. */
export type Sender = { name: string; address: string }

// One local part and one host, and none of the characters with which a header could hold more than that.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]+(?:(?:-+|\.)[a-z\d]+)*$/i

const SENDER = /^(?:([^<>"\r\n]{1,80})<([^<>]+)>|([^<>]+))$/

/** Whether a text is one plain email address, without a name, a list or line breaks. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && ADDRESS.test(text)
}

/** An address as it was meant: without the `mailto:` of a link, the dot of a sentence, or an `＠` of double width. */
export function readAddress(typed: string): string {
  return plainWidth(typed)
    .replace(/^mailto:/i, '')
    .replace(/(\.[a-z\d]+)[.,;]$/i, '$1')
    .trim()
}

const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * Which mailbox an address most likely means: small letters, no `+tag`, and of Gmail's no dots before the `@`.
 * Elsewhere `j.smith` and `jsmith` may well be two people.
 */
export function mailboxKey(address: string): string {
  const [local = '', host = ''] = address.toLowerCase().split('@')
  const [name = ''] = local.split('+')
  return GMAIL.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** `m…a@example.com`: enough for its owner to see a slip of the finger, too little to write to. */
export function maskMailAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const letters = [...address.slice(0, at)]
  const last = letters.length > 2 ? letters.at(-1) : ''
  return `${letters[0] ?? ''}…${last}${address.slice(at)}`
}

export function readSender(text: string): Sender | null {
  const [, name, named, bare] = SENDER.exec(text.trim()) ?? []
  const address = (named ?? bare ?? '').trim()
  return isMailAddress(address) ? { name: name?.trim() || 'Farmstand', address } : null
}
