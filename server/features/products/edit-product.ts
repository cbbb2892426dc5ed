import { formatDollars, toCents } from '#contract/money.ts'
import {
  type DeskProduct,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type ProductChange,
  type ProductDraft,
} from '#contract/products.ts'
import { seasonFaults } from '#contract/season.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FieldLabel, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { adjustStock, recordStartingStock } from '#server/features/stock/move-stock.ts'
import { findForSale } from './for-sale-queries.ts'
import {
  findProduct,
  insertProduct,
  lockProduct,
  markDeleted,
  updateProduct,
} from './product-queries.ts'
import { priceByWeight, storedFields } from './weighed-product.ts'

export function createProduct(db: Db, draft: ProductDraft, now: Date): Promise<DeskProduct> {
  return write(db, async (tx, emit) => {
    const created = await addProduct(tx, draft, now)
    emit({ kind: 'products', productIds: [created.id] })
    return created
  })
}

/** As `createProduct`, in the transaction it is given. */
export async function addProduct(tx: Db, draft: ProductDraft, now: Date): Promise<DeskProduct> {
  const id = await insertProduct(tx, draft, now)
  await recordStartingStock(tx, id, draft.stock, now)
  const created = await requireProduct(tx, id)
  await recordChange(
    tx,
    { action: 'created', subject: `product:${id}`, before: null, after: created },
    now,
  )
  return created
}

/**
 * Changes what is given of a product and leaves the rest. @throws Refusal 'invalid', 'not-found',
 * 'stock-changed', 'changed-meanwhile'
 */
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
 * As `changeProduct`, in the transaction it is given. With `base` (what the form had loaded) only
 * what differs from it is changed. With `baseStock`, or a stock in `base`, the stock moves by the
 * difference, so that sales made meanwhile stay sold; without it the stock becomes the given
 * number. @throws Refusal 'not-found', 'stock-changed', 'changed-meanwhile'
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
  const changed = priceByWeight(
    mergeChange(fields, { base, stored, shown: before, labels: FIELD_LABELS }),
    stored,
  )
  requireWholeSeason({ ...stored, ...changed })
  if (stock !== undefined && (loadedStock !== undefined || !(await isShown(tx, id, stock, now))))
    await adjustStock(tx, id, stock - (loadedStock ?? before.stock), now)
  await updateProduct(tx, id, changed, now)
  const after = await requireProduct(tx, id)
  await recordChange(tx, { action: 'changed', subject: `product:${id}`, before, after }, now)
  return after
}

/**
 * Whether the shop's list shows this number for want of room on its days: who writes it back whole
 * has not counted the stock.
 */
async function isShown(tx: Db, id: number, stock: number, at: Date): Promise<boolean> {
  const [shown] = await findForSale(tx, [id], at)
  return shown?.inStock !== undefined && shown.stock === stock
}

/**
 * Takes a product out of the shop and the desk. Its row stays, for its orders' lines and for
 * `restoreProduct`. @throws Refusal 'not-found'
 */
export function deleteProduct(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx, emit) => {
    await lockProduct(tx, id)
    const before = await requireProduct(tx, id)
    await markDeleted(tx, id, now)
    await recordChange(
      tx,
      { action: 'deleted', subject: `product:${id}`, before, after: null },
      now,
    )
    emit({ kind: 'products', productIds: [id] })
  })
}

/** @throws Refusal 'invalid' */
function requireWholeSeason(fields: Parameters<typeof seasonFaults>[0]): void {
  const [fault] = seasonFaults(fields)
  if (fault) throw new Refusal('invalid', fault.message, { field: fault.field })
}

/** A product of the desk. @throws Refusal 'not-found' */
export async function requireProduct(db: Db, id: number): Promise<DeskProduct> {
  const product = await findProduct(db, id)
  if (!product) throw new Refusal('not-found', `There is no product #${id}.`)
  return product
}

const FIELD_LABELS: Record<string, FieldLabel> = {
  ...Object.fromEntries(
    PRODUCT_FIELDS.map((field) => [field, { name: PRODUCT_LABELS[field].toLowerCase() }]),
  ),
  price: { name: 'price', format: (price) => formatDollars(toCents(Number(price))) },
  imageUrl: { name: 'picture', format: (url) => (url === null ? 'gone' : 'another one') },
  allergens: { name: 'allergens field' },
}
