import { expect } from 'vitest'
import { PASSWORD } from './a-running-shop.ts'
import type { AnOpenShop } from './an-open-shop.ts'

const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json' }

export async function aPhoneOrder(
  { url, db }: AnOpenShop,
  marketDayId: number,
  { customerName = 'Eve Fisher', product = '' } = {},
): Promise<void> {
  const sent = (cookie: string, body: object) => ({
    ...{ method: 'POST', headers: { ...JSON_BODY, cookie }, body: JSON.stringify(body) },
  })
  const login = await fetch(`${url}/api/admin/login`, sent('', { password: PASSWORD }))
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { id, price_cents } = await db
    .selectFrom('products')
    .select(['id', 'price_cents'])
    .where('stock', '>', 3)
    .where('name', 'like', `${product}%`)
    .executeTakeFirstOrThrow()
  const order = {
    ...{ id: crypto.randomUUID(), customerName, marketDayId, paidBy: null },
    items: [{ productId: id, quantity: 2, price: price_cents / 100 }],
    total: (price_cents * 2) / 100,
  }
  expect((await fetch(`${url}/api/desk/orders`, sent(cookie, order))).status).toBe(201)
}
