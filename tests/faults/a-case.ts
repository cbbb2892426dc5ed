import { expect } from 'vitest'
import type { Answer } from '../a-buyer.ts'
import type { Standing } from '../standing.ts'
import type { Day } from './a-day.ts'

export type Steps = (its: Day) => Promise<unknown>

export type Way = { end: Standing; steps: Steps }

/**
 * A case from the list of crashes, races and attacks (payments, section 3.9), by its number and
 * words there.
 */
export type Case = [title: string, ways: Record<string, Way>]

export function ends(end: Standing, steps: Steps): Way {
  return { end, steps }
}

export const SOLD: Standing = {
  orders: ['pending'],
  payments: ['captured'],
  holds: ['succeeded'],
  refunds: [],
  mails: ['order_confirmed'],
  stock: 7,
}

/** As above, after an attempt whose hold was released. */
export const SOLD_AT_THE_SECOND_TRY: Standing = {
  ...SOLD,
  payments: ['canceled', 'captured'],
  holds: ['canceled', 'succeeded'],
}

export const NOTHING: Standing = {
  orders: [],
  payments: [],
  holds: [],
  refunds: [],
  mails: [],
  stock: 10,
}
export const RELEASED: Standing = { ...NOTHING, payments: ['canceled'], holds: ['canceled'] }

/** The order was cancelled, its money captured and refunded, its eggs are back on sale. */
export const GIVEN_BACK: Standing = {
  ...SOLD,
  orders: ['cancelled'],
  refunds: ['1500 succeeded'],
  mails: ['order_confirmed', 'refunded'],
  stock: 10,
}

export const CANCELLED: Standing = { ...RELEASED, orders: ['cancelled'] }

export function both(one: Standing, other: Standing): Standing {
  const listed = (name: keyof Omit<Standing, 'stock'>) => [...one[name], ...other[name]].sort()
  const [orders, payments, holds] = [listed('orders'), listed('payments'), listed('holds')]
  return {
    ...{ orders, payments, holds, refunds: listed('refunds'), mails: listed('mails') },
    stock: one.stock + other.stock - NOTHING.stock,
  }
}

export function orderOf(answer: Answer): number {
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    expect.objectContaining({ id: expect.any(Number) }),
  ])
  return answer.json().id
}

export function refusalOf(answer: Answer): [number, string] {
  const { error, message } = answer.json()
  return [answer.statusCode, error ?? message]
}
