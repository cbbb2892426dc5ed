import { describe, expect, test } from 'vitest'
import { IS_LONG, someOf } from '#tests/length-of-run.ts'
import { fairQueue } from './fair-queue.ts'
import { networkCounts } from './networks.ts'
import { recentCounter } from './sliding-window.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A gate's queue on a hand-stepped clock: one turn a second, every comparison written down. */
function aGate() {
  const tries = recentCounter(15 * MINUTE)
  const compared: { who: string; at: number }[] = []
  const sleeping: { until: number; wake: () => void }[] = []
  let at = Date.parse('2026-11-18T18:00:00.000Z')
  const begun = at
  let lastTurn = -Infinity
  const queue = fairQueue({
    hadBefore: () => tries.ofNetworks(at),
    claimTurn: async () => {
      if (at - lastTurn < SECOND) return SECOND - (at - lastTurn)
      lastTurn = at
      return 0
    },
    now: () => new Date(at),
    places: 55,
    message: 'Please wait.',
    pause: (ms) => new Promise((wake) => sleeping.push({ until: at + ms, wake })),
  })
  async function step(ms: number): Promise<void> {
    for (const end = at + ms; at < end; ) {
      await new Promise(setImmediate)
      at += 100
      for (const one of sleeping.splice(0)) {
        if (one.until <= at) one.wake()
        else sleeping.push(one)
      }
    }
    await new Promise(setImmediate)
  }
  const attempt = (who: string, isRight: boolean) =>
    queue
      .take(who, async () => {
        compared.push({ who, at: at - begun })
        if (!isRight) tries.add(who, at)
        return isRight
      })
      .then((right) => (right ? 'in' : 'wrong'))
      .catch((refusal) => String(refusal.code))
  return { attempt, compared, step, queue }
}

const MINUTES = IS_LONG ? 3 : 2

const FLOODS = [
  {
    flood: 'a thousand tries from one /64',
    from: Array<string>(1000).fill('2001:db8:0:1::/64'),
    arrivals: someOf([0, 1, 30, 90], 2),
  },
  {
    flood: 'twenty tries each from fifty /64s',
    from: Array.from({ length: 1000 }, (_, index) => `2001:db8:0:${index % 50}::/64`),
    arrivals: someOf([0, 1, 30, 90], 2, 1),
  },
  {
    flood: 'one try each from a thousand /64s of one /48',
    from: Array.from({ length: 1000 }, (_, index) => `2001:db8:0:${index.toString(16)}::/64`),
    arrivals: someOf([0, 1, 30, 90], 2),
  },
]

/** Every try in the first second, then 100 a second to fill each freed place. */
async function floodFor(
  gate: ReturnType<typeof aGate>,
  from: string[],
  second: number,
): Promise<void> {
  for (const who of second === 0 ? from : from.slice(0, 100)) void gate.attempt(who, false)
  await gate.step(SECOND)
}

describe.each(FLOODS)('$flood', ({ from, arrivals }) => {
  test('get at most sixty comparisons a minute, however often they come again', async () => {
    const gate = aGate()
    for (let second = 0; second < MINUTES * 60; second++) await floodFor(gate, from, second)
    for (let minute = 0; minute < MINUTES; minute++) {
      const made = gate.compared.filter(
        ({ at }) => at >= minute * MINUTE && at < (minute + 1) * MINUTE,
      )
      expect(made.length).toBeLessThanOrEqual(60)
      expect(made.length).toBeGreaterThan(50)
    }
  })

  test.each(arrivals)(
    'do not keep the owner out for a minute, arriving %i seconds later',
    async (later) => {
      const gate = aGate()
      for (const who of from) void gate.attempt(who, false)
      for (let second = 1; second <= later; second++) await floodFor(gate, from, second)
      let isIn = false
      const owner = gate.attempt('192.0.2.1', true).finally(() => {
        isIn = true
      })
      for (let second = 1; second <= 60 && !isIn; second++) await floodFor(gate, from, second)
      expect(isIn).toBe(true)
      expect(await owner).toBe('in')
      expect(gate.compared.filter(({ who }) => who === '192.0.2.1')).toHaveLength(1)
    },
  )
})

test('of those who wait, whoever made the fewest wrong tries goes first, and of equals whoever came first', async () => {
  const gate = aGate()
  for (const who of ['a', 'a', 'b', 'c', 'b']) void gate.attempt(who, false)
  await gate.step(10 * SECOND)
  expect(gate.compared.map(({ who }) => who)).toEqual(['a', 'b', 'c', 'a', 'b'])
  for (const who of ['a', 'b', 'c', 'd']) void gate.attempt(who, false)
  await gate.step(10 * SECOND)
  expect(gate.compared.slice(5).map(({ who }) => who)).toEqual(['d', 'c', 'a', 'b'])
})

test('when all places are taken, whoever would come last is refused, and nothing of theirs is compared', async () => {
  const gate = aGate()
  const flood = Array.from({ length: 60 }, () => gate.attempt('flood', false))
  const owner = gate.attempt('owner', true)
  await gate.step(MINUTE)
  expect(await owner).toBe('in')
  const answers = await Promise.all(flood)
  expect(answers.filter((answer) => answer === 'too-often').length).toBeGreaterThanOrEqual(5)
  expect(answers.filter((answer) => answer === 'wrong').length).toBe(gate.compared.length - 1)
})

test('whoever leaves, or is there when the shop closes, gets no turn', async () => {
  const gate = aGate()
  const compared: string[] = []
  const take = (who: string, left?: AbortSignal) =>
    gate.queue
      .take(who, async () => void compared.push(who), left)
      .then(() => 'done')
      .catch((refusal) => String(refusal.code))
  const leaving = new AbortController()
  const [first, gone, closed] = [take('first'), take('gone', leaving.signal), take('closed')]
  await gate.step(100)
  leaving.abort()
  gate.queue.stop()
  await gate.step(5 * SECOND)
  expect(await Promise.all([first, gone, closed, take('late')])).toEqual([
    'done',
    'too-often',
    'not-now',
    'not-now',
  ])
  expect(compared).toEqual(['first'])
})

test('a database that is away is told to all who wait, and the next one is served again', async () => {
  let isAway = true
  const queue = fairQueue({
    hadBefore: () => networkCounts(),
    places: 55,
    message: 'Please wait.',
    claimTurn: async () => {
      if (isAway) throw new Error('away')
      return 0
    },
    now: () => new Date(),
    pause: async () => {},
  })
  const both = await Promise.allSettled([
    queue.take('a', async () => 1),
    queue.take('b', async () => 1),
  ])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await queue.take('a', async () => 'served')).toBe('served')
})
