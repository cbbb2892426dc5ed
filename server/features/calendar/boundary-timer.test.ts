import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { subscribe, write } from '#server/db/write.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import { nextBoundary, startBoundaryTimer } from './boundary-timer.ts'

function timerFrom({ db, shop }: AShop, instant: string): { sent: () => number; stop(): void } {
  const begun = performance.now()
  const now = () => new Date(Date.parse(instant) + performance.now() - begun)
  const { later } = shop
  const timer = startBoundaryTimer({ db, now, later })
  let sent = 0
  const forget = subscribe(db, (events) => {
    sent += events.filter(({ kind }) => kind === 'days').length
  })
  onTestFinished(() => {
    timer.stop()
    forget()
  })
  return { sent: () => sent, stop: timer.stop }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

test('the next boundary is the end of ordering, a close, the end of a pause or midnight on the farm', async () => {
  const { db } = await aShop()
  const next = async (at: string) => (await nextBoundary(db, new Date(at))).toISOString()
  expect(await next('2026-11-18T18:00:00.000Z')).toBe('2026-11-19T07:00:00.000Z')
  expect(await next('2026-11-21T06:59:59.999Z')).toBe('2026-11-21T07:00:00.000Z')
  expect(await next('2026-11-21T07:00:00.000Z')).toBe('2026-11-21T19:00:00.000Z')
  expect(await next('2026-11-21T19:00:00.000Z')).toBe('2026-11-22T00:00:00.000Z')
  await write(db, (tx) =>
    tx
      .insertInto('closures')
      .values({
        from_day: '2026-11-18',
        until_day: null,
        resumes_at: '2026-11-18T20:00:00.000Z',
        created_at: '2026-11-18T18:00:00.000Z',
      })
      .execute(),
  )
  expect(await next('2026-11-18T18:00:00.000Z')).toBe('2026-11-18T20:00:00.000Z')
})

test('days are told of at the boundary, in this process alone, and once', async () => {
  const shop = await aShop()
  const timer = timerFrom(shop, '2026-11-21T06:59:59.850Z')
  expect(timer.sent()).toBe(0)
  await expect.poll(timer.sent).toBe(1)
  await pause(200)
  expect(timer.sent()).toBe(1)
  expect(await shop.db.selectFrom('news').select('id').execute()).toEqual([])
})

test('days are told of within a minute of each time that the clock is set', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const shop = await aShop()
  let days = 0
  const its = { ...shop.shop, now: () => new Date(shop.clock.now.getTime() + days * DAY) }
  const timer = startBoundaryTimer(its)
  onTestFinished(timer.stop)
  let sent = 0
  const forget = subscribe(shop.db, (events) => {
    sent += events.length
  })
  onTestFinished(forget)
  const pass = async () => {
    await shop.settled()
    await vi.advanceTimersByTimeAsync(60_000)
    await shop.settled()
    return sent
  }
  expect(await pass()).toBe(0)
  days = -400
  expect(await pass()).toBe(1)
  days = 0
  expect(await pass()).toBe(2)
  expect(await pass()).toBe(2)
})

test('a boundary that is made while the timer waits is heard as well, and none after a stop', async () => {
  const shop = await aShop()
  const timer = timerFrom(shop, '2026-11-18T18:00:00.000Z')
  await pause(50)
  const endOrdering = (order_until: string) =>
    write(shop.db, async (tx, emit) => {
      await tx.updateTable('market_days').set({ order_until }).where('id', '=', 1).execute()
      emit({ kind: 'days' })
    })
  await endOrdering('2026-11-18T18:00:00.700Z')
  await expect.poll(timer.sent).toBe(2)
  await endOrdering('2026-11-18T18:00:03.000Z')
  timer.stop()
  await pause(100)
  expect(timer.sent()).toBe(3)
})
