import { sql } from 'kysely'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { formatBack } from '#contract/time/season.ts'
import type { Db } from '#server/db/tables.ts'
import { leftOfDays } from '#server/features/calendar/left-of-days.ts'
import { COLUMNS, type ProductRow, toProduct } from './product-columns.ts'
import { SHELF_PLACE, selectShopProducts } from './shop-product-queries.ts'

const SALE_COLUMNS = [...COLUMNS, 'day_limited', 'season_from', SHELF_PLACE.as('place')] as const

type SaleRow = ProductRow & { day_limited: boolean; season_from: string | null; place: number }

/** What is for sale as buyers see it: no more than a day gives that they may choose. */
export async function listForSale(db: Db, at: Date): Promise<Product[]> {
  const rows = await selectShopProducts(db).select(SALE_COLUMNS).execute()
  return soldOutLast(await toForSale(db, rows, at), rows)
}

/** The first of `listForSale`; no more is read, however many there are, unless days limit some. */
export async function listFirstForSale(db: Db, most: number, at: Date): Promise<Product[]> {
  const rows = await selectShopProducts(db).select(SALE_COLUMNS).limit(most).execute()
  if (rows.some(({ day_limited }) => day_limited)) return (await listForSale(db, at)).slice(0, most)
  return rows.map(toProduct)
}

export async function findForSale(db: Db, ids: readonly number[], at: Date): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = db.selectFrom('products').select(SALE_COLUMNS).where('id', 'in', ids)
  return toForSale(db, await rows.where('archived_at', 'is', null).execute(), at)
}

/** A product of the shop, and at most so many in stock that go with it: first its category's. */
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
  const rank = ({ category }: Product) => PRODUCT_CATEGORIES.indexOf(category)
  const gone = ({ stock }: Product) => (stock > 0 ? 0 : 1)
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  const place = ({ id }: Product) => places.get(id) ?? id
  return products.toSorted(
    (one, other) => rank(one) - rank(other) || gone(one) - gone(other) || place(one) - place(other),
  )
}
