import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import { IS_LONG, seedOfRun, someOf } from '#tests/length-of-run.ts'
import { aDayMarket, DAYS, type DayMarket } from '#tests/random-days.ts'

const MINUTES = 60_000

const day = fc.constantFrom(...DAYS)
const which = fc.nat(5)

type Deed = (market: DayMarket) => Promise<unknown>

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.option(day), fc.boolean()).map(
      ([named, isSilent]): Deed =>
        (market) =>
          market.place({ named, isSilent }),
    ),
  },
  {
    weight: 3,
    arbitrary: which.map(
      (nth): Deed =>
        (market) =>
          market.add(nth),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(which, fc.constantFrom(...ORDER_STATUSES, 'cancelled' as const)).map(
      ([nth, status]): Deed =>
        (market) =>
          market.setStatus(nth, status),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(which, fc.boolean()).map(
      ([nth, lapses]): Deed =>
        (market) =>
          market.settle(nth, lapses),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(which, day).map(
      ([nth, to]): Deed =>
        (market) =>
          market.move(nth, to),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(day, fc.constantFrom(1, 2, 4, 30, null)).map(
      ([one, boxes]): Deed =>
        (market) =>
          market.setMost(one, boxes),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(which, fc.option(day), fc.constantFrom(0, 1, 3, 5, 40, null)).map(
      ([nth, one, most]): Deed =>
        (market) =>
          one ? market.limitDay(one, nth, most) : market.limit(nth, most),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(which, fc.boolean(), fc.boolean()).map(
      ([nth, isSwap, isThere]): Deed =>
        (market) =>
          isSwap
            ? market.swap(nth, isThere ? 'sellable' : 'missing')
            : market.takeBack(nth, isThere),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(day, fc.boolean()).map(
      ([one, isOpen]): Deed =>
        (market) =>
          isOpen ? market.reopen(one) : market.close(one),
    ),
  },
)

const sequences = fc.array(fc.array(deeds, { minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 6,
})

const SHORT = inject('postgresUrl') ? 8 : 30

test('whatever becomes of orders and of how many boxes and goods a day takes, each day counts its own', {
  timeout: 60 * MINUTES,
  retry: 0,
}, async () => {
  const market = await aDayMarket()
  const numRuns = IS_LONG ? 10_000 : SHORT
  let placed = 0
  for (const moments of fc.sample(sequences, { seed: seedOfRun(), numRuns })) {
    await market.clear()
    for (const moment of moments) {
      await Promise.all(moment.map((deed) => deed(market)))
      expect(await market.miscounted()).toEqual([])
      expect(await market.uncounted()).toEqual([])
    }
    placed += await market.countOrders()
  }
  expect(placed).toBeGreaterThan(numRuns)
})

type Case = { from: OrderStatus; to: OrderStatus; lapses: boolean }

const CASES = ORDER_STATUSES.flatMap((from) =>
  ORDER_STATUSES.flatMap((to) => [true, false].map((lapses): Case => ({ from, to, lapses }))),
)

test('an order that is captured or lapses between any two statuses, or after them, has room where it stands', {
  timeout: 5 * MINUTES,
  retry: 0,
}, async () => {
  const market = await aDayMarket()
  for (const { from, to, lapses } of someOf(CASES, inject('postgresUrl') ? 17 : 7)) {
    const settle = () => market.settle(0, lapses)
    const [first, second] = [from, to].map((status) => () => market.setStatus(0, status))
    if (!first || !second) continue
    for (const steps of [
      [first, settle, second],
      [first, second, settle],
    ]) {
      await market.clear()
      await market.setMost(DAYS[0], 1)
      await market.limit(1, 2)
      await market.place({ named: DAYS[0], isSilent: true })
      expect(await market.countOrders()).toBe(1)
      for (const step of steps) {
        await step()
        expect(await market.miscounted(), `${from}, ${to}, ${lapses}`).toEqual([])
        expect(await market.uncounted(), `${from}, ${to}, ${lapses}`).toEqual([])
      }
    }
  }
})
