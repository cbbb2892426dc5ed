import { formatDollars, toCents } from '#contract/money.ts'
import {
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type Product,
  type ProductChange,
  type ProductDraft,
} from '#contract/products.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FieldLabel, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { adjustStock, recordStartingStock } from '#server/features/stock/move-stock.ts'
import {
  archiveProduct,
  findProduct,
  insertProduct,
  lockProduct,
  removeProductRow,
  updateProduct,
  wasOrdered,
} from './product-queries.ts'

export function createProduct(db: Db, draft: ProductDraft, now: Date): Promise<Product> {
  return write(db, async (tx, emit) => {
    const created = await addProduct(tx, draft, now)
    emit({ kind: 'products', productIds: [created.id] })
    return created
  })
}

/** As `createProduct`, in the transaction it is given. */
export async function addProduct(tx: Db, draft: ProductDraft, now: Date): Promise<Product> {
  const id = await insertProduct(tx, draft, now)
  await recordStartingStock(tx, id, draft.stock, now)
  const created = await requireProduct(tx, id)
  await recordChange(tx, { action: 'created', subject: `product:${id}`, before: null, after: created }, now)
  return created
}

/** Changes what is given of a product and leaves the rest. @throws Refusal 'invalid', 'not-found', 'stock-changed', 'changed-meanwhile' */
export function changeProduct(db: Db, id: number, change: ProductChange, now: Date): Promise<Product> {
  refuseOtherId(change.id, id)
  return write(db, async (tx, emit) => {
    const after = await applyChange(tx, id, change, now)
    emit({ kind: 'products', productIds: [id] })
    return after
  })
}

/**
 * As `changeProduct`, in the transaction it is given. With `base` (what the form had loaded) only what differs from it is
 * changed. With `baseStock`, or a stock in `base`, the stock moves by the difference, so that sales made meanwhile stay sold;
 * without it the stock becomes the given number.
 * @throws Refusal 'not-found', 'stock-changed', 'changed-meanwhile'
 */
export async function applyChange(tx: Db, id: number, change: ProductChange, now: Date): Promise<Product> {
  const { base, baseStock, stock, id: _, ...fields } = change
  await lockProduct(tx, id)
  const before = await requireProduct(tx, id)
  const stored = { ...before, price: toCents(before.price) }
  const changed = mergeChange(fields, { base, stored, shown: before, labels: FIELD_WORDS })
  if (stock !== undefined) await adjustStock(tx, id, stock - (baseStock ?? base?.stock ?? before.stock), now)
  await updateProduct(tx, id, changed, now)
  const after = await requireProduct(tx, id)
  await recordChange(tx, { action: 'changed', subject: `product:${id}`, before, after }, now)
  return after
}

/** Removes a product; one that was ordered is archived, so that its orders keep their lines. @throws Refusal 'not-found' */
export function deleteProduct(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx, emit) => {
    await lockProduct(tx, id)
    const before = await requireProduct(tx, id)
    const ordered = await wasOrdered(tx, id)
    if (ordered) await archiveProduct(tx, id, now)
    else await removeProductRow(tx, id)
    const action = ordered ? 'archived' : 'deleted'
    await recordChange(tx, { action, subject: `product:${id}`, before, after: null }, now)
    emit({ kind: 'products', productIds: [id] })
  })
}

/** A product of the shop. @throws Refusal 'not-found' */
async function requireProduct(db: Db, id: number): Promise<Product> {
  const product = await findProduct(db, id)
  if (!product) throw new Refusal('not-found', `There is no product #${id}.`)
  return product
}

const FIELD_WORDS: Record<string, FieldLabel> = {
  ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, { name: PRODUCT_LABELS[field].toLowerCase() }])),
  price: { name: 'price', format: (price) => formatDollars(toCents(Number(price))) },
  imageUrl: { name: 'picture', format: (url) => (url === null ? 'gone' : 'another one') },
  allergens: { name: 'allergens field' },
}
