import { keysOf } from '../changed-fields.ts'
import { type Cents, cents, toCents } from '../money/money.ts'
import { dollarsOf } from '../money/plain-dollars.ts'

const PART_OF = {
  start: 'start',
  sale: 'sales',
  order: 'orders',
  given_back: 'givenBack',
  put_in: 'putIn',
  paid_out: 'paidOut',
} as const

export type CashKind = keyof typeof PART_OF

/** In cents; negative for money given back or paid out, and for a reversal. */
export type CashEntry = { kind: CashKind; cents: number }

type Sums = Record<(typeof PART_OF)[CashKind], number>

export const CASH_KINDS = keysOf(PART_OF)

/** In dollars. */
export function sumCash(entries: readonly CashEntry[]): Sums & { expected: number } {
  const dollarsExpected = (own: readonly CashEntry[]) => dollarsOf(expectedCash(own))
  const sums = { start: 0, sales: 0, orders: 0, givenBack: 0, putIn: 0, paidOut: 0 }
  for (const kind of CASH_KINDS)
    sums[PART_OF[kind]] = dollarsExpected(entries.filter((one) => one.kind === kind))
  return { ...sums, expected: dollarsExpected(entries) }
}

export function expectedCash(entries: readonly CashEntry[]): Cents {
  return cents(entries.reduce((sum, entry) => sum + entry.cents, 0))
}

export function toEntries(box: Omit<Sums, 'start'>): CashEntry[] {
  return CASH_KINDS.flatMap((kind) => {
    const part = PART_OF[kind]
    return part === 'start' ? [] : [{ kind, cents: toCents(box[part]) }]
  })
}
