import { sql } from 'kysely'
import type { SaleLine } from '#contract/market/sales.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { levelProducts, payDebts } from '#server/features/stock/move-stock.ts'
import { insertMovements, lockProducts } from '#server/features/stock/stock-queries.ts'

type SoldProduct = { id: number; name: string; stock: number }

/** The products of a sale, archived ones too, by their ids; they are locked, the lower number first. */
export async function lockStock(
  tx: Db,
  lines: readonly Pick<SaleLine, 'productId'>[],
): Promise<Map<number, SoldProduct>> {
  const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))]
  await lockProducts(
    tx,
    ids.map((productId) => ({ productId })),
  )
  const products = tx.selectFrom('products').select(['id', 'name', 'stock'])
  const rows = await products.where('id', 'in', [...ids, 0]).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type Sold = { saleId: string; dayId: number | null; lines: readonly SaleLine[]; at: Date }

/**
 * Writes down the goods of a sale and takes them off the stock, never below 0: those of a market day as the whole
 * day has it, and else line by line.
 */
export async function takeGoods(
  tx: Db,
  emit: Emit,
  { saleId, dayId, lines, at }: Sold,
  products: ReadonlyMap<number, SoldProduct>,
): Promise<void> {
  const left = new Map([...products].map(([id, { stock }]) => [id, stock]))
  const items = lines.map(({ productId = 0, name, units, amount: cents }, index) => {
    const product = products.get(productId)
    const from_stock = dayId === null ? Math.min(left.get(productId) ?? 0, units) : 0
    left.set(productId, (left.get(productId) ?? 0) - from_stock)
    return {
      ...{ sale_id: saleId, number: index + 1, product_id: product?.id ?? null },
      ...{ name: product?.name ?? name ?? 'Unknown product', units, cents, from_stock },
    }
  })
  await tx.insertInto('sale_items').values(items).execute()
  if (dayId !== null) return levelProducts(tx, emit, dayId, [...products.keys()], at)
  for (const { product_id, from_stock, cents } of items) {
    if (product_id === null || from_stock === 0) continue
    await moveUnits(tx, { product_id, units: -from_stock })
    const reason = cents === 0 ? ('gift' as const) : ('market' as const)
    const of = { product_id, order_id: null, sale_id: saleId, at: at.toISOString() }
    await insertMovements(tx, [{ ...of, delta: -from_stock, reason }])
  }
  if (products.size > 0) emit({ kind: 'stock', productIds: [...products.keys()] })
}

/** Brings the goods of a sale back to the stock, or to the truck of its day. */
export async function returnGoods(
  tx: Db,
  emit: Emit,
  { saleId, dayId, at }: Omit<Sold, 'lines'>,
): Promise<void> {
  const items = tx.selectFrom('sale_items').select('product_id').where('sale_id', '=', saleId)
  const lines = (await items.execute()).map(({ product_id }) => ({ productId: product_id ?? 0 }))
  const productIds = [...(await lockStock(tx, lines)).keys()]
  if (dayId !== null) return levelProducts(tx, emit, dayId, productIds, at)
  const taken = tx.selectFrom('stock_movements').select(['id', 'product_id', 'delta'])
  const rows = taken.where('sale_id', '=', saleId).orderBy('product_id').orderBy('id')
  for (const { id: undoes_id, product_id, delta } of await rows.execute()) {
    await moveUnits(tx, { product_id, units: -delta })
    const back = { product_id, delta: 0 - delta, reason: 'undone' as const, undoes_id }
    const of = { order_id: null, sale_id: saleId, at: at.toISOString() }
    await insertMovements(tx, [{ ...back, ...of }])
  }
  await payDebts(tx, productIds, at)
  if (productIds.length > 0) emit({ kind: 'stock', productIds })
}

function moveUnits(tx: Db, { product_id, units }: { product_id: number; units: number }) {
  const product = tx.updateTable('products').where('id', '=', product_id)
  return product.set({ stock: sql`stock + ${units}` }).execute()
}
