import { sql } from 'kysely'
import { productPath } from '#contract/products/product-path.ts'
import type { DeskProduct, Product, ProductDraft } from '#contract/products/products.ts'
import { formatBack, seasonOf } from '#contract/time/season.ts'
import { toColumns } from '#server/db/to-columns.ts'
import type { Db } from '#server/db/write.ts'
import { flagLimited } from '#server/features/calendar/change-limits.ts'
import { leftOfDays } from '#server/features/calendar/left-of-days.ts'
import { CATEGORY_HIDDEN, CATEGORY_RANK } from '#server/features/categories/categories.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import {
  COLUMNS,
  DESK_COLUMNS,
  type Fields,
  type ProductRow,
  toDeskProduct,
  toProduct,
  WRITTEN_COLUMNS,
} from './product-columns.ts'

export async function listProducts(db: Db): Promise<DeskProduct[]> {
  return (await selectAtDesk(db).execute()).map(toDeskProduct)
}

export async function listAtDesk(db: Db, at: Date): Promise<DeskProduct[]> {
  const rows = await selectAtDesk(db)
    .select(['day_limited', SORT_POSITION.as('place')])
    .execute()
  const limited = rows.filter((row) => row.day_limited && row.archived_at === null)
  const left = await leftOfDays(
    db,
    limited.map(({ id }) => id),
    at,
  )
  return rows.map((row) => {
    const most = left.get(row.id)
    const limited = most === undefined ? {} : { forSale: Math.min(row.stock, most.units) }
    return { ...toDeskProduct(row), place: row.place, ...limited }
  })
}

function selectAtDesk(db: Db) {
  return selectInOrder(db).select(DESK_COLUMNS).where('deleted_at', 'is', null)
}

/** All stored products; `archived_at` marks hidden or deleted ones. */
function listProductNames(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'archived_at', 'updated_at'])
    .orderBy('id')
    .execute()
}

export async function findProduct(db: Db, id: number): Promise<DeskProduct | null> {
  const row = db.selectFrom('products').select(DESK_COLUMNS).where('id', '=', id)
  const product = await row.where('deleted_at', 'is', null).executeTakeFirst()
  return product ? toDeskProduct(product) : null
}

