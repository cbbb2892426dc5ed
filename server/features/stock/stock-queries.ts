import { type Insertable, type Selectable, sql } from 'kysely'
import { currentCaller } from '#server/core/caller.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Tables } from '#server/db/tables.ts'
import { isVoidAs, OWN_RETURNS } from '#server/db/void-kinds.ts'
import type { Db } from '#server/db/write.ts'

export type Movement = Omit<
  Insertable<Tables['stock_movements']>,
  'device' | 'address' | 'person_id'
>

/** Every movement is written here or by the next function, with who did it. */
export async function insertMovements(tx: Db, movements: readonly Movement[]): Promise<void> {
  await insertRows(tx, movements.map(byCaller))
}

/** Null if its command already made a movement. */
export async function insertMovementOnce(tx: Db, movement: Movement & { command_id: string }) {
  const made = tx.insertInto('stock_movements').values(byCaller(movement))
  const row = made.onConflict((known) => known.doNothing()).returningAll()
  return (await row.executeTakeFirst()) ?? null
}

const insertRows = prepared((tx, rows: Insertable<Tables['stock_movements']>[]) =>
  tx.insertInto('stock_movements').values(rows),
)

function byCaller(movement: Movement): Insertable<Tables['stock_movements']> {
  const { device = null, address = null, person } = currentCaller() ?? {}
  return { ...movement, device, address, person_id: person?.id ?? null }
}

export type LoadRow = Selectable<Tables['stall_loads']>

/** Reported units of a product on a market day: loaded, sold, brought home and thrown away. */
export type LoadFigures = { wish: number; sold: number; back: number; waste: number }

/** What the books provide: on the truck, from shop stock for sales beyond that, and thrown away. */
export type Share = { loaded: number; fromStock: number; wasted: number }

type Debt = { units: number; others: number }

export async function openRow(tx: Db, dayId: number, productId: number): Promise<void> {
  await tx
    .insertInto('stall_loads')
    .values({ market_day_id: dayId, product_id: productId })
    .onConflict((exists) => exists.doNothing())
    .execute()
}

/** Days sharing the product's stock; a settled day keeps what it got. */
export function listOpenRows(tx: Db, productId: number, dayId: number | null): Promise<LoadRow[]> {
  return tx
    .selectFrom('stall_loads')
    .selectAll()
    .where('product_id', '=', productId)
    .where((row) => row.or([row('settled_at', 'is', null), row('market_day_id', '=', dayId ?? 0)]))
    .orderBy('market_day_id')
    .execute()
}

/** Always summed from scratch, never added to an earlier sum. */
export async function readFigures(db: Db, dayId: number, productId: number): Promise<LoadFigures> {
  const { loaded, back, waste } = await readReported(db, dayId, productId)
  const { sold } = await db
    .selectFrom('sale_items')
    .innerJoin('sales', 'sales.id', 'sale_id')
    .select(sql<number>`coalesce(sum(units), 0)`.as('sold'))
    .where('sales.market_day_id', '=', dayId)
    .where('sales.undone_at', 'is', null)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const atLeast = (units: number) => Math.max(0, units)
  return { wish: atLeast(loaded), back: atLeast(back), waste: atLeast(waste), sold }
}

/** Sums of all reports; negative if unloading arrived before loading. */
function readReported(db: Db, dayId: number, productId: number) {
  const isUndone = sql<boolean>`exists (select target_id from voids where target_id = stall_goods.command_id
    and ${isVoidAs(OWN_RETURNS)})`
  return db
    .selectFrom('stall_goods')
    .select(sql<number>`coalesce(sum(loaded), 0)`.as('loaded'))
    .select(sql<number>`coalesce(sum(back), 0)`.as('back'))
    .select(sql<number>`coalesce(sum(waste), 0)`.as('waste'))
    .where('market_day_id', '=', dayId)
    .where('product_id', '=', productId)
    .where((row) => row.not(isUndone))
    .executeTakeFirstOrThrow()
}

export async function settleDay(tx: Db, dayId: number, at: Date): Promise<number> {
  const debts = tx.selectFrom('stall_loads').select('product_id as productId')
  const open = debts.where('market_day_id', '=', dayId).where('settled_at', 'is', null)
  const rows = await open.orderBy('product_id').execute()
  const productIds = rows.map(({ productId }) => productId)
  if (productIds.length === 0) return 0
  await lockProducts(tx, rows)
  await tx
    .updateTable('stall_loads')
    .set({ settled_at: at.toISOString() })
    .where('market_day_id', '=', dayId)
    .where('product_id', 'in', productIds)
    .execute()
  await tx
    .deleteFrom('stock_debts')
    .where('market_day_id', '=', dayId)
    .where('product_id', 'in', productIds)
    .execute()
  return productIds.length
}

/** Locks products until the transaction ends, in ID order. */
export async function lockProducts(tx: Db, lines: readonly { productId: number }[]): Promise<void> {
  const ids = new Set(lines.map(({ productId }) => productId))
  for (const id of [...ids].sort((one, other) => one - other))
    await tx.selectFrom('products').select('id').where('id', '=', id).forUpdate().execute()
}

export async function storeRow(
  tx: Db,
  row: LoadRow,
  { figures, share, debt }: { figures: LoadFigures; share: Share; debt: Debt },
): Promise<void> {
  const { market_day_id, product_id } = row
  const { wish, sold, back, waste } = figures
  const { loaded, fromStock: from_stock, wasted } = share
  await tx
    .updateTable('stall_loads')
    .set({ wish, sold, back, waste, loaded, from_stock, wasted, settled_at: null })
    .where('market_day_id', '=', market_day_id)
    .where('product_id', '=', product_id)
    .execute()
  const debts = tx.deleteFrom('stock_debts').where('product_id', '=', product_id)
  await debts.where('market_day_id', '=', market_day_id).execute()
  if (debt.units + debt.others > 0)
    await tx
      .insertInto('stock_debts')
      .values({ product_id, market_day_id, ...debt })
      .execute()
}
