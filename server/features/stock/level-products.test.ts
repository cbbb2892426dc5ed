import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IS_LONG } from '#tests/length-of-run.ts'
import { everyOrderOf, type LoadEvent, loadEvents } from '#tests/load-events.ts'
import { debtOf, onTruck, shareUnits } from './move-stock.ts'
import type { LoadFigures, Share } from './stock-queries.ts'

const NOBODY: LoadFigures = { wish: 0, sold: 0, back: 0, waste: 0 }
const NOTHING: Share = { loaded: 0, fromStock: 0, wasted: 0 }

/** A shelf of four as the shop keeps it: what is left and what each day got, after every event. */
function levelled(events: readonly LoadEvent[]) {
  const days = [{ ...NOBODY }, { ...NOBODY }]
  let [left, shares] = [4, [NOTHING, NOTHING]]
  for (const event of events) {
    const day = days[event.day] ?? { ...NOBODY }
    if (event.kind === 'rise') left += event.units
    if (event.kind === 'load') day.wish += event.units
    if (event.kind === 'unload') day.wish -= event.units
    if (event.kind === 'sell') day.sold += event.units
    if (event.kind === 'home') {
      day.back += event.back
      day.waste += event.waste
    }
    const given = shares.reduce((sum, its) => sum + its.loaded + its.fromStock + its.wasted, 0)
    const next = shareUnits(left + given, days)
    left = next.left
    shares = next.shares
  }
  return { left, shares }
}

test('whatever was told first, the books give the same to each day', () => {
  const law = fc.property(loadEvents, (events) => {
    const [first, ...others] = everyOrderOf(events).map(levelled)
    for (const other of others) if (!isSame(other, first)) expect(other).toEqual(first)
  })
  fc.assert(law, { seed: 20_261_123, numRuns: IS_LONG ? 20_000 : 1000 })
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const said = fc.record({ wish: fc.nat(9), sold: fc.nat(9), back: fc.nat(4), waste: fc.nat(3) })

test('no unit is given twice or lost, and what the books owe is what they could not give', () => {
  const law = fc.property(fc.nat(20), fc.array(said, { maxLength: 3 }), (units, days) => {
    const { left, shares } = shareUnits(units, days)
    const given = shares.reduce((sum, its) => sum + its.loaded + its.fromStock + its.wasted, 0)
    expect([left + given, left >= 0]).toEqual([units, true])
    for (const [index, day] of days.entries()) {
      const share = shares[index] ?? NOTHING
      const { units: owed, others } = debtOf(day, share)
      expect(share.fromStock === 0 || share.fromStock <= day.sold - share.loaded).toBe(true)
      expect(Math.min(share.loaded, day.sold) + share.fromStock + owed).toBe(day.sold)
      expect(share.loaded + share.wasted + others).toBe(onTruck(day) + day.waste)
      expect([owed >= 0, others >= 0, owed + others === 0 || left === 0]).toEqual([
        true,
        true,
        true,
      ])
    }
  })
  fc.assert(law, { seed: 20_261_123, numRuns: IS_LONG ? 20_000 : 300 })
})
