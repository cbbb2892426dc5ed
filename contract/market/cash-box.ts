import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { byId, instant } from '../shapes.ts'
import { CASH_KINDS } from './cash.ts'

export const cashBox = z.object({
  start: z.number(),
  sales: z.number(),
  orders: z.number(),
  givenBack: z.number(),
  putIn: z.number(),
  paidOut: z.number(),
  expected: z.number(),
  moves: z.array(
    z.object({
      kind: z.enum(['start', 'put_in', 'paid_out']),
      amount: z.number(),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** Counts are final: a later one doesn't change an earlier one. */
  counts: z.array(
    z.object({
      number: z.int(),
      expected: z.number(),
      counted: z.number(),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** The part of `expected` written down after the first count, oldest first. */
  late: z.array(
    z.object({
      kind: z.enum(CASH_KINDS),
      amount: z.number(),
      at: instant,
      /** The phone that reported it late; null when it was entered at the desk. */
      phone: z.nullable(z.string()),
    }),
  ),
  ways: z.array(
    z.object({
      way: z.string(),
      isCash: z.boolean(),
      sales: z.number(),
      orders: z.number(),
      total: z.number(),
    }),
  ),
})
export type CashBox = z.output<typeof cashBox>

export const cashBoxes = {
  show: deskEndpoint('never', 'GET /api/market-days/{id}/cash', {
    summary: 'What should be in the cash box of a market day, and what was counted.',
    params: byId,
    output: cashBox,
  }),
}
