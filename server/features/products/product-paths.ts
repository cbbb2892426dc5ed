import { productPath } from '#contract/products/product-path.ts'
import type { Db } from '#server/db/write.ts'
import { listProductNames } from './product-queries.ts'

export type ProductPaths = ReadonlyMap<number, string | null>

export async function listProductPaths(db: Db): Promise<ProductPaths> {
  const products = await listProductNames(db)
  return new Map(
    products.map((product) => [product.id, product.archived_at ? null : productPath(product)]),
  )
}

export async function listProductPages(db: Db): Promise<{ path: string; changedAt: string }[]> {
  const products = (await listProductNames(db)).filter(({ archived_at }) => archived_at === null)
  return products.map((product) => ({
    path: productPath(product),
    changedAt: product.updated_at,
  }))
}
