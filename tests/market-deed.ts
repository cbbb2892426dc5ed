import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import type { Product } from '#contract/products/products.ts'
import type { aTroubledShop } from './a-troubled-shop.ts'

type Troubled = Awaited<ReturnType<typeof aTroubledShop>>
export type Market = Troubled & {
  shelf: Product[]
  charges: Set<string>
}

/** The running deed, and all that follows from it. */
export const currentDeed = new AsyncLocalStorage<string>()

/** Never fails, whatever the shop answers. */
export type Deed = { run: (market: Market) => Promise<unknown>; [fc.toStringMethod]: () => string }

export const orderNumber = fc.integer({ min: 1, max: 6 })
export const deed = (text: string, run: Deed['run']): Deed => ({
  run: (market) => currentDeed.run(text, () => run(market)),
  [fc.toStringMethod]: () => text,
})

/** The product now; if it's out of the shop, as it first was, like on an older page. */
export async function seen({ shop, shelf }: Market, place: number): Promise<Product> {
  const listed: Product[] = (await shop.inject({ url: '/api/products' })).json()
  const first = shelf[place]
  const found = listed.find(({ id }) => id === first?.id) ?? first
  if (!found) throw new Error('The shelf is empty.')
  return found
}
