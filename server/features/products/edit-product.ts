import { type Cents, toCents, toDollars } from '#contract/money/money.ts'
import { topPrice } from '#contract/packing/weigh.ts'
import { weighFaults } from '#contract/packing/weigh-fields.ts'
import type { BulkChange } from '#contract/products/bulk-products.ts'
import type { DeletedProduct } from '#contract/products/desk-products.ts'
import {
  type DeskProduct,
  PRODUCT_FIELDS,
  type ProductChange,
  type ProductDraft,
} from '#contract/products/products.ts'
import type { Problem } from '#contract/refusal.ts'
import { seasonFaults } from '#contract/time/season.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { holdCategory } from '#server/features/categories/categories.ts'
import { adjustStock, recordStartingStock } from '#server/features/stock/move-stock.ts'
import {
  findForSale,
  findProduct,
  insertProduct,
  lockProduct,
  markDeleted,
  updateProduct,
} from './product-queries.ts'

export function createProduct(db: Db, draft: ProductDraft, now: Date): Promise<DeskProduct> {
  return write(db, async (tx, emit) => {
    const created = await addProduct(tx, draft, now)
    emit({ kind: 'products', productIds: [created.id] })
    return created
  })
}

export async function addProduct(tx: Db, draft: ProductDraft, now: Date): Promise<DeskProduct> {
  await holdCategory(tx, draft.category)
  const id = await insertProduct(tx, draft, now)
  await recordStartingStock(tx, id, draft.stock, now)
  const after = await requireProduct(tx, id)
  await recordChange(tx, { action: 'created', subject: `product:${id}`, after }, now)
  return after
}

/** @throws Refusal 'invalid', 'not-found', 'stock-changed', 'changed-meanwhile' */
export function changeProduct(
  db: Db,
  id: number,
  change: ProductChange,
  now: Date,
): Promise<DeskProduct> {
  refuseOtherId(change.id, id)
  return write(db, async (tx, emit) => {
    const after = await applyChange(tx, id, change, now)
    emit({ kind: 'products', productIds: [id] })
    return after
  })
}

/**
 * Like `changeProduct`, inside the caller's transaction. With `base` (as the form loaded it) only
 * differing fields change. With `baseStock`, or a stock in `base`, stock moves by the difference,
 * so sales made meanwhile aren't lost; without it, stock is set to the number.
 * @throws Refusal 'not-found', 'stock-changed', 'changed-meanwhile'
 */
export async function applyChange(
  tx: Db,
  id: number,
  change: ProductChange,
  now: Date,
): Promise<DeskProduct> {
  const { base, baseStock, stock, id: _, ...rest } = change
  const {
    weighed: _weighed,
    categoryHidden: _hidden,
    back: _back,
    inStock: _all,
    forSale: _some,
    place: _p,
    ...fields
  } = rest
  const loadedStock = baseStock ?? base?.stock
  await lockProduct(tx, id)
  const before = await requireProduct(tx, id)
  const stored = storedFields(before)
  const { change: changed, fault } = changeByWeight(
    mergeChange(fields, { base, stored, shown: before, labels: labelsOf(PRODUCT_FIELDS) }),
    stored,
  )
  const wrong = fault ?? seasonFaults({ ...stored, ...changed })[0]
  if (wrong) throw invalidField(wrong.field, wrong.message)
  if (changed.category !== undefined) await holdCategory(tx, changed.category)
  if (stock !== undefined && (loadedStock !== undefined || !(await isShown(tx, id, stock, now))))
    await adjustStock(tx, id, stock - (loadedStock ?? before.stock), now)
  await updateProduct(tx, id, changed, now)
  const after = await requireProduct(tx, id)
  await recordChange(tx, { action: 'changed', subject: `product:${id}`, before, after }, now)
  return after
}

/** Whether this is the lower number shown while days have little room, so not a stock count. */
async function isShown(tx: Db, id: number, stock: number, at: Date): Promise<boolean> {
  const [shown] = await findForSale(tx, [id], at)
  return shown?.inStock !== undefined && shown.stock === stock
}

/** The row stays for order lines and `restoreProduct`. @throws Refusal 'not-found' */
export function deleteProduct(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx, emit) => {
    await lockProduct(tx, id)
    const before = await requireProduct(tx, id)
    await markDeleted(tx, id, now)
    await recordChange(tx, { action: 'deleted', subject: `product:${id}`, before }, now)
    emit({ kind: 'products', productIds: [id] })
  })
}

/** @throws Refusal 'not-found' */
async function requireProduct(db: Db, id: number): Promise<DeskProduct> {
  return (await findProduct(db, id)) ?? noSuch(`product #${id}`)
}

