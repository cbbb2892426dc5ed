import { formatDollars, parseDollars } from '#contract/money/money.ts'

/** How much of a long text to show next to another, in characters. */
const MAX_SHOWN = 240

export function formatText(value: unknown): string {
  const text = String(value ?? '').trim()
  if (text === '') return 'Empty'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).trimEnd()}…` : text
}

export function formatDollarsOrNone(value: unknown): string {
  const amount = parseDollars(String(value ?? ''))
  return amount === null ? formatText(value) : formatDollars(amount)
}

export function formatHtml(value: unknown): string {
  const { body } = new DOMParser().parseFromString(String(value ?? ''), 'text/html')
  return formatText(body.textContent)
}

/** `Chrome on Android, 192.0.2.x`: the network is stored, not the address. */
export function formatDevice({
  device,
  address,
}: {
  device: string | null
  address: string | null
}): string {
  return `${device ?? 'An unknown browser'}${address === null ? '' : `, ${address.replace(/0?\/\d+$/, 'x')}`}`
}