export async function insertProduct(tx: Db, draft: ProductDraft, at: Date): Promise<number> {
  const instant = at.toISOString()
  const archived_at = draft.hidden ? instant : null
  const day_limited = seasonOf(draft) !== null
  const row = {
    ...toColumns(WRITTEN_COLUMNS, draft),
    day_limited,
    archived_at,
    created_at: instant,
    updated_at: instant,
  }
  return (await tx.insertInto('products').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Stock changes only through `adjustStock`. A new limit re-arms the low-stock mail. */
export async function updateProduct(
  tx: Db,
  id: number,
  fields: Omit<Fields, 'stock'>,
  at: Date,
): Promise<void> {
  const instant = at.toISOString()
  const { hidden } = fields
  const row = {
    ...toColumns(WRITTEN_COLUMNS, fields),
    ...(hidden === undefined ? {} : { archived_at: hidden ? leftBy(instant) : null }),
    ...(fields.lowLimit === undefined ? {} : { low_told: false }),
    updated_at: instant,
  }
  await tx.updateTable('products').set(row).where('id', '=', id).execute()
  if (fields.seasonFrom !== undefined) await flagLimited(tx, id, await readToday(tx, at))
}

const leftBy = (instant: string) => sql<string>`coalesce(archived_at, ${instant})`

export async function markDeleted(tx: Db, id: number, at: Date): Promise<void> {
  const instant = at.toISOString()
  await tx
    .updateTable('products')
    .set({ archived_at: leftBy(instant), deleted_at: instant })
    .where('id', '=', id)
    .execute()
}

export async function lockProduct(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('products')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}

/** The farmer's position; products never moved sort by ID. */
export const SORT_POSITION = sql<number>`coalesce(sort_position, id)`

function selectInOrder(db: Db) {
  return db
    .selectFrom('products')
    .orderBy(CATEGORY_RANK)
    .orderBy(sql`case when stock > 0 then 0 else 1 end`)
    .orderBy(SORT_POSITION)
}

export function selectShopProducts(db: Db) {
  return selectInOrder(db).where('archived_at', 'is', null)
}

/**
 * Products in the shop, optionally only these IDs, in shop order; `price` in cents, `stock` what
 * one order can get, `off` the season no orderable day falls in.
 */
export async function listShopProducts(db: Db, at: Date, ids?: readonly number[]) {
  if (ids?.length === 0) return []
  const every = selectShopProducts(db).select([
    'id',
    'name',
    'category',
    'price_cents as price',
    'stock',
    'unit',
    'allergens',
    'created_at',
    'day_limited',
    'season_from',
    'season_until',
  ])
  const rows = await (ids ? every.where('id', 'in', ids) : every).execute()
  const limited = rows.filter(({ day_limited }) => day_limited).map(({ id }) => id)
  const left = await leftOfDays(db, limited, at)
  return rows.map(({ day_limited: _, season_from: __, season_until: ___, ...row }) => {
    const { units = row.stock, off = null } = left.get(row.id) ?? {}
    return { ...row, stock: Math.min(row.stock, units), off }
  })
}

export type ShopProduct = Awaited<ReturnType<typeof listShopProducts>>[number]

export async function listProductTexts(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'description', 'category', 'unit', 'allergens'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type ProductText = Awaited<ReturnType<typeof listProductTexts>>[number]

const SALE_COLUMNS = [
  ...COLUMNS,
  ...(['day_limited', 'season_from'] as const),
  SORT_POSITION.as('place'),
  CATEGORY_HIDDEN.as('category_hidden'),
] as const

type SaleRow = ProductRow & {
  day_limited: boolean
  season_from: string | null
  place: number
  category_hidden: boolean | null
}

export async function listForSale(db: Db, at: Date): Promise<Product[]> {
  const rows = await selectShopProducts(db).select(SALE_COLUMNS).execute()
  return soldOutLast(await toForSale(db, rows, at), rows)
}

/** Reads no more rows than needed, unless days limit some. */
export async function listFirstForSale(db: Db, most: number, at: Date): Promise<Product[]> {
  const rows = await selectShopProducts(db).select(SALE_COLUMNS).limit(most).execute()
  if (rows.some(({ day_limited }) => day_limited)) return (await listForSale(db, at)).slice(0, most)
  return rows.map(toProduct)
}

export async function findForSale(db: Db, ids: readonly number[], at: Date): Promise<Product[]> {
  const rows = db.selectFrom('products').select(SALE_COLUMNS).where('id', 'in', ids)
  return toForSale(db, await rows.where('archived_at', 'is', null).execute(), at)
}

export async function listProductWithOthers(
  db: Db,
  id: number,
  { most, at }: { most: number; at: Date },
): Promise<Product[]> {
  const [product] = await findForSale(db, [id], at)
  if (!product) return []
  const others = await db
    .selectFrom('products')
    .select(SALE_COLUMNS)
    .where('archived_at', 'is', null)
    .where('stock', '>', 0)
    .where('id', '!=', id)
    .orderBy(sql`case when category = ${product.category} then 0 else 1 end`)
    .orderBy(sql`case when id > ${id} then 0 else 1 end`)
    .orderBy('id')
    .limit(most)
    .execute()
  return [product, ...(await toForSale(db, others, at)).filter(({ stock }) => stock > 0)]
}

async function toForSale(db: Db, rows: readonly SaleRow[], at: Date): Promise<Product[]> {
  const limited = rows.filter(({ day_limited }) => day_limited).map(({ id }) => id)
  const left = await leftOfDays(db, limited, at)
  return rows.map((row) => {
    const { units = row.stock, off = null } = left.get(row.id) ?? {}
    const isLimited = left.has(row.id) || row.season_from !== null
    const limits = { stock: Math.min(row.stock, units), inStock: row.stock }
    return {
      ...toProduct(row),
      ...(isLimited ? limits : {}),
      ...(off ? { back: formatBack(off) } : {}),
    }
  })
}

function soldOutLast(products: readonly Product[], rows: readonly SaleRow[]): Product[] {
  const isOut = ({ stock, inStock = stock }: Product) => stock === 0 && inStock > 0
  if (!products.some(isOut)) return [...products]
  const categories = [...new Set(rows.map(({ category }) => category))]
  const rank = ({ category }: Product) => categories.indexOf(category)
  const gone = ({ stock }: Product) => (stock > 0 ? 0 : 1)
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  const place = ({ id }: Product) => places.get(id) ?? id
  return products.toSorted(
    (one, other) => rank(one) - rank(other) || gone(one) - gone(other) || place(one) - place(other),
  )
}

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
