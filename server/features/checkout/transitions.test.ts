import { expect, test } from 'vitest'
import type { PaymentState } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { aShop } from '#tests/a-shop.ts'
import { movePayment, PAYMENT_TRANSITIONS } from './transitions.ts'

const STATES: PaymentState[] = [
  'creating',
  'open',
  'capturing',
  'captured',
  'canceling',
  'canceled',
]

const AT = new Date('2026-11-07T12:00:00.000Z')

test('a payment moves as the table of transitions says, and any other move throws', async () => {
  const { db } = await aShop()
  const isRefused = (from: PaymentState, to: PaymentState) =>
    write(db, (tx) => movePayment(tx, { id: 'none', from, to, at: AT })).then(
      () => false,
      (error: Error) => error.message === `A payment never goes from ${from} to ${to}.`,
    )
  for (const from of STATES) {
    const legal: readonly PaymentState[] = PAYMENT_TRANSITIONS[from]
    for (const to of STATES)
      expect([from, to, await isRefused(from, to)]).toEqual([from, to, !legal.includes(to)])
  }
})

test('money that was taken, and a payment that is over, move no more', () => {
  expect([PAYMENT_TRANSITIONS.captured, PAYMENT_TRANSITIONS.canceled]).toEqual([[], []])
})
