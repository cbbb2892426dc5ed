import type { AnOpenShop } from './an-open-shop.ts'
import { anOwner } from './an-owner.ts'

export async function aPhoneOrder(
  { url, db }: AnOpenShop,
  marketDayId: number,
  { customerName = 'Eve Fisher', product = '' } = {},
): Promise<void> {
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
  await (await anOwner({ url })).post('/api/desk/orders', order)
}
