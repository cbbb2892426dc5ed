import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aShop } from '../a-shop.ts'
import { someOf } from '../length-of-run.ts'
import type { Asked, Told } from './asked-elsewhere.ts'

const HOUR = 3_600_000

/** When it is asked, in milliseconds from the end. */
const AROUND = [-HOUR, -1, 0, 1, HOUR]

const PROGRAM = join(import.meta.dirname, 'asked-elsewhere.ts')

/** What a farm in Denver says, and the instant that is; its clocks go back on November 1 and ahead on March 14. */
const ENDS = [
  { day: '2026-11-01', orderTime: '00:30', end: '2026-11-01T06:30:00.000Z' },
  // This time comes twice: it is the first one.
  { day: '2026-11-01', orderTime: '01:30', end: '2026-11-01T07:30:00.000Z' },
  { day: '2026-11-01', orderTime: '02:00', end: '2026-11-01T09:00:00.000Z' },
  { day: '2027-03-14', orderTime: '01:59', end: '2027-03-14T08:59:00.000Z' },
  // This time never comes: it is as much later.
  { day: '2027-03-14', orderTime: '02:30', end: '2027-03-14T09:30:00.000Z' },
  { day: '2027-03-14', orderTime: '03:00', end: '2027-03-14T09:00:00.000Z' },
]

const ZONES = ['Asia/Tokyo', 'UTC', 'America/Denver']

async function askIn(timeZone: string, asked: Asked): Promise<Told> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, TZ: timeZone }
  const child = fork(PROGRAM, [JSON.stringify(asked)], { env, stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The shop ended with ${code} and said nothing.`)
  })
  const [told] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return told
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
    const told = await askIn(timeZone, { config, questions })
    expect(told.timeZone).toBe(timeZone)
    const [open, over] = [
      [true, 200],
      [false, 'day-closed'],
    ]
    expect(told.answers).toEqual(ENDS.map(() => [open, open, over, over, over]))
  },
)
