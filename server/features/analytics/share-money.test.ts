import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/money.ts'
import { type PaidLine, soldOf } from './share-money.ts'

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 100_000 }),
    back: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .chain(({ quantity, back }) =>
    fc.record({
      quantity: fc.constant(quantity),
      returned: fc.constant(Math.round(quantity * back)),
      unit_cents: fc.integer({ min: 1, max: 10_000_000 }),
    }),
  )

const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  fee: fc.constantFrom(0, 500),
  net: fc.integer({ min: 0, max: 99_999_999 }),
})

test('what products brought makes what was kept of every order without its delivery fee, to the cent', () => {
  const law = fc.property(fc.array(order, { maxLength: 5 }), (orders) => {
    const lines = orders.flatMap(({ lines, fee, net }, orderId) =>
      lines.map((one, productId): PaidLine => {
        const money = {
          unit_cents: one.unit_cents as Cents,
          delivery_cents: fee as Cents,
          net: net as Cents,
        }
        const changes = {
          changed: 0,
          changed_cents: 0,
          returned_cents: one.returned * one.unit_cents,
        }
        return { ...one, orderId, productId, ...changes, ...money }
      }),
    )
    const sold = soldOf(lines)
    const goods = orders.reduce((sum, { fee, net }) => sum + Math.max(0, net - fee), 0)
    expect(sold.reduce((sum, { cents }) => sum + cents, 0)).toBe(goods)
    expect(sold.every(({ cents, quantity }) => cents >= 0 && quantity >= 0)).toBe(true)
  })
  fc.assert(law, { numRuns: 500 })
})
