import { type Selectable, sql } from 'kysely'
import { toDollars } from '#contract/money.ts'
import type { DeskProduct, Product, ProductDraft, ProductField } from '#contract/products.ts'
import { formatWeighed } from '#contract/weigh.ts'
import type { ProductsTable } from '#server/db/tables/products.ts'
import type { Db } from '#server/db/tables.ts'
import { leftOfDays } from '#server/features/calendar/left-of-days.ts'
import { SHELF_PLACE, selectInOrder } from './shop-product-queries.ts'

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
} as const satisfies Record<Exclude<ProductField, 'lowLimit' | 'hidden'>, keyof ProductsTable>

export const COLUMNS = ['id', ...Object.values(PRODUCT_COLUMNS)] as const

const DESK_COLUMNS = [...COLUMNS, 'low_limit', 'archived_at'] as const

export type ProductRow = Pick<Selectable<ProductsTable>, (typeof COLUMNS)[number]>
type Fields = { [Field in ProductField]?: ProductDraft[Field] | undefined }

/** All but deleted ones, category by category as in the shop. */
export async function listProducts(db: Db): Promise<DeskProduct[]> {
  return (await selectAtDesk(db).execute()).map(toDeskProduct)
}

/** As `listProducts`, with what one order can get where days limit it. */
export async function listAtDesk(db: Db, at: Date): Promise<DeskProduct[]> {
  const rows = await selectAtDesk(db)
    .select(['day_limited', SHELF_PLACE.as('place')])
    .execute()
  const limited = rows.filter((row) => row.day_limited && row.archived_at === null)
  const left = await leftOfDays(
    db,
    limited.map(({ id }) => id),
    at,
  )
  return rows.map((row) => {
    const most = left.get(row.id)
    const limited = most === undefined ? {} : { forSale: Math.min(row.stock, most) }
    return { ...toDeskProduct(row), place: row.place, ...limited }
  })
}

function selectAtDesk(db: Db) {
  return selectInOrder(db).select(DESK_COLUMNS).where('deleted_at', 'is', null)
}

/** Every product that is stored; `archived_at` says that it left the shop, hidden or deleted. */
export function listProductNames(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'archived_at', 'updated_at'])
    .orderBy('id')
    .execute()
}

export async function listDeletedIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('deleted_at', 'is not', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Of the desk, whether or not they are hidden. */
export async function findProducts(db: Db, ids: readonly number[]): Promise<DeskProduct[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(DESK_COLUMNS)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(toDeskProduct)
}

export async function findProduct(db: Db, id: number): Promise<DeskProduct | null> {
  const [product] = await findProducts(db, [id])
  return product ?? null
}

export async function insertProduct(tx: Db, draft: ProductDraft, at: Date): Promise<number> {
  const instant = at.toISOString()
  const archived_at = draft.hidden ? instant : null
  const row = { ...toColumns(draft), archived_at, created_at: instant, updated_at: instant }
  return (await tx.insertInto('products').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Stores the given fields and leaves the rest; stock moves by `adjustStock` alone. Another limit
 * tells the farmer anew.
 */
export async function updateProduct(
  tx: Db,
  id: number,
  fields: Omit<Fields, 'stock'>,
  at: Date,
): Promise<void> {
  const instant = at.toISOString()
  const { hidden } = fields
  const row = {
    ...toColumns(fields),
    ...(hidden === undefined ? {} : { archived_at: hidden ? leftBy(instant) : null }),
    ...(fields.lowLimit === undefined ? {} : { low_told: false }),
    updated_at: instant,
  }
  await tx.updateTable('products').set(row).where('id', '=', id).execute()
}

/** When a product left the shop: now, unless it is off it already. */
const leftBy = (instant: string) => sql<string>`coalesce(archived_at, ${instant})`

export async function markDeleted(tx: Db, id: number, at: Date): Promise<void> {
  const instant = at.toISOString()
  await tx
    .updateTable('products')
    .set({ archived_at: leftBy(instant), deleted_at: instant })
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

/** Fields by their columns; what is not given stays absent. */
function toColumns<Given extends Fields>(fields: Given) {
  const {
    price,
    imageUrl,
    weighUnit,
    weighPrice,
    weighTo,
    lowLimit,
    hidden: _,
    ...sameName
  } = fields
  const renamed: { price_cents: Given['price']; image_url: Given['imageUrl'] } = {
    price_cents: price,
    image_url: imageUrl,
  }
  const weigh = { weigh_unit: weighUnit, weigh_cents: weighPrice, weigh_to: weighTo }
  return { ...sameName, ...renamed, ...weigh, low_limit: lowLimit }
}

type DeskRow = ProductRow & Pick<Selectable<ProductsTable>, 'low_limit' | 'archived_at'>

function toDeskProduct({ low_limit, archived_at, ...row }: DeskRow): DeskProduct {
  return {
    ...toProduct(row),
    ...(low_limit === null ? {} : { lowLimit: low_limit }),
    ...(archived_at === null ? {} : { hidden: true }),
  }
}

type AnyRow = ProductRow & { day_limited?: boolean; place?: number }

export function toProduct({ day_limited: _, place: __, ...row }: AnyRow): Product {
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
