import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { Db } from '#server/db/tables.ts'

const SHOWN = ['id', 'name', 'category', 'price_cents as price', 'stock', 'unit', 'allergens', 'created_at'] as const

/** What is on the stall at this moment, or those of it with the given numbers, in the stall's order; `price` in cents. */
export async function listStall(db: Db, ids?: readonly number[]) {
  if (ids?.length === 0) return []
  const every = db.selectFrom('products').select(SHOWN).where('archived_at', 'is', null).orderBy('id')
  const rows = await (ids ? every.where('id', 'in', ids) : every).execute()
  return rows.sort((one, other) => placeOf(one) - placeOf(other))
}

export type StallProduct = Awaited<ReturnType<typeof listStall>>[number]

/** How the products of the stall are called and described, and what is written down about their allergens. */
export async function listStallWords(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'description', 'category', 'unit', 'allergens'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type StallWords = Awaited<ReturnType<typeof listStallWords>>[number]

function placeOf({ category }: { category: StallProductCategory }): number {
  return PRODUCT_CATEGORIES.indexOf(category)
}

type StallProductCategory = (typeof PRODUCT_CATEGORIES)[number]
