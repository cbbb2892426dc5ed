import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { Cents } from '../money/money.ts'
import { dollars, id, idInPath, instant, optionalText } from '../shapes.ts'
import { CASH_KINDS } from './cash.ts'

const params = z.strictObject({ id: idInPath })
const operation = z.uuid('That is not the id of a change.').check(z.toLowerCase())

const amounts = {
  start: z.number(),
  sales: z.number(),
  /** Of orders, paid when they were picked up. */
  orders: z.number(),
  /** To customers, 0 or below. */
  givenBack: z.number(),
  putIn: z.number(),
  /** 0 or below. */
  paidOut: z.number(),
}

/** The cash of one market day; amounts in dollars. */
export const cashBox = z.object({
  marketDay: z.object({ id, day: z.string(), placeName: z.string() }),
  ...amounts,
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

const moveDraft = z
  .strictObject({
    /** A UUID of the page's own: the same again is done once. */
    id: operation,
    /** `start` sets the change in the box at the start, in place of an earlier figure. */
    kind: z.enum(['start', 'put_in', 'paid_out'], 'Please choose what happened.'),
    amount: dollars(0 as Cents, 'Please enter an amount of 0 or more.'),
    note: optionalText(200),
  })
  .check(
    z.refine(({ kind, amount }) => kind === 'start' || amount > 0, {
      message: 'Please enter at least $0.01.',
      path: ['amount'],
    }),
    z.refine(({ kind, note }) => kind !== 'paid_out' || note !== null, {
      message: 'Please say what it was paid for.',
      path: ['note'],
    }),
  )
export type CashMoveDraft = z.output<typeof moveDraft>

const countDraft = z.strictObject({
  id: operation,
  counted: dollars(0 as Cents, 'Please enter an amount of 0 or more.'),
  note: optionalText(200),
})
export type CashCountDraft = z.output<typeof countDraft>

export const cashBoxes = {
  show: endpoint({
    method: 'GET',
    path: '/api/market-days/{id}/cash',
    access: 'admin',
    summary: 'What should be in the cash box of a market day, and what was counted.',
    params,
    output: cashBox,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/market-days/{id}/cash/moves',
    access: 'admin',
    summary: 'Notes the change at the start, or cash that was put in or paid out.',
    params,
    body: moveDraft,
    output: cashBox,
    status: 201,
  }),
  count: endpoint({
    method: 'POST',
    path: '/api/market-days/{id}/cash/counts',
    access: 'admin',
    summary: 'Notes what was counted; earlier counts stay as they are.',
    params,
    body: countDraft,
    output: cashBox,
    status: 201,
  }),
}
