import type { StallDay } from '#contract/market/stall.ts'
import { cents, formatDollars, toCents } from '#contract/money/money.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import type { Command, OutboxRow } from '../store/stored.ts'

type SellCommand = Extract<Command, { kind: 'sell' }>

export type StallSale = { command: SellCommand; undone: 'here' | 'elsewhere' | null }

export function ownSales(rows: readonly OutboxRow[], day: StallDay): StallSale[] {
  const own = rows.map(({ command }) => command)
  const here = new Set(own.flatMap((one) => (one.kind === 'void-sale' ? one.target : [])))
  const known = new Set(day.undone)
  return own
    .filter((one) => one.kind === 'sell')
    .filter(({ marketDayId }) => marketDayId === day.marketDay.id)
    .toSorted((a, b) => b.seq - a.seq)
    .map((command) => ({ command, undone: undoneWhere(command.id, { here, known }) }))
}

type Undone = Record<'here' | 'known', ReadonlySet<string>>

function undoneWhere(id: string, { here, known }: Undone): StallSale['undone'] {
  if (here.has(id)) return 'here'
  return known.has(id) ? 'elsewhere' : null
}

export function totalOfSale({ lines }: SellCommand): string {
  const total = lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return formatDollars(cents(total))
}

export function formatSale({ command, undone }: StallSale): string {
  const isGift = command.tenders.length === 0
  if (undone) return isGift ? 'Gift undone' : `Sale of ${totalOfSale(command)} undone`
  return isGift ? 'Given as a gift' : `Sold for ${totalOfSale(command)}`
}

export const UNDONE = { here: 'Undone', elsewhere: 'Undone at the farm' } as const

/** `Cash, Venmo` */
export function formatWays({ tenders }: Pick<SellCommand, 'tenders'>): string {
  return [...new Set(tenders.map(({ way }) => way))].join(', ')
}

/** `2 × Eggs, 1 × Bag of seconds` */
export function formatGoods({ lines }: SellCommand, { products }: StallDay): string {
  const nameOf = (productId: number | undefined) =>
    products.find(({ id }) => id === productId)?.name ?? `product ${productId}`
  return lines
    .map(({ units, name, productId }) => `${units} × ${name ?? nameOf(productId)}`)
    .join(', ')
}

export function timeOfSale({ madeAt }: SellCommand): string {
  return formatClock(new Date(madeAt), new Date())
}
