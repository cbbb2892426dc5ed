import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import type { Product } from '#contract/products/products.ts'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aProduct, aShop } from '../a-shop.ts'
import { IS_LONG, someOf } from '../length-of-run.ts'
import { aFarShop } from './a-far-shop.ts'
import { aShopProcess } from './a-shop-process.ts'
import type { Asked, Told } from './asked-elsewhere.ts'

/** In ms from the end. */
const AROUND = [-HOUR, -1, 0, 1, HOUR]

const PROGRAM = join(import.meta.dirname, 'asked-elsewhere.ts')

/**
 * Local times of a farm in Denver, and their instants; its clocks go back on November 1 and ahead
 * on March 14.
 */
const ENDS = [
  { day: '2026-11-01', orderTime: '00:30', end: '2026-11-01T06:30:00.000Z' },
  // This time comes twice: the first one counts.
  { day: '2026-11-01', orderTime: '01:30', end: '2026-11-01T07:30:00.000Z' },
  { day: '2026-11-01', orderTime: '02:00', end: '2026-11-01T09:00:00.000Z' },
  { day: '2027-03-14', orderTime: '01:59', end: '2027-03-14T08:59:00.000Z' },
  // This time never comes: it counts as an hour later.
  { day: '2027-03-14', orderTime: '02:30', end: '2027-03-14T09:30:00.000Z' },
  { day: '2027-03-14', orderTime: '03:00', end: '2027-03-14T09:00:00.000Z' },
]

const ZONES = ['Asia/Tokyo', 'UTC', 'America/Denver']

async function askIn(timeZone: string, requested: Asked): Promise<Told> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, TZ: timeZone }
  const child = fork(PROGRAM, [JSON.stringify(requested)], { env, stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The shop ended with ${code} and said nothing.`)
  })
  const [sent] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return sent
}

test.each(someOf(ZONES, ZONES.length))(
  'orders end to the millisecond, at both changes of the clocks, by a server in %s',
  { timeout: 60_000 },
  async (timeZone) => {
    const { config, close } = await aShop()
    await close()
    const questions = ENDS.map(({ day, orderTime, end }) => ({
      ...{ day, orderTime },
      at: AROUND.map((ms) => new Date(Date.parse(end) + ms).toISOString()),
    }))
    const sent = await askIn(timeZone, { config, questions })
    expect(sent.timeZone).toBe(timeZone)
    const [open, over] = [
      [true, 200],
      [false, 'day-closed'],
    ]
    expect(sent.answers).toEqual(ENDS.map(() => [open, open, over, over, over]))
  },
)

const MARKET_KEY = 'farmers_market'
const DAY = '2026-11-21'

/** Ms within which pages hear that ordering ended. */
const SOON = 1000

type Far = ReturnType<typeof aFarShop>

type Sample = { of: string; began: number; ended: number; isOpen: boolean }

const isListed = ({ days }: OrderingCalendar) =>
  days.some(
    ({ day, placeKey, state }) => day === DAY && placeKey === MARKET_KEY && state === 'open',
  )

const SURFACES: Record<string, (far: Far, eggs: Product) => Promise<boolean>> = {
  'the home page': async (far) => isListed((await far.inject({ url: '/' })).json()),
  'the list of days': async (far) =>
    isListed((await far.inject({ url: '/api/market-days' })).json()),
  'a quote': async (far, eggs) => {
    const body = orderBody([[eggs, 1]], { day: DAY })
    return (await aKeyedBuyer(far).createIntent(body)).statusCode === 200
  },
}

async function twoAtTheEnd() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { stock: 10_000 })
  const ahead = shop.clock.now.getTime() - Date.now()
  const both = await Promise.all([1, 2].map(() => aShopProcess(shop.config, ahead)))
  onTestFinished(async () => void (await Promise.all(both.map((one) => one.kill()))))
  const now = () => Date.now() + ahead
  const end = now() + 3 * SOON
  await write(shop.db, async (tx, emit) => {
    const order_until = new Date(end).toISOString()
    await tx.updateTable('market_days').set({ order_until }).where('day', '=', DAY).execute()
    emit({ kind: 'days' })
  })
  return { eggs, now, end, fars: both.map(({ url }) => aFarShop(() => url)) }
}

test.runIf(inject('postgresUrl') && IS_LONG)(
  'in two processes the kept home page, the list of days and a quote know within a second that ordering ended, and no earlier',
  { timeout: 120_000 },
  async () => {
    const { eggs, now, end, fars } = await twoAtTheEnd()
    const samples: Sample[] = []
    const watch = async (of: string, look: () => Promise<boolean>) => {
      while (now() < end + 3 * SOON) {
        const began = now()
        const isOpen = await look()
        samples.push({ of, began, ended: now(), isOpen })
        await pause(20)
      }
    }
    await Promise.all(
      fars.flatMap((far, number) =>
        Object.entries(SURFACES).map(([what, look]) =>
          watch(`${what} of ${number + 1}`, () => look(far, eggs)),
        ),
      ),
    )
    const early = samples.filter(({ ended, isOpen }) => ended < end && !isOpen)
    const late = samples.filter(({ of, began, isOpen }) => {
      return isOpen && began >= end + (of.startsWith('a quote') ? 0 : SOON)
    })
    expect({ early, late }).toEqual({ early: [], late: [] })
    for (const [of, own = []] of Map.groupBy(samples, (sample) => sample.of)) {
      expect(own.filter(({ ended }) => ended < end).length, of).toBeGreaterThan(5)
      expect(own.filter(({ began }) => began > end + SOON).length, of).toBeGreaterThan(5)
    }
  },
)
