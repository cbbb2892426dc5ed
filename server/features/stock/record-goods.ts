import type { Db, Emit } from '#server/db/write.ts'
import { levelProducts } from './move-stock.ts'

export type GoodsLine = { productId: number; loaded: number; back: number; waste: number }

type GoodsRecord = {
  /** Idempotency key. */
  commandId: string
  dayId: number
  goods: readonly GoodsLine[]
  /** Reports that no longer count; their products are leveled too. */
  replaces?: readonly string[]
  at: Date
}

/** Loaded for or brought home from a day. Unknown products are returned and not recorded. */
export async function recordGoods(
  tx: Db,
  emit: Emit,
  { commandId, dayId, goods, replaces = [], at }: GoodsRecord,
): Promise<number[]> {
  const known = await listKnown(tx, goods)
  const rows = [...sumByProduct(goods)]
    .filter(({ productId }) => known.has(productId))
    .map(({ productId, loaded, back, waste }) => ({
      command_id: commandId,
      product_id: productId,
      market_day_id: dayId,
      loaded,
      back,
      waste,
    }))
  if (rows.length > 0)
    await tx
      .insertInto('stall_goods')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const replaced = await listReplaced(tx, dayId, replaces)
  await levelProducts(tx, emit, dayId, [...known, ...replaced], at)
  return goods.map(({ productId }) => productId).filter((id) => !known.has(id))
}

async function listKnown(tx: Db, goods: readonly GoodsLine[]): Promise<Set<number>> {
  const ids = goods.map(({ productId }) => productId)
  const rows = tx.selectFrom('products').select('id').where('id', 'in', ids)
  return new Set((await rows.execute()).map(({ id }) => id))
}

function sumByProduct(goods: readonly GoodsLine[]): Iterable<GoodsLine> {
  const sums = new Map<number, GoodsLine>()
  for (const { productId, loaded, back, waste } of goods) {
    const sum = sums.get(productId) ?? { productId, loaded: 0, back: 0, waste: 0 }
    const more = { loaded: sum.loaded + loaded, back: sum.back + back, waste: sum.waste + waste }
    sums.set(productId, { productId, ...more })
  }
  return sums.values()
}

async function listReplaced(tx: Db, dayId: number, commandIds: readonly string[]) {
  const rows = tx
    .selectFrom('stall_goods')
    .select('product_id')
    .distinct()
    .where('market_day_id', '=', dayId)
    .where('command_id', 'in', commandIds)
  return (await rows.execute()).map(({ product_id }) => product_id)
}