export async function listDeleted(db: Db): Promise<DeletedProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'price_cents', 'stock', 'image_url', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ price_cents, image_url, deleted_at, ...same }) => ({
    ...same,
    price: toDollars(price_cents),
    imageUrl: image_url,
    deletedAt: deleted_at ?? '',
  }))
}

/**
 * Brings back a deleted product with its ID and everything attached, such as history and orders.
 * @throws Refusal 'not-found' if it wasn't deleted
 */
export function restoreProduct(
  db: Db,
  { id, hidden = false }: { id: number; hidden?: boolean | undefined },
  now: Date,
): Promise<DeskProduct> {
  return write(db, async (tx, emit) => {
    await lockProduct(tx, id)
    const back = await tx
      .updateTable('products')
      .set((row) => ({
        deleted_at: null,
        archived_at: hidden ? row.ref('archived_at') : null,
        updated_at: now.toISOString(),
      }))
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (back.numUpdatedRows === 0n) noSuch(`deleted product #${id}`)
    const after = await requireProduct(tx, id)
    await recordChange(tx, { action: 'restored', subject: `product:${id}`, after }, now)
    emit({ kind: 'products', productIds: [id] })
    return after
  })
}

export function storedFields(product: DeskProduct) {
  const { price, weighUnit = null, weighPrice, weighTo } = product
  const { seasonFrom = null, seasonUntil = null, hidden = false, snap = false } = product
  return {
    ...product,
    seasonFrom,
    seasonUntil,
    price: toCents(price),
    weighUnit,
    hidden,
    snap,
    weighPrice: weighPrice === undefined ? null : toCents(weighPrice),
    weighTo: weighTo === undefined ? null : Math.round(weighTo * 1000),
  }
}

type Fields = Pick<ProductChange, 'price' | 'weighUnit' | 'weighPrice' | 'weighTo'>
type Stored = ReturnType<typeof storedFields>

/**
 * Adds the price that follows from weight: goods sold by weight cost what the heaviest piece costs;
 * without a unit they are sold by the piece. `fault` says where price and weight disagree.
 */
export function changeByWeight<Change extends Fields>(change: Change, stored: Stored) {
  const { weighUnit = stored.weighUnit } = change
  const isOff = change.weighUnit === null
  const weigh = isOff ? { weighUnit: null, weighPrice: null, weighTo: null } : {}
  const given = { ...change, ...weigh }
  const { price, weighPrice = stored.weighPrice, weighTo = stored.weighTo } = given
  const isWeighed = weighUnit !== null && weighPrice && weighTo
  const top = isWeighed ? topPrice({ cents: weighPrice as Cents, to: weighTo }) : stored.price
  const next = { price: price ?? top, weighUnit, weighPrice, weighTo }
  const [fault = null] = weighFaults(next)
  const isSame = price === undefined && top === stored.price
  return { change: isSame ? given : { ...given, price: next.price }, fault }
}

/**
 * Changes many products, all or none; returns those that changed.
 * @throws Refusal as `changeProduct` does for one, with a problem for every row in the way
 */
export function changeProducts(
  db: Db,
  changes: readonly BulkChange[],
  now: Date,
): Promise<DeskProduct[]> {
  return write(db, async (tx, emit) => {
    const changed: DeskProduct[] = []
    const refused: [place: number, Refusal][] = []
    for (const { id, place, change } of byId(changes)) {
      try {
        changed.push(await applyChange(tx, id, change, now))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push([place, error])
      }
    }
    if (refused.length > 0) throw refusalOfAll(refused)
    emit({ kind: 'products', productIds: changed.map(({ id }) => id) })
    return changed
  })
}

/** By ID, so concurrent saves can't deadlock. */
function byId(changes: readonly BulkChange[]) {
  return changes
    .map(({ id, ...change }, place) => ({ id, place, change }))
    .sort((one, other) => one.id - other.id)
}

function problemsOf({ field = 'id', message, problems }: Refusal, row: string): Problem[] {
  return (problems ?? [{ field, message }]).map((problem) => ({
    ...problem,
    field: `${row}.${problem.field}`,
  }))
}

function refusalOfAll(refused: readonly [place: number, Refusal][]): Refusal {
  const inOrder = refused.toSorted(([one], [other]) => one - other)
  const problems = inOrder.flatMap(([place, why]) => problemsOf(why, `changes.${place}`))
  const codes = inOrder.map(([, { code }]) => code)
  const code = WORSE.find((one) => codes.includes(one)) ?? codes[0] ?? 'invalid'
  const rows = problems.length === 1 ? 'one row needs' : `${problems.length} rows need`
  return new Refusal(code, `Nothing was saved: ${rows} another look.`, { problems })
}

/** Of rows refused for several reasons: these need reading again, whatever else is wrong. */
const WORSE = ['changed-meanwhile', 'stock-changed'] as const
