import type { OrderMark } from '../market/commands.ts'

const PASS = /^BOX (\d{1,9}) ([\dA-F]{8})$/

/** Only capitals and digits, which keeps the QR code small. */
export function formatPass({ id, mark }: OrderMark): string {
  return `BOX ${id} ${mark.toUpperCase()}`
}

export function parsePass(text: string): OrderMark | null {
  const [, id, mark] = PASS.exec(text.trim()) ?? []
  return id && mark ? { id: Number(id), mark: mark.toLowerCase() } : null
}
