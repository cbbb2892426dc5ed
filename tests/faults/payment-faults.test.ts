import { afterAll, describe, expect, inject, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { ARE_TWO } from '../round-robin.ts'
import { aDay } from './a-day.ts'
import { aFarm, type Farm } from './a-farm.ts'
import { ATTACK_CASES } from './attack-cases.ts'
import { CRASH_CASES } from './crash-cases.ts'
import { RACE_CASES } from './race-cases.ts'

/** One farm goes through all cases, from kill to kill; after a case that went wrong the next one begins on another. */
let farm: Farm | null = null
const atEnd: (() => Promise<void>)[] = []

async function leave(): Promise<void> {
  farm = null
  for (const end of atEnd.splice(0).toReversed()) await end()
}
afterAll(leave)

/** On SQLite two ways of each case, on PostgreSQL the first; all of them in a long run. */
const FEW = inject('postgresUrl') === undefined ? 2 : 1
const MOST_WAYS = IS_LONG || ARE_TWO ? Number.POSITIVE_INFINITY : FEW

describe.each([...CRASH_CASES, ...RACE_CASES, ...ATTACK_CASES])('%s', (_, ways) => {
  test.each(Object.entries(ways).slice(0, MOST_WAYS))('%s', { timeout: 90_000 }, async (_, { end, steps }) => {
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
