import { productPath } from '#contract/products/product-path.ts'
import type { Db } from '#server/db/tables.ts'
import { listProductNames } from './product-queries.ts'

/** Where each product's page is by its number, and null for one that left the shop. */
export type ProductPaths = ReadonlyMap<number, string | null>

export async function listProductPaths(db: Db): Promise<ProductPaths> {
  const products = await listProductNames(db)
  return new Map(
    products.map((product) => [product.id, product.archived_at ? null : productPath(product)]),
  )
}

/** The pages of what is in the shop, and when each product was last edited (ISO 8601). */
export async function listProductPages(db: Db): Promise<{ path: string; changedAt: string }[]> {
  const products = (await listProductNames(db)).filter(({ archived_at }) => archived_at === null)
  return products.map((product) => ({
    path: productPath(product),
    changedAt: product.updated_at,
  }))
}
