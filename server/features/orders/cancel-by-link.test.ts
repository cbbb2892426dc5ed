import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

const UNTIL = '2026-11-19T18:00:00.000Z'
const FOREIGN = `${'B'.repeat(21)}A`

/** An order that the farm moved to another day. */
async function aMovedOrder(change: object = { cancel_until: UNTIL }) {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { price: 2500, stock: 10 })
  const { receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))).json()
  await shop.settled()
  await write(shop.db, (tx) => tx.updateTable('orders').set(change).execute())
  const secret: string = receiptUrl.replace('/o/', '')
  const cancel = (email: string, of = secret) =>
    shop.inject({
      method: 'POST',
      url: `/api/receipts/${of}/cancel`,
      headers: { accept: 'application/json' },
      payload: { email },
    })
  const read = async () => (await shop.inject({ url: `/api/receipts/${secret}` })).json()
  return { shop, cancel, read }
}

describe('a buyer whose order the farm moved', () => {
  test('cancels it by its link and email address, once, and has the money back', async () => {
    const { shop, cancel, read } = await aMovedOrder()
    expect(await read()).toMatchObject({ mayCancelUntil: UNTIL })
    const answer = await cancel('ADA@Example.com')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    await shop.settled()
    expect((await cancel('ada@example.com')).json()).toMatchObject({
      status: 'cancelled',
      refunded: 25,
    })
    expect(await read()).not.toHaveProperty('mayCancelUntil')
    const refunds = await shop.db.selectFrom('refunds').select('amount_cents').execute()
    expect(refunds).toEqual([{ amount_cents: 2500 }])
    expect(await checkBooks(shop.db)).toEqual([])
    const headers = { cookie: await signIn(shop) }
    const { history } = (await shop.inject({ url: '/api/orders/1', headers })).json()
    expect(history.at(-1)).toMatchObject({ by: 'buyer', kind: 'status', to: 'cancelled' })
  })

  test.each([
    ['was not moved', {}],
    ['was moved too long ago', { cancel_until: '2026-11-18T18:00:00.000Z' }],
    ['left the farm', { cancel_until: UNTIL, status: 'shipped' }],
    ['was collected', { cancel_until: UNTIL, collected_at: UNTIL }],
  ])('cannot cancel one that %s', async (_, change) => {
    const { cancel, shop } = await aMovedOrder({ revision: 0, ...change })
    const refused = await cancel('ada@example.com')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'day-closed'])
    const order = await shop.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()
    expect(order.status).not.toBe('cancelled')
  })

  test('learns nothing: a wrong email address is answered as a wrong link, byte for byte', async () => {
    const { cancel } = await aMovedOrder()
    const said = async (email: string, secret?: string) => {
      const { statusCode, body, headers } = await cancel(email, secret)
      const { date: _, ...rest } = headers
      return { statusCode, body, headers: Object.keys(rest) }
    }
    const wrong = await said('eve@example.com')
    expect(wrong.statusCode).toBe(404)
    expect(await said('ada@example.com', FOREIGN)).toEqual(wrong)
    expect(await said('ada@example.com', '1')).toEqual(wrong)
  })

  test('may try five times an hour, at a link that exists as at one that does not', async () => {
    const { cancel, shop } = await aMovedOrder()
    for (let count = 0; count < 5; count++) await cancel('eve@example.com', FOREIGN)
    for (const secret of [undefined, FOREIGN]) {
      const refused = await cancel('ada@example.com', secret)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-often'])
    }
    shop.clock.now = new Date('2026-11-18T19:00:00.001Z')
    expect((await cancel('ada@example.com')).statusCode).toBe(200)
  })
})
