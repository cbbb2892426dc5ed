const TOKEN = /[^\s<>(),;]+/g
const PHONE = /\+?(?:\d[\s().-]{0,2}){6,}\d/g

export function withoutContacts(note: string): string {
  return note.replaceAll(TOKEN, (token) => (/.@./.test(token) ? '…' : token)).replaceAll(PHONE, '…')
}
