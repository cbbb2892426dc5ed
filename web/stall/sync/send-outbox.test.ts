import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_STALL_BODY, type StallReceived, type StallSending } from '#contract/market/stall.ts'
import { DAY } from '#contract/time/durations.ts'
import { aStoreInMemory } from '#tests/a-stall-store.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import type { Command } from '../store/stored.ts'
import { NoAnswer, type NoAnswerReason, sendOutbox } from './send-outbox.ts'

const now = () => new Date('2026-11-28T16:00:00Z')

function aGift(note = ''): Command {
  const lines = [{ name: 'Beets', units: 1, amount: 0 }]
  const common = { id: newUuid(), seq: 1, madeAt: now().toISOString(), marketDayId: 1 }
  return { ...common, kind: 'sell', lines, tenders: [], note }
}

type Fault = 'request lost' | 'answer lost' | 'restored' | 'busy' | 'none'

/**
 * A shop that takes each command once by ID and knows the numbers it has; its network fails on cue.
 */
function aShopAway(faults: Fault[] = []) {
  let stored = new Map<string, number>()
  let backup = new Map(stored)
  const effects: string[] = []
  const calls: StallSending[] = []
  const receive = ({ commands, gone }: StallSending): StallReceived => {
    const results = (commands as Command[]).map(({ id, seq }) => {
      if (!stored.has(id)) effects.push(id)
      stored.set(id, seq)
      return { id, seq, outcome: 'applied' as const, message: null }
    })
    for (const seq of gone) stored.set(`gone ${seq}`, seq)
    const seqs = [...stored.values()]
    const seen = Math.max(0, ...seqs)
    const missing = Array.from({ length: seen }, (_, place) => place + 1)
    return { results, seen, missing: missing.filter((seq) => !seqs.includes(seq)).slice(0, 50) }
  }
  const send = async (sending: StallSending): Promise<StallReceived> => {
    calls.push(sending)
    const fault = faults.shift() ?? 'none'
    if (Buffer.byteLength(JSON.stringify(sending)) > MAX_STALL_BODY) throw new NoAnswer('too-long')
    if (fault === 'request lost') throw new NoAnswer('away')
    if (fault === 'busy') throw new NoAnswer('busy', 7)
    if (fault === 'restored') stored = new Map(backup)
    const answer = receive(sending)
    if (fault === 'answer lost') throw new NoAnswer('away')
    return answer
  }
  const backUp = () => {
    backup = new Map(stored)
  }
  return { line: { send }, calls, effects, backUp, has: () => [...stored.keys()].sort() }
}

const fault = fc.constantFrom<Fault>('request lost', 'answer lost', 'restored', 'busy', 'none')
const errand = fc.constantFrom<'note' | 'send' | 'back up'>('note', 'send', 'back up')

test('whatever is lost on the way, and if the shop goes back to a backup, all arrives and each is kept once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(errand, { maxLength: 30 }),
      fc.array(fault, { maxLength: 20 }),
      async (errands, faults) => {
        const [store, shop] = [aStoreInMemory(newUuid()), aShopAway(faults)]
        const made: string[] = []
        for (const one of errands) {
          if (one === 'back up') shop.backUp()
          if (one === 'send') await sendOutbox({ store, line: shop.line, now })
          if (one !== 'note') continue
          const command = aGift()
          made.push(command.id)
          store.note(command)
          store.note(command)
        }
        for (let again = 0; again < faults.length + 22; again++)
          await sendOutbox({ store, line: shop.line, now })
        expect(shop.has()).toEqual(made.sort())
        expect(await store.outbox()).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
})

