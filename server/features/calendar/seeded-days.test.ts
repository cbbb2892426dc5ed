import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { aShop } from '#tests/a-shop.ts'
import { IS_LONG, seedOfRun } from '#tests/length-of-run.ts'
import { pickupDay } from '#tests/pickup-day.ts'
import { chooseDay } from './choose-day.ts'
import { fillDays } from './fill-days.ts'

const ZONE = 'America/Denver'
const [START, END] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2029-01-01T00:00:00Z')]

/** In milliseconds. Days are made 90 days ahead, so filling this often misses none. */
const QUARTER = 75 * DAY

const AT_ONCE = 50

test('a shop that changed nothing gives the Saturday it always gave, at any instant of three years', {
  timeout: 1_200_000,
}, async () => {
  const { db, shop, clock } = await aShop()
  const drawn = fc.sample(fc.noBias(fc.integer({ min: START, max: END })), {
    seed: seedOfRun(),
    numRuns: IS_LONG ? 40_000 : 200,
  })
  const dayAt = async (pickupLocation: 'farmers_market' | 'farm_store', at: Date) => {
    const request = { deliveryMethod: 'pickup', pickupLocation, shippingAddress: null } as const
    return (await chooseDay(db, request, at)).marketDay?.day
  }
  const byQuarter = Map.groupBy(drawn, (instant) => Math.floor((instant - START) / QUARTER))
  for (const [quarter, instants] of [...byQuarter].toSorted(([one], [other]) => one - other)) {
    clock.now = new Date(START + quarter * QUARTER)
    await fillDays(shop)
    for (let from = 0; from < instants.length; from += AT_ONCE) {
      const requested = instants.slice(from, from + AT_ONCE).map((instant) => new Date(instant))
      const given = await Promise.all(
        requested.map(async (at) => [
          await dayAt('farmers_market', at),
          await dayAt('farm_store', at),
        ]),
      )
      const owed = requested.map((at) => Array(2).fill(pickupDay(at, ZONE)))
      expect(given, requested.map((at) => at.toISOString()).join()).toEqual(owed)
    }
  }
})
