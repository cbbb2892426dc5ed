import { byShelf } from '#contract/products/shelf-order.ts'
import type {
  CountDraft,
  CountedProduct,
  CountOutcome,
  CountSheet,
} from '#contract/products/stock-journal.ts'
import { noSuch, OUR_FAULT, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { listCategoryNames } from '#server/features/categories/categories.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { findMovement, listLastCounts, lockStock, type MovementRow } from './movement-queries.ts'
import { countPastOrders, findNextNeed, listPromised, readPromised } from './promised-units.ts'
import { recordMove, requireSame } from './record-action.ts'

/** Saves each count in its own transaction, so a refused one doesn't block the rest. */
export async function saveCounts(
  shop: Pick<Shop, 'db' | 'now' | 'report'>,
  counts: readonly CountDraft[],
): Promise<CountOutcome> {
  const outcome: CountOutcome = { counted: [], refused: [] }
  for (const count of counts) {
    try {
      const request = { count, at: shop.now() }
      outcome.counted.push(await write(shop.db, (tx, emit) => countStock(tx, emit, request)))
    } catch (error) {
      const message = error instanceof Refusal ? error.message : OUR_FAULT
      outcome.refused.push({ productId: count.productId, message })
      if (!(error instanceof Refusal)) shop.report('save a count', error)
    }
  }
  return outcome
}

type Request = { count: CountDraft; at: Date }

/**
 * What is on the farm minus what is promised to orders is for sale from now on; if it is short of
 * the orders, nothing is.
 * @throws Refusal 'not-found', 'stock-changed', 'change-impossible'
 */
async function countStock(tx: Db, emit: Emit, { count, at }: Request): Promise<CountedProduct> {
  const { productId, counted, expected } = count
  const product = (await lockStock(tx, productId)) ?? noSuch(`product #${productId}`)
  const known = await findMovement(tx, { command_id: count.id })
  if (known) {
    requireSame(known, { product_id: productId, reason: 'counted', counted })
    return showCount(tx, product, known, at)
  }
  const promised = await readPromised(tx, productId)
  if (expected !== undefined && expected !== product.stock + promised)
    throw stockConflict(product.stock + promised, expected)
  const stock = Math.max(counted - promised, 0)
  const delta = stock - product.stock
  const { made, left } = await recordMove(tx, emit, product, {
    move: { delta, reason: 'counted', counted, promised, command_id: count.id },
    action: 'counted',
    said: { counted, promised },
    at,
  })
  return showCount(tx, { ...product, stock: left }, made, at)
}

async function showCount(
  tx: Db,
  { id, name, stock }: { id: number; name: string; stock: number },
  { counted, promised, delta }: MovementRow,
  at: Date,
): Promise<CountedProduct> {
  const [found, owed] = [counted ?? 0, promised ?? 0]
  const short = Math.max(owed - found, 0)
  const shortDay = short > 0 ? await findNextNeed(tx, id, await readToday(tx, at)) : null
  return {
    productId: id,
    name,
    counted: found,
    promised: owed,
    stock,
    units: delta,
    short,
    shortDay,
  }
}

function stockConflict(now: number, expected: number): Refusal {
  const message = `There should now be ${now} instead of ${expected}. Please count these again.`
  return new Refusal('stock-changed', message, { field: 'counted' })
}

export async function showCountSheet(db: Db, at: Date): Promise<CountSheet> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'unit', 'stock'])
    .where('deleted_at', 'is', null)
    .execute()
  const [promised, counts] = [await listPromised(db), await listLastCounts(db)]
  const products = rows.map(({ id, ...row }) => ({
    productId: id,
    ...row,
    promised: promised.get(id) ?? 0,
    countedAt: counts.get(id) ?? null,
  }))
  return {
    products: products.sort(byShelf(await listCategoryNames(db))),
    pastOrders: await countPastOrders(db, await readToday(db, at)),
  }
}