describe('what waits is sent', () => {
  test('in order of its numbers, at most 50 at once, with how many more wait', async () => {
    const [store, shop] = [aStoreInMemory(newUuid()), aShopAway()]
    for (let count = 0; count < 120; count++) store.note(aGift())
    expect((await sendOutbox({ store, line: shop.line, now })).reason).toBe('done')
    expect(shop.calls.map(({ commands, waiting }) => [commands.length, waiting])).toEqual([
      [50, 70],
      [50, 20],
      [20, 0],
    ])
    const seqs = shop.calls.flatMap(({ commands }) => (commands as Command[]).map(({ seq }) => seq))
    expect(seqs).toEqual(Array.from({ length: 120 }, (_, place) => place + 1))
  })

  test('in parts that a call can carry', async () => {
    const [store, shop] = [aStoreInMemory(newUuid()), aShopAway()]
    for (let count = 0; count < 40; count++) store.note(aGift('🥚'.repeat(900)))
    expect((await sendOutbox({ store, line: shop.line, now })).reason).toBe('done')
    expect(shop.effects).toHaveLength(40)
    const bytes = shop.calls.map((one) => Buffer.byteLength(JSON.stringify(one)))
    expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_STALL_BODY)
  })

  test('past one that is too long for any call, which stays', async () => {
    const [store, shop] = [aStoreInMemory(newUuid()), aShopAway()]
    store.note(aGift('x'.repeat(MAX_STALL_BODY)))
    store.note(aGift())
    await sendOutbox({ store, line: shop.line, now })
    expect([shop.effects.length, (await store.outbox()).map(({ seq }) => seq)]).toEqual([1, [1]])
  })
})

test('a row leaves the outbox on its own result alone', async () => {
  const store = aStoreInMemory(newUuid())
  const [first, second] = [aGift(), aGift()]
  store.note(first)
  store.note(second)
  const result = { id: newUuid(), seq: 2, outcome: 'applied' as const, message: null }
  const own = { ...result, id: first.id, seq: 1 }
  const line = { send: async () => ({ results: [own, result], seen: 2, missing: [] }) }
  await sendOutbox({ store, line, now })
  expect((await store.outbox()).map(({ id }) => id)).toEqual([second.id])
})

test.each<[NoAnswerReason, number]>([
  ['away', 0],
  ['signed-out', 0],
  ['busy', 7],
  ['failed', 0],
])('when the shop takes nothing (%s), nothing leaves the phone', async (reason, retryAfter) => {
  const store = aStoreInMemory(newUuid())
  store.note(aGift())
  const send = async () => {
    throw new NoAnswer(reason, retryAfter)
  }
  expect(await sendOutbox({ store, line: { send }, now })).toEqual({ reason, retryAfter })
  expect(await store.outbox()).toHaveLength(1)
})

test('numbers that are asked for and not held any more are told once, and said to whoever holds the phone', async () => {
  const [store, shop] = [aStoreInMemory(newUuid()), aShopAway(['none', 'restored'])]
  for (let count = 0; count < 3; count++) store.note(aGift())
  await sendOutbox({ store, line: shop.line, now })
  store.empty()
  store.note(aGift())
  for (let again = 0; again < 3; again++) await sendOutbox({ store, line: shop.line, now })
  expect(shop.calls.map(({ gone }) => gone)).toEqual([[], [], [1, 2, 3], []])
  expect((await store.phone()).lost).toBe(3)
})

test.each([
  ['410 of today, all', 410, 0, 411],
  ['410 of 31 days ago, the newest 400', 410, 31, 400],
  ['20 of 31 days ago, all', 20, 31, 21],
])(
  'of notes that were sent the phone holds on to 400 or 30 days, whichever is more: %s',
  async (_, count, days, held) => {
    const [store, shop] = [aStoreInMemory(newUuid()), aShopAway()]
    for (let made = 0; made < count; made++) store.note(aGift())
    const before = new Date(now().getTime() - days * DAY)
    await sendOutbox({ store, line: shop.line, now: () => before })
    store.note(aGift())
    await sendOutbox({ store, line: shop.line, now })
    const seqs = (await store.sent()).map(({ seq }) => seq)
    expect([seqs.length, seqs.at(-1)]).toEqual([held, count + 1])
  },
)

test('a phone whose commands are set apart knows that it was reported lost', async () => {
  const store = aStoreInMemory(newUuid())
  const command = aGift()
  store.note(command)
  const result = { id: command.id, seq: 1, outcome: 'quarantined' as const, message: null }
  const line = { send: async () => ({ results: [result], seen: 1, missing: [] }) }
  await sendOutbox({ store, line, now })
  expect((await store.phone()).isEnded).toBe(true)
})
