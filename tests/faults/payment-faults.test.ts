import { afterAll, describe, expect, inject, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { ARE_TWO } from '../round-robin.ts'
import { aDay } from './a-day.ts'
import { aFarm, type Farm } from './a-farm.ts'
import { ATTACK_CASES } from './attack-cases.ts'
import { CRASH_CASES } from './crash-cases.ts'
import { RACE_CASES } from './race-cases.ts'

/** One farm serves all cases, from kill to kill; after a failed case the next starts on another. */
let farm: Farm | null = null
const atEnd: (() => Promise<void>)[] = []

async function leave(): Promise<void> {
  farm = null
  for (const end of atEnd.splice(0).toReversed()) await end()
}
afterAll(leave)

/**
 * The first way of each case on SQLite, the second (if any) on PostgreSQL; a long run does all on
 * both.
 */
function waysOfRun<Way>(ways: Record<string, Way>): [string, Way][] {
  const all = Object.entries(ways)
  if (IS_LONG || ARE_TWO) return all
  const second = inject('postgresUrl') === undefined ? [] : all.slice(1, 2)
  return second.length > 0 ? second : all.slice(0, 1)
}

const CASES = [...CRASH_CASES, ...RACE_CASES, ...ATTACK_CASES]

/**
 * In a short run each case runs on one engine: a process on PostgreSQL takes three times as long,
 * so it gets a quarter.
 */
const isOnPostgres = inject('postgresUrl') !== undefined
const casesOfRun = CASES.filter(
  (_, place) => IS_LONG || ARE_TWO || (place % 4 === 0) === isOnPostgres,
)

describe.each(casesOfRun)('%s', (_, ways) => {
  test.each(waysOfRun(ways))('%s', { timeout: 90_000 }, async (_, { end, steps }) => {
    farm ??= await aFarm((one) => atEnd.push(one))
    const its = await aDay(farm)
    try {
      await steps(its)
      await its.end()
      expect(await its.standing()).toEqual(end)
      expect(await its.whatWentWrong()).toEqual([])
    } catch (error) {
      await leave()
      throw error
    }
  })
})
