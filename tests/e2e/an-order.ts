import type { Product } from '#contract/products/products.ts'
import { aBareBuyer, orderBody } from '../a-buyer.ts'
import { aFarShop, type FarAnswer } from '../faults/a-far-shop.ts'

/** Ada buys the first such product of at least this price over the wire; `more` is order data. */
export async function buyFrom(
  url: string,
  { named = '', units = 1, from = 0 }: { named?: string; units?: number; from?: number } = {},
  more: Record<string, unknown> = {},
): Promise<FarAnswer> {
  const shop = aFarShop(() => url)
  const products: Product[] = (await shop.inject({ url: '/api/products' })).json()
  const product = products.find(({ name, price }) => name.startsWith(named) && price >= from)
  if (!product) throw new Error(`There is no ${named} for ${from} dollars.`)
  const body = orderBody([[product, units]], { pickupLocation: 'farm_store', ...more })
  return aBareBuyer(shop).buy(body)
}

/** The path of the receipt of what was bought. */
export async function receiptOf(bought: Promise<FarAnswer>): Promise<string> {
  return (await bought).json().receiptUrl
}
