import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { payDebts } from './move-stock.ts'
import { insertMovementOnce, type Movement } from './stock-queries.ts'

export type MovementRow = Selectable<Tables['stock_movements']>

const NEWEST = 2 ** 31 - 1

type MovementPage = { productId: number; before: number | undefined; most: number }

export function listMovements(
  db: Db,
  { productId, before = NEWEST, most }: MovementPage,
): Promise<MovementRow[]> {
  return (
    db
      .selectFrom('stock_movements')
      .selectAll()
      .where('product_id', '>=', productId)
      // A row comparison, because by ID alone PostgreSQL would scan all products' movements.
      .where(sql<SqlBool>`(product_id, id) < (${productId}, ${before})`)
      .orderBy('product_id', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  )
}

type MovementKey = { id: number } | { command_id: string } | { undoes_id: number }

export async function findMovement(db: Db, by: MovementKey): Promise<MovementRow | null> {
  const row = db.selectFrom('stock_movements').selectAll()
  return (await row.where((where) => where.and(by)).executeTakeFirst()) ?? null
}

export async function listUndone(db: Db, ids: readonly number[]): Promise<Set<number | null>> {
  const rows = db.selectFrom('stock_movements').select('undoes_id').where('undoes_id', 'in', ids)
  return new Set((await rows.execute()).map(({ undoes_id }) => undoes_id))
}

export async function listNames(
  db: Db,
  movements: readonly MovementRow[],
): Promise<Map<number | null, string>> {
  const ids = [...new Set(movements.flatMap(({ person_id }) => person_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function findLastCount(db: Db, productId: number): Promise<number | null> {
  const row = await db
    .selectFrom('stock_movements as counts')
    .select('counts.id')
    .where('counts.product_id', '=', productId)
    .where('counts.reason', '=', sql.lit('counted'))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('stock_movements as undone')
            .select('undone.id')
            .whereRef('undone.undoes_id', '=', 'counts.id'),
        ),
      ),
    )
    .orderBy('counts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Last count per product, undone ones included. */
export async function listLastCounts(db: Db): Promise<Map<number, string>> {
  const last = db
    .selectFrom('stock_movements')
    .select((row) => row.fn.max('id').as('id'))
    .where('reason', '=', sql.lit('counted'))
    .groupBy('product_id')
  const rows = await db
    .selectFrom('stock_movements')
    .select(['product_id', 'at'])
    .where('id', 'in', last)
    .execute()
  return new Map(rows.map(({ product_id, at }) => [product_id, at]))
}

export async function lockStock(tx: Db, id: number) {
  const row = await tx
    .updateTable('products')
    .set({ stock: sql`stock` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name', 'stock'])
    .executeTakeFirst()
  return row ?? null
}

/** The product is locked; an increase pays debts first. Null if its command already moved it. */
export async function insertMove(
  tx: Db,
  movement: Movement & { command_id: string },
): Promise<MovementRow | null> {
  const made = await insertMovementOnce(tx, movement)
  if (!made) return null
  await tx
    .updateTable('products')
    .set({ stock: sql`stock + ${movement.delta}` })
    .where('id', '=', movement.product_id)
    .execute()
  if (movement.delta > 0) await payDebts(tx, [movement.product_id], new Date(movement.at))
  return made
}

export async function readStock(tx: Db, productId: number): Promise<number> {
  const row = tx.selectFrom('products').select('stock').where('id', '=', productId)
  return (await row.executeTakeFirstOrThrow()).stock
}
