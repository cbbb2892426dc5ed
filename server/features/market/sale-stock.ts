import { sql } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { Problem } from '#contract/refusal.ts'
import type { SaleDraft, SaleLine } from '#contract/sales.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { levelProducts, payDebts } from '#server/features/stock/level-products.ts'
import { findLoads, insertMovements } from '#server/features/stock/stock-queries.ts'

/**
 * A line as it is sold; `fromStock` of its units were for sale in the shop. Of a product that the
 * day has a truck for it is 0: `levelProducts` says what the stock gives.
 */
export type SoldLine = {
  productId: number | null
  name: string
  units: number
  cents: Cents
  fromStock: number
}

/**
 * Takes a sale's goods from the stock, never below 0: where more is sold than there is, it is refused
 * with what there is of each, unless the farmer says that it is in hand.
 * @throws Refusal 'product-gone', 'sold-out'
 */
export async function takeGoods(tx: Db, draft: SaleDraft): Promise<SoldLine[]> {
  const stock = await requireProducts(tx, draft.lines)
  const loads = await findLoads(tx, draft.marketDayId ?? null, [...stock.keys()])
  const left = new Map(
    [...stock].map(([id, product]) => [id, product.stock + (loads.get(id)?.unsold ?? 0)]),
  )
  const problems: Problem[] = []
  const sold = draft.lines.map((line, index) => {
    const product = line.productId === undefined ? undefined : stock.get(line.productId)
    const { units, amount: cents } = line
    if (!product) return { productId: null, name: line.name ?? '', units, cents, fromStock: 0 }
    const { id: productId, name } = product
    const there = left.get(productId) ?? 0
    if (there < units) problems.push(problemOf(index, name, there))
    const given = Math.min(there, units)
    left.set(productId, there - given)
    return { productId, name, units, cents, fromStock: loads.has(productId) ? 0 : given }
  })
  const [first] = problems
  if (first && !draft.beyondStock) throw new Refusal('sold-out', first.message, { problems })
  await takeUnits(tx, sold)
  return sold
}

function problemOf(index: number, name: string, there: number): Problem {
  const message =
    there > 0 ? `The shop has only ${there} of ${name} for sale.` : `${name} is sold out.`
  return { field: `lines.${index}.units`, message, current: there }
}

/** @throws Refusal 'product-gone' */
async function requireProducts(tx: Db, lines: readonly SaleLine[]) {
  const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))]
  if (ids.length === 0) return new Map<number, { id: number; name: string; stock: number }>()
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const gone = lines.findIndex(({ productId }) => productId !== undefined && !found.has(productId))
  if (gone < 0) return found
  const field = `lines.${gone}.productId`
  throw new Refusal('product-gone', 'There is no such product.', { field })
}

async function takeUnits(tx: Db, sold: readonly SoldLine[]): Promise<void> {
  for (const { productId, fromStock } of byProduct(sold))
    await tx
      .updateTable('products')
      .set({ stock: sql`stock - ${fromStock}` })
      .where('id', '=', productId)
      .execute()
}

function byProduct(sold: readonly SoldLine[]) {
  return sold
    .flatMap(({ productId, fromStock }) =>
      productId === null || fromStock === 0 ? [] : [{ productId, fromStock }],
    )
    .sort((one, other) => one.productId - other.productId)
}

type SoldGoods = { saleId: string; goods: readonly SoldLine[]; at: Date }

export async function recordSoldGoods(
  tx: Db,
  { saleId: sale_id, goods, at }: SoldGoods,
): Promise<void> {
  const items = goods.map(({ productId: product_id, fromStock: from_stock, ...line }, index) => ({
    ...{ sale_id, number: index + 1, product_id, name: line.name },
    ...{ units: line.units, cents: line.cents, from_stock },
  }))
  await tx.insertInto('sale_items').values(items).execute()
  const movements = goods.flatMap(({ productId, fromStock, cents }) =>
    productId === null || fromStock === 0
      ? []
      : [
          {
            ...{ product_id: productId, delta: -fromStock, order_id: null, sale_id },
            ...{ reason: cents === 0 ? ('gift' as const) : ('market' as const) },
            at: at.toISOString(),
          },
        ],
  )
  if (movements.length > 0) await insertMovements(tx, movements)
}

type ReturnedSale = { saleId: string; dayId: number | null; at: Date }

/** Brings a sale's goods back to the stock, or to the truck of its day; answers their products. */
export async function returnGoods(
  tx: Db,
  emit: Emit,
  { saleId, dayId, at }: ReturnedSale,
): Promise<number[]> {
  const productIds = await lockGoods(tx, saleId)
  const loads = await findLoads(tx, dayId, productIds)
  const bare = productIds.filter((id) => !loads.has(id))
  for (const { id, product_id, delta } of await listTaken(tx, saleId, bare)) {
    await tx
      .updateTable('products')
      .set({ stock: sql`stock - ${delta}` })
      .where('id', '=', product_id)
      .execute()
    const back = { product_id, delta: 0 - delta, reason: 'undone' as const, undoes_id: id }
    const movement = { ...back, order_id: null, sale_id: saleId, at: at.toISOString() }
    await insertMovements(tx, [movement])
  }
  await payDebts(tx, bare, at)
  if (dayId !== null) await levelProducts(tx, emit, dayId, [...loads.keys()], at)
  return productIds
}

async function lockGoods(tx: Db, saleId: string): Promise<number[]> {
  const items = tx.selectFrom('sale_items').select('product_id').where('sale_id', '=', saleId)
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', items)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function listTaken(tx: Db, saleId: string, productIds: readonly number[]) {
  if (productIds.length === 0) return []
  return tx
    .selectFrom('stock_movements')
    .select(['id', 'product_id', 'delta'])
    .where('sale_id', '=', saleId)
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('id')
    .execute()
}
