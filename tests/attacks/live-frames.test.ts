import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveFrame } from '#contract/live.ts'
import { snapshot } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aLivePage } from '#tests/a-live-page.ts'
import { aProduct } from '#tests/a-shop.ts'
import { IS_LONG, seedOfRun } from '../length-of-run.ts'
import { aFullShop, CANARY } from './a-full-shop.ts'
import { fromShape } from './from-shape.ts'
import { HOSTILE_TEXTS, hostileBody, hostileValue } from './hostile.ts'
import { INNARDS } from './innards.ts'
import { spoiled } from './spoil.ts'

const [PAGES, FRAMES] = [IS_LONG ? 1500 : 60, 8]

/** Close codes for unwanted frames: not text or none of ours, broken text, too long. */
const ENDS = [1003, 1007, 1009]

const chatted = fc.record({
  type: fc.constant('chat'),
  text: fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'grapheme' })),
  sessionId: fc.oneof(fc.constant('s'.repeat(21)), fc.constantFrom(...HOSTILE_TEXTS)),
})

const frame: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 3, arbitrary: chatted.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: fromShape(liveFrame).map((one) => JSON.stringify(one)) },
  { weight: 5, arbitrary: fromShape(liveFrame).chain(spoiled).map(asText) },
  { weight: 3, arbitrary: hostileValue.map(asText) },
  { weight: 1, arbitrary: hostileBody.map(({ payload }) => payload) },
)

function asText(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined'
}

/** A question whose answer nothing else asks for. */
const LAST = {
  type: 'chat',
  text: 'How much is the turnip jam?',
  sessionId: 'z'.repeat(21),
} as const
const ANSWERED = '$7.77'

test('whatever a page says on the live connection, it is let be or its connection ends, and no other one', async () => {
  const shop = await aFullShop()
  await aProduct(shop.db, { name: 'Turnip jam', price: 777 })
  const reported: unknown[] = []
  shop.shop.report = (_, error) => void reported.push(error)
  const port = await shop.listen()
  const neighbor = await aLivePage(port)
  const ends: Record<string, number> = {}
  const said = async (frames: (string | Buffer)[]) => {
    const page = await aLivePage(port)
    for (const one of frames) page.send(one)
    page.send(LAST)
    const isAnswered = expect
      .poll(() => page.received.some((news) => JSON.stringify(news).includes(ANSWERED)))
      .toBe(true)
      .then(() => 'answered')
    const end = await Promise.race([page.closed, isAnswered.catch(() => 'silent')])
    ends[end] = (ends[end] ?? 0) + 1
    page.close()
    if (end !== 'answered' && !ENDS.includes(Number(end))) throw new Error(`It ended with ${end}.`)
    const sent = JSON.stringify(page.received)
    if (INNARDS.test(sent) || sent.includes(CANARY)) throw new Error(sent)
  }
  await fc.assert(fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: FRAMES }), said), {
    numRuns: PAGES,
    seed: seedOfRun(),
  })
  console.info(`${PAGES} pages with up to ${FRAMES} hostile frames, by how they ended:`, ends)
  neighbor.send(LAST)
  await expect.poll(() => JSON.stringify(neighbor.received)).toContain(ANSWERED)
  expect((await shop.inject({ url: '/healthz' })).body).toBe('alive')
  expect(reported).toEqual([])
  expect(await snapshot(shop.db, checkBooks)).toEqual([])
  expect(ends.answered).toBeGreaterThan(PAGES / 20)
  expect(ends[1007]).toBeGreaterThan(0)
}, 300_000)
