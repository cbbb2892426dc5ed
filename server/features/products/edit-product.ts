import type { PriceOrStock } from '#contract/bulk-products.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import {
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type Product,
  type ProductChange,
  type ProductDraft,
} from '#contract/products.ts'
import type { Problem } from '#contract/refusal.ts'
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
import { priceByWeight, storedFields } from './weighed-product.ts'

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
): Promise<Product> {
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
): Promise<Product> {
  const { base, baseStock, stock, id: _, weighed: _words, ...fields } = change
  await lockProduct(tx, id)
  const before = await requireProduct(tx, id)
  const stored = storedFields(before)
  const changed = priceByWeight(
    mergeChange(fields, { base, stored, shown: before, labels: FIELD_LABELS }),
    stored,
  )
  if (stock !== undefined)
    await adjustStock(tx, id, stock - (baseStock ?? base?.stock ?? before.stock), now)
  await updateProduct(tx, id, changed, now)
  const after = await requireProduct(tx, id)
  await recordChange(tx, { action: 'changed', subject: `product:${id}`, before, after }, now)
  return after
}

/** One that was ordered is archived, for its orders' lines. @throws Refusal 'not-found' */
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

const FIELD_LABELS: Record<string, FieldLabel> = {
  ...Object.fromEntries(
    PRODUCT_FIELDS.map((field) => [field, { name: PRODUCT_LABELS[field].toLowerCase() }]),
  ),
  price: { name: 'price', format: (price) => formatDollars(toCents(Number(price))) },
  imageUrl: { name: 'picture', format: (url) => (url === null ? 'gone' : 'another one') },
  allergens: { name: 'allergens field' },
}

/**
 * Changes prices and stock of many products, all or none; answers those that changed. @throws
 * Refusal 'stock-changed', or 'changed-meanwhile' where a price was, with a problem for every row
 * that stands in the way
 */
export function changeProducts(
  db: Db,
  changes: readonly PriceOrStock[],
  now: Date,
): Promise<Product[]> {
  return write(db, async (tx, emit) => {
    const changed: Product[] = []
    const problems: Problem[] = []
    for (const { id, place, change } of byId(changes)) {
      const refused = await refusalOf(
        async () => void changed.push(await applyChange(tx, id, change, now)),
      )
      if (refused) problems.push(...problemsOf(refused, `changes.${place}`))
    }
    if (problems.length > 0)
      throw new Refusal(codeOf(problems), sentenceOf(problems.length), { problems })
    emit({ kind: 'products', productIds: changed.map(({ id }) => id) })
    return changed
  })
}

/** By their numbers, so that two who save at once cannot wait for each other. */
function byId(changes: readonly PriceOrStock[]) {
  return changes
    .map(({ id, ...change }, place) => ({ id, place, change }))
    .sort((one, other) => one.id - other.id)
}

async function refusalOf(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function problemsOf({ field = 'id', message, problems }: Refusal, row: string): Problem[] {
  return (problems ?? [{ field, message }]).map((problem) => ({
    ...problem,
    field: `${row}.${problem.field}`,
  }))
}

function codeOf(problems: readonly Problem[]) {
  return problems.some(({ current }) => current !== undefined)
    ? 'changed-meanwhile'
    : 'stock-changed'
}

function sentenceOf(count: number): string {
  return `Nothing was saved: ${count === 1 ? 'one row needs' : `${count} rows need`} another look.`
}
