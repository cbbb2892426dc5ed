const TOKEN = /[^\s<>(),;]+/g
const PHONE = /\+?(?:\d[\s().-]{0,2}){6,}\d/g

/** A note without phone numbers and email addresses, for helpers and phones at the market. */
export function withoutContacts(note: string): string {
  return note.replaceAll(TOKEN, (token) => (/.@./.test(token) ? '…' : token)).replaceAll(PHONE, '…')
}
