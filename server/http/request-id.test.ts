import { describe, expect, test } from 'vitest'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aFarShop } from '#tests/faults/a-far-shop.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { aboutRequest } from './answer-log.ts'

const GIVEN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function idsOf(env: Record<string, string>, given: string[]): Promise<unknown[]> {
  const its = await aShop({ env })
  const ids: unknown[] = []
  for (const id of given) {
    const answer = await its.inject({ url: '/healthz', headers: { 'x-request-id': id } })
    ids.push(answer.headers['x-request-id'])
  }
  return ids
}

describe('the id of a request', () => {
  test('is taken over from a trusted proxy, unless it says more than an id', async () => {
    const wrong = [
      ...['4242424242424242', 'ada@example.com', GIVEN.toUpperCase(), `${GIVEN} `.repeat(2)],
      ...[`${GIVEN}x`, 'x'.repeat(5000), ''],
    ]
    const [taken, ...own] = await idsOf({ TRUST_PROXY: 'loopback' }, [GIVEN, ...wrong])
    expect(taken).toBe(GIVEN)
    expect(own).toEqual(wrong.map(() => expect.stringMatching(UUID)))
    expect(own).not.toContain(GIVEN)
  })

  test('is our own from anyone else', async () => {
    for (const env of [{}, { TRUST_PROXY: '10.0.0.0/8' }] as Record<string, string>[]) {
      const [id] = await idsOf(env, [GIVEN])
      expect(id).toMatch(UUID)
      expect(id).not.toBe(GIVEN)
    }
  })

  test.skipIf(ARE_TWO)(
    'goes with the work that follows an answer, and with nothing that began by itself',
    async () => {
      const its = await aShop()
      const { later } = its.shop
      const seen: unknown[] = []
      its.shop.later = (what, work) =>
        later(what, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          seen.push([what, aboutRequest().reqId])
          await work()
        })
      const port = await its.listen()
      const buyer = aBareBuyer(aFarShop(() => `http://127.0.0.1:${port}`))
      const placed = await buyer.buy(orderBody([[await aProduct(its.db), 1]]))
      await its.settled()
      expect(placed.statusCode).toBe(201)
      expect(seen).toEqual([['send mails', placed.headers.get('x-request-id')]])
      expect(aboutRequest()).toEqual({})
    },
  )
})
