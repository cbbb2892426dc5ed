import { cents, formatDollars, toCents } from '#contract/money.ts'
import type { Command, OutboxRow } from '../store/stored.ts'

export type StallSale = Extract<Command, { kind: 'sell' }>

/** The newest sale of a day that this phone made and nobody undid. */
export function lastSaleOf(rows: readonly OutboxRow[], marketDayId: number): StallSale | null {
  const own = rows.map(({ command }) => command)
  const undone = new Set(own.flatMap((one) => (one.kind === 'void-sale' ? one.target : [])))
  const sales = own.filter(
    (one): one is StallSale =>
      one.kind === 'sell' && one.marketDayId === marketDayId && !undone.has(one.id),
  )
  return sales.toSorted((a, b) => a.seq - b.seq).at(-1) ?? null
}

function totalOfSale({ lines }: StallSale): string {
  const total = lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return formatDollars(cents(total))
}

/** `Sold for $24.00`, `Given as a gift` */
export function formatSale(sale: StallSale): string {
  return sale.tenders.length === 0 ? 'Given as a gift' : `Sold for ${totalOfSale(sale)}`
}

/** `Cash, Venmo` */
export function formatWays({ tenders }: Pick<StallSale, 'tenders'>): string {
  return [...new Set(tenders.map(({ way }) => way))].join(', ')
}
