import { expect, test } from 'vitest'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { randomNumbers } from '#tests/random-numbers.ts'
import {
  eggsTakenOff,
  interleave,
  namesOf,
  setByHand,
  someFacts,
  someSaid,
} from '#tests/stall-facts.ts'
import { aWorld, stateOf } from '#tests/stall-world.ts'

/**
 * No market day is larger. Each report is checked against the whole day, so ten thousand on one day
 * took hours.
 */
const CASES_OF_A_DAY = IS_LONG ? 200 : 24
/** Of gives or packs of one order: each of the four stands or does not. */
const CASES_OF_AN_ORDER = IS_LONG ? 200 : 12
const DAYS = IS_LONG ? 50 : 1

/** By their seeds, days whose packs were undone by a cancellation or a change, early or late. */
const UNDONE = [792, 4374, 6835].map((seed) => [seed, 1] as const)

test.each([
  ...Array.from({ length: DAYS }, (_, day) => [1 + day * CASES_OF_A_DAY, CASES_OF_A_DAY] as const),
  ...UNDONE,
])(
  'orders, stock and cash end the same, whatever is heard first of two phones and the desk, from seed %i on, %i times',
  {
    timeout: 600_000,
  },
  async (first, times) => {
    const farm = await aFarmCalendar()
    const { id: dayId } = await farm.dayAt('2026-11-21')
    farm.clock.now = new Date('2026-11-21T20:00:00.000Z')
    for (let seed = first; seed < first + times; seed++) {
      const facts = someFacts(randomNumbers(seed))
      const states = []
      for (const order of [2 * seed, 2 * seed + 1]) {
        const ids = new Map<string, string>()
        const idOf = (name: string) => {
          const id = ids.get(name) ?? crypto.randomUUID()
          ids.set(name, id)
          return id
        }
        const world = await aWorld({ ...farm, dayId }, idOf)
        for (const fact of interleave(facts, randomNumbers(order * 7919))) await fact.run(world)
        states.push(await stateOf(world, namesOf(8)))
      }
      expect(states[1], `seed ${seed}`).toEqual(states[0])
      expect(states[0]?.isSumOfMovements, `seed ${seed}`).toBe(true)
    }
  },
)

test.each([
  ['give', 'delivered'],
  ['pack', 'processing'],
] as const)(
  'an order that has a %s is %s while one stands that came after the last status set by hand, whatever is heard first',
  {
    timeout: 60_000,
  },
  async (kind, leadsTo) => {
    const farm = await aFarmCalendar()
    const { id: dayId } = await farm.dayAt('2026-11-21')
    farm.clock.now = new Date('2026-11-21T20:00:00.000Z')
    for (let seed = 1; seed <= CASES_OF_AN_ORDER; seed++) {
      const random = randomNumbers(seed)
      const [before, after] = [someSaid(kind, random, 'one'), someSaid(kind, random, 'other')]
      // Packing starts only a pending order.
      const statuses = ['pending', 'processing', 'shipped'] as const
      const status = kind === 'pack' ? 'pending' : (statuses[seed % 3] ?? 'pending')
      const named = [...before.named, ...after.named]
      const isLed = ['other 0', 'other 1'].some((said) => !named.includes(said))
      for (const order of [1, 2, 3]) {
        const ids = new Map<string, string>()
        const idOf = (name: string) => ids.getOrInsertComputed(name, () => crypto.randomUUID())
        const world = await aWorld({ ...farm, dayId }, idOf)
        const chance = randomNumbers(order * 7919 + seed)
        for (const fact of interleave(before.facts, chance)) await fact.run(world)
        // Goes through another status first, so that it counts as a change.
        await setByHand(0, status === 'shipped' ? 'processing' : 'shipped').run(world)
        await setByHand(0, status).run(world)
        for (const fact of interleave(after.facts, chance)) await fact.run(world)
        const [first] = (await stateOf(world, namesOf(1))).orders
        expect(first?.status, `seed ${seed}`).toBe(isLed ? leadsTo : status)
        const all = ['one 0', 'one 1', 'other 0', 'other 1']
        const isSaid = all.some((said) => !named.includes(said))
        expect(kind === 'give' ? first?.given : first?.packed, `seed ${seed}`).toBe(isSaid)
      }
    }
  },
)

test('a pack of goods that the desk changes meanwhile leaves the box to be packed, whatever is heard first', {
  timeout: 60_000,
}, async () => {
  const farm = await aFarmCalendar()
  const { id: dayId } = await farm.dayAt('2026-11-21')
  farm.clock.now = new Date('2026-11-21T20:00:00.000Z')
  for (let seed = 1; seed <= CASES_OF_AN_ORDER; seed++) {
    const random = randomNumbers(seed)
    const { facts } = someSaid('pack', random, 'one')
    for (const order of [1, 2]) {
      const ids = new Map<string, string>()
      const idOf = (name: string) => ids.getOrInsertComputed(name, () => crypto.randomUUID())
      const world = await aWorld({ ...farm, dayId }, idOf)
      const chance = randomNumbers(order * 7919 + seed)
      for (const fact of interleave([...facts, eggsTakenOff(0)], chance)) await fact.run(world)
      const [first] = (await stateOf(world, namesOf(1))).orders
      expect(first, `seed ${seed}`).toMatchObject({ packed: false, status: 'pending' })
    }
  }
})
