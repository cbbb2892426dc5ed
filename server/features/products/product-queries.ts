import { type Selectable, sql, type Updateable } from 'kysely'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import { toDollars } from '#contract/money.ts'
import type { Product, ProductDraft } from '#contract/products.ts'
import type { Db, ProductsTable } from '#server/db/tables.ts'

type ProductRow = Pick<
  Selectable<ProductsTable>,
  'id' | 'name' | 'description' | 'category' | 'price_cents' | 'stock' | 'image_url' | 'unit' | 'allergens'
>

const SHOWN = [
  'id',
  'name',
  'description',
  'category',
  'price_cents',
  'stock',
  'image_url',
  'unit',
  'allergens',
] as const

/** Every product that is not archived, category by category as the stall shows them, older ones first. */
export async function listProducts(db: Db): Promise<Product[]> {
  return (await onStall(db).execute()).map(toProduct)
}

/** The first so many of `listProducts`; nothing else is read into the shop, however many there are. */
export async function listFirstProducts(db: Db, most: number): Promise<Product[]> {
  return (await onStall(db).limit(most).execute()).map(toProduct)
}

function onStall(db: Db) {
  return db.selectFrom('products').select(SHOWN).where('archived_at', 'is', null).orderBy(PLACE).orderBy('id')
}

/** The numbers of the products that were taken off the stall. */
export async function listArchivedIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('products').select('id').where('archived_at', 'is not', null).execute()
  return rows.map((row) => row.id)
}

/** Those of the given products that are not archived. */
export async function findProducts(db: Db, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(SHOWN)
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  return rows.map(toProduct)
}

/** A product that is not archived. */
export async function findProduct(db: Db, id: number): Promise<Product | null> {
  const row = await db
    .selectFrom('products')
    .select(SHOWN)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row ? toProduct(row) : null
}

export async function insertProduct(tx: Db, draft: ProductDraft, at: Date): Promise<number> {
  const { price, imageUrl, ...same } = draft
  const instant = at.toISOString()
  const row = {
    ...same,
    price_cents: price,
    image_url: imageUrl,
    unit: draft.unit ?? null,
    allergens: draft.allergens ?? null,
    archived_at: null,
    created_at: instant,
    updated_at: instant,
  }
  return (await tx.insertInto('products').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateProductRow(tx: Db, id: number, change: Updateable<ProductsTable>): Promise<void> {
  await tx.updateTable('products').set(change).where('id', '=', id).execute()
}

/** Takes a row lock on a product until the transaction ends, whether or not anything else changes. */
export async function lockProduct(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('products')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}

/** Whether the product stands in any order. */
export async function wasOrdered(db: Db, id: number): Promise<boolean> {
  return (
    (await db.selectFrom('order_items').select('order_id').where('product_id', '=', id).limit(1).executeTakeFirst()) !==
    undefined
  )
}

export async function removeProductRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('stock_movements').where('product_id', '=', id).execute()
  await tx.deleteFrom('products').where('id', '=', id).execute()
}

/** A product's category as its place on the stall. */
const PLACE = sql<number>`case category ${sql.join(
  PRODUCT_CATEGORIES.map((category, place) => sql`when ${sql.lit(category)} then ${sql.lit(place)}`),
  sql` `,
)} end`

function toProduct(row: ProductRow): Product {
  const { price_cents, image_url, unit, allergens, ...same } = row
  const said = { ...(unit === null ? {} : { unit }), ...(allergens === null ? {} : { allergens }) }
  return { ...same, price: toDollars(price_cents), imageUrl: image_url, ...said }
}
