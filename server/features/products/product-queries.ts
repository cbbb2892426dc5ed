import { sql } from 'kysely'
import type { DeskProduct, ProductDraft } from '#contract/products/products.ts'
import { seasonOf } from '#contract/time/season.ts'
import type { Db } from '#server/db/tables.ts'
import { readToday } from '#server/features/calendar/calendar-queries.ts'
import { leftOfDays } from '#server/features/calendar/left-of-days.ts'
import { flagLimited } from '#server/features/calendar/set-limits.ts'
import { DESK_COLUMNS, type Fields, toColumns, toDeskProduct } from './product-columns.ts'
import { SHELF_PLACE, selectInOrder } from './shop-product-queries.ts'

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
    const limited = most === undefined ? {} : { forSale: Math.min(row.stock, most.units) }
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
  const day_limited = seasonOf(draft) !== null
  const row = {
    ...toColumns(draft),
    day_limited,
    archived_at,
    created_at: instant,
    updated_at: instant,
  }
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
  if (fields.seasonFrom !== undefined) await flagLimited(tx, id, await readToday(tx, at))
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

export async function lockProduct(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('products')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}
