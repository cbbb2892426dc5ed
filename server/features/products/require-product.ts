import type { Product } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { Refusal } from '#server/http/errors.ts'
import { findProduct } from './product-queries.ts'

/** A product of the shop. @throws Refusal 'not-found' */
export async function requireProduct(db: Db, id: number): Promise<Product> {
  const product = await findProduct(db, id)
  if (!product) throw new Refusal('not-found', `There is no product #${id}.`)
  return product
}
