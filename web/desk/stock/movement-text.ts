import type { CountedProduct } from '#contract/products/stock-count.ts'
import { MOVEMENTS, type StockMovement } from '#contract/products/stock-journal.ts'
import { formatDevice } from '../shared/format-value.ts'

export function formatUnits(units: number): string {
  if (units === 0) return '0'
  return `${units > 0 ? '+' : '−'}${Math.abs(units).toLocaleString('en-US')}`
}

const PAST_TENSE: Readonly<Record<string, string>> = {
  harvest: 'harvested',
  waste: 'wasted',
  gift: 'given away',
}

/** `20 harvested: Beets, bunch` */
export function formatStockAction({ reason, units }: StockMovement, name: string): string {
  return `${Math.abs(units)} ${PAST_TENSE[reason] ?? MOVEMENTS[reason].label}: ${name}`
}

export function formatReason({ reason, counted }: StockMovement): string {
  const { label } = MOVEMENTS[reason]
  return reason === 'counted' && counted !== null ? `${label} ${counted}` : label
}

export function formatFound(counted: number, expected: number): string {
  const difference = counted - expected
  if (difference === 0) return 'as it should be'
  return `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} than there should be`
}

export function formatCount({ counted, promised, units }: StockMovement): string {
  if (counted === null || promised === null) return ''
  const short = Math.max(promised - counted, 0)
  const found = formatFound(counted, counted - units + short)
  return promised === 0 ? found : `${found}; ${promised} promised to orders`
}

/** Empty when no call from the desk made it. */
export function formatWho({ person, device, address }: StockMovement): string {
  if (address === null) return ''
  return [person ?? [], formatDevice({ device, address })].flat().join(' · ')
}

export function formatShort({ short, name }: CountedProduct): string {
  return `${name}: ${short} too few for what was ordered.`
}
