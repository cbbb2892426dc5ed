import { expect, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'

async function aDesk() {
  const shop = await aShop()
  const { ask } = await signedInDesk(shop)
  const read = (query: string) => ask('GET', `/api/admin/history?${query}`)
  const change = (id: number, fields: object) => ask('PUT', `/api/products/${id}`, fields)
  const remove = (id: number) => ask('DELETE', `/api/products/${id}`)
  return { shop, read, change, remove }
}

test('the history of one thing says what it was and what it became, the newest first, and nothing of others', async () => {
  const { shop, read, change, remove } = await aDesk()
  const eggs = await aProduct(shop.db, { name: 'Eggs' })
  await aProduct(shop.db, { name: 'Kale' })
  shop.clock.now = new Date('2026-11-18T18:10:00.000Z')
  await change(1, { price: 6 })
  await change(2, { price: 7 })
  await remove(1)
  const answer = await read('subject=product&id=1')
  expect(answer.json()).toEqual([
    expect.objectContaining({ id: 6, action: 'deleted', subject: 'product:1' }),
    {
      ...{ id: 4, at: '2026-11-18T18:10:00.000Z', action: 'changed', subject: 'product:1' },
      ...{ before: eggs, after: { ...eggs, price: 6 }, device: null, address: '127.0.0.0/24' },
      person: 'Farmer',
    },
    {
      ...{ id: 2, at: '2026-11-01T12:00:00.000Z', action: 'created', subject: 'product:1' },
      ...{ before: null, after: eggs, device: null, address: null, person: null },
    },
  ])
})

test('the history of what nobody touched is empty', async () => {
  const { read } = await aDesk()
  expect((await read('subject=product&id=77')).json()).toEqual([])
})

test('a long history answers its newest hundred', async () => {
  const { shop, read, change } = await aDesk()
  await aProduct(shop.db)
  for (let cents = 1; cents <= 101; cents++) await change(1, { price: cents })
  const list: { after: { price: number } }[] = (await read('subject=product&id=1')).json()
  expect([list.length, list[0]?.after.price, list[99]?.after.price]).toEqual([100, 101, 2])
})

test('a question about no one thing is refused', async () => {
  const { read } = await aDesk()
  for (const query of [
    ...['', 'subject=product', 'id=1', 'subject=a:b&id=1', 'subject=product&id=%25'],
    'subject=product&id=1&x=1',
  ])
    expect([query, (await read(query)).statusCode]).toEqual([query, 400])
})
