import type { Selectable } from 'kysely'
import { toDollars } from '#contract/money.ts'
import type { Product, ProductDraft, ProductField } from '#contract/products.ts'
import { formatWeighed } from '#contract/weigh.ts'
import type { ProductsTable } from '#server/db/tables/products.ts'
import type { Db } from '#server/db/tables.ts'
import { selectStall } from './stall-queries.ts'

const PRODUCT_COLUMNS = {
  name: 'name',
  description: 'description',
  category: 'category',
  price: 'price_cents',
  stock: 'stock',
  imageUrl: 'image_url',
  unit: 'unit',
  allergens: 'allergens',
  weighUnit: 'weigh_unit',
  weighPrice: 'weigh_cents',
  weighTo: 'weigh_to',
} as const satisfies Record<ProductField, keyof ProductsTable>

export const COLUMNS = ['id', ...Object.values(PRODUCT_COLUMNS)] as const

export type ProductRow = Pick<Selectable<ProductsTable>, (typeof COLUMNS)[number]>
type Fields = { [Field in ProductField]?: ProductDraft[Field] | undefined }

/** All but archived ones, category by category as on the stall, older ones first. */
export async function listProducts(db: Db): Promise<Product[]> {
  return (await selectStall(db).select(COLUMNS).execute()).map(toProduct)
}

/** Every product that is stored; `archived_at` says that it left the stall. */
export function listProductNames(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'archived_at', 'updated_at'])
    .orderBy('id')
    .execute()
}

export async function listArchivedIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

export async function findProducts(db: Db, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  return rows.map(toProduct)
}

export async function findProduct(db: Db, id: number): Promise<Product | null> {
  const [product] = await findProducts(db, [id])
  return product ?? null
}

export async function insertProduct(tx: Db, draft: ProductDraft, at: Date): Promise<number> {
  const instant = at.toISOString()
  const row = { ...toColumns(draft), archived_at: null, created_at: instant, updated_at: instant }
  return (await tx.insertInto('products').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Stores the given fields and leaves the rest; stock moves by `adjustStock` alone. */
export async function updateProduct(
  tx: Db,
  id: number,
  fields: Omit<Fields, 'stock'>,
  at: Date,
): Promise<void> {
  const row = { ...toColumns(fields), updated_at: at.toISOString() }
  await tx.updateTable('products').set(row).where('id', '=', id).execute()
}

export async function archiveProduct(tx: Db, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('products')
    .set({ archived_at: at.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Locks a product until the transaction ends, whether or not anything else changes. */
export async function lockProduct(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('products')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}

export async function wasOrdered(db: Db, id: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('order_items')
      .select('order_id')
      .where('product_id', '=', id)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function removeProductRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('stock_movements').where('product_id', '=', id).execute()
  await tx.deleteFrom('products').where('id', '=', id).execute()
}

/** Fields by their columns; what is not given stays absent. */
function toColumns<Given extends Fields>(fields: Given) {
  const { price, imageUrl, weighUnit, weighPrice, weighTo, ...sameName } = fields
  const renamed: { price_cents: Given['price']; image_url: Given['imageUrl'] } = {
    price_cents: price,
    image_url: imageUrl,
  }
  const weigh = { weigh_unit: weighUnit, weigh_cents: weighPrice, weigh_to: weighTo }
  return { ...sameName, ...renamed, ...weigh }
}

type AnyRow = ProductRow & { day_limited?: boolean }

export function toProduct({ day_limited: _, ...row }: AnyRow): Product {
  const { price_cents, image_url, unit, allergens, weigh_unit, weigh_cents, weigh_to, ...same } =
    row
  const optional = withoutNulls({
    ...{ unit, allergens, weighUnit: weigh_unit },
    weighPrice: weigh_cents && toDollars(weigh_cents),
    weighTo: weigh_to && weigh_to / 1000,
  })
  const weighed =
    weigh_unit && weigh_cents && weigh_to
      ? { weighed: formatWeighed({ unit: weigh_unit, cents: weigh_cents, to: weigh_to }) }
      : {}
  return { ...same, price: toDollars(price_cents), imageUrl: image_url, ...optional, ...weighed }
}

type WithoutNulls<Row> = { [Name in keyof Row]?: NonNullable<Row[Name]> }

function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const filled: WithoutNulls<Row> = {}
  for (const name in row) {
    const value = row[name]
    if (value !== null && value !== undefined) filled[name] = value
  }
  return filled
}
