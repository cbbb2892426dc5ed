import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idInPath, instant } from '../shapes.ts'
import { CASH_KINDS } from './cash.ts'

/** The cash of one market day; amounts in dollars. */
export const cashBox = z.object({
  start: z.number(),
  sales: z.number(),
  /** Of orders, paid when they were picked up. */
  orders: z.number(),
  /** To customers, 0 or below. */
  givenBack: z.number(),
  putIn: z.number(),
  /** 0 or below. */
  paidOut: z.number(),
  /** What should be in the box now: the sum of these. */
  expected: z.number(),
  /** What was put in and paid out, the first one first. */
  moves: z.array(
    z.object({
      kind: z.enum(['start', 'put_in', 'paid_out']),
      amount: z.number(),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** Each as it was; a later one changes none before. */
  counts: z.array(
    z.object({
      number: z.int(),
      expected: z.number(),
      counted: z.number(),
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** Of what should be in the box now: what was written down after the first count, the first one first. */
  late: z.array(
    z.object({
      kind: z.enum(CASH_KINDS),
      amount: z.number(),
      at: instant,
      /** The phone that reported it late; null when it was entered at the desk. */
      phone: z.nullable(z.string()),
    }),
  ),
  /** What was taken of each way to pay, less what was given back. */
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
  show: endpoint({
    method: 'GET',
    path: '/api/market-days/{id}/cash',
    access: 'admin',
    summary: 'What should be in the cash box of a market day, and what was counted.',
    params: z.strictObject({ id: idInPath }),
    output: cashBox,
  }),
}
