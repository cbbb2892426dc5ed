import type { Product } from '#contract/products/products.ts'
import { aBareBuyer, orderBody } from '../a-buyer.ts'
import { aFarShop, type FarAnswer } from '../faults/a-far-shop.ts'

/** Ada buys the first product of at least this price over the wire; `more` are other order data. */
export async function buyFrom(
  url: string,
  { units = 1, from = 0 }: { units?: number; from?: number } = {},
  more: Record<string, unknown> = {},
): Promise<FarAnswer> {
  const shop = aFarShop(() => url)
  const products: Product[] = (await shop.inject({ url: '/api/products' })).json()
  const product = products.find(({ price }) => price >= from)
  if (!product) throw new Error(`Nothing costs ${from} dollars.`)
  const body = orderBody([[product, units]], { pickupLocation: 'farm_store', ...more })
  return aBareBuyer(shop).buy(body)
}

/** The path of the receipt of what was bought. */
export async function receiptOf(bought: Promise<FarAnswer>): Promise<string> {
  return (await bought).json().receiptUrl
}
