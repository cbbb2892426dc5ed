import { plainWidth } from '../text/visible-text.ts'

export type Sender = { name: string; address: string }

// One local part and one host, with nothing that could inject a header.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]+(?:(?:-+|\.)[a-z\d]+)*$/i

const SENDER = /^(?:([^<>"\r\n]{1,80})<([^<>]+)>|([^<>]+))$/

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && ADDRESS.test(text)
}

/** Strips a link's `mailto:` and a sentence's period, and reads a full-width `＠`. */
export function readAddress(typed: string): string {
  return plainWidth(typed)
    .replace(/^mailto:/i, '')
    .replace(/(\.[a-z\d]+)[.,;]$/i, '$1')
    .trim()
}

const GMAIL = /^(?:gmail|googlemail)\.com$/

/** Lowercase, no `+tag`; for Gmail, no dots (elsewhere `j.smith` may be somebody else). */
export function mailboxKey(address: string): string {
  const [local = '', host = ''] = address.toLowerCase().split('@')
  const [name = ''] = local.split('+')
  return GMAIL.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** `m…a@example.com`: enough to see one's own typo, too little to write to. */
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
