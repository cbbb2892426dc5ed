import { type Cents, formatDollars } from '#contract/money/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import type { Weighed } from '#server/features/checkout/price-basket.ts'

export type Offer = { id: number; name: string; price_cents: Cents }

export const EACH_ONCE = 'Please list each product only once.'

export async function listOffers(db: Db, ids: readonly number[]): Promise<(Offer & Weighed)[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'weigh_unit', 'weigh_cents', 'weigh_to'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
}

/** `field` is the input that named the product. @throws Refusal 'product-gone' */
export function requireOffer<One extends Offer>(
  offers: readonly One[],
  id: number,
  field?: string,
): One {
  const offer = offers.find((one) => one.id === id)
  if (offer) return offer
  throw new Refusal('product-gone', 'This product is no longer sold.', field ? { field } : {})
}

export function priceFault({ name, price_cents: most }: Offer, price: Cents): string | null {
  if (price <= most) return null
  return `${name} is ${formatDollars(most)}. Please ask for that or less.`
}
