import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { standingCentsOf, standingOf } from '#contract/money/standing.ts'
import { Refusal } from '#server/core/refusal.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { type PlannedChange, planChange } from './plan-change.ts'

const PRODUCTS = [1, 2, 3, 4]

const prices = fc.array(fc.integer({ min: 1, max: 1999 }), { minLength: 4, maxLength: 4 })
const placed = fc.array(fc.nat(5), { minLength: 4, maxLength: 4 })
const draft = fc.record({
  productId: fc.constantFrom(...PRODUCTS),
  units: fc.integer({ min: -4, max: 4 }),
  /** Percent of the shop's price. */
  share: fc.constantFrom(0, 33, 100),
})
type Draft = { productId: number; units: number; share: number }
type Change = { drafts: Draft[]; prices: number[] }

const change: fc.Arbitrary<Change> = fc.record({
  drafts: fc.array(draft, { minLength: 1, maxLength: 3 }),
  prices,
})
const order = fc.record({
  placed,
  prices,
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
})

type Line = Parameters<typeof standingCentsOf>[0] & { productId: number }

function apply(lines: Line[], change: PlannedChange): void {
  for (const { productId, units, cents } of change.lines) {
    const line = lines.find((one) => one.productId === productId)
    if (!line) throw new Error(`There is no line of ${productId}.`)
    line.changed += units
    line.changed_cents += cents
  }
}

function plan(lines: Line[], { drafts, prices }: Change): PlannedChange | null {
  const offers = PRODUCTS.map((id, at) => ({
    id,
    name: 'Goods',
    price_cents: (prices[at] ?? 1) as Cents,
  }))
  const standing = lines
    .map((line) => ({
      productId: line.productId,
      name: 'Goods',
      quantity: standingOf(line),
      cents: standingCentsOf(line),
    }))
    .filter(({ quantity }) => quantity > 0)
  const wanted = drafts
    .filter(({ units }) => units !== 0)
    .map(({ productId, units, share }) => {
      const price = Math.floor(((prices[productId - 1] ?? 1) * share) / 100) as Cents
      return { productId, units, ...(units > 0 ? { price } : { goods: 'sellable' as const }) }
    })
  try {
    return planChange(wanted, { standing, offers, delivery: 0 })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const TIMEOUT = IS_LONG ? 300_000 : 20_000

test('whatever is changed, each product keeps its worth, and refunds and what is left make the total', {
  timeout: TIMEOUT,
}, () => {
  let changed = 0
  const law = fc.property(order, ({ placed, prices, changes }) => {
    const lines: Line[] = PRODUCTS.map((productId, at) => ({
      productId,
      quantity: placed[at] ?? 0,
      unit_cents: (prices[at] ?? 1) as Cents,
      ...{ returned: 0, returned_cents: 0, changed: 0, changed_cents: 0 },
    }))
    const worth = () => lines.reduce((sum, line) => sum + standingCentsOf(line), 0)
    const total = worth()
    let refunded = 0
    for (const change of changes) {
      const planned = plan(lines, change)
      if (!planned) continue
      changed += 1
      apply(lines, planned)
      expect(planned.delta).toBeLessThanOrEqual(0)
      refunded -= planned.delta
      for (const line of lines) {
        expect(standingOf(line)).toBeGreaterThanOrEqual(0)
        expect(standingCentsOf(line)).toBeGreaterThanOrEqual(0)
        if (standingOf(line) === 0) expect(standingCentsOf(line)).toBe(0)
      }
      expect(refunded + worth()).toBe(total)
    }
  })
  fc.assert(law, { numRuns: IS_LONG ? 100_000 : 2000 })
  expect(changed).toBeGreaterThan(1000)
})
