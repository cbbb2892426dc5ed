import { sql } from 'kysely'
import { parseTaxCategories } from '#contract/money/tax.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import {
  CATEGORY_FIELDS,
  type CategoryChange,
  type OwnCategory,
} from '#contract/products/own-categories.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { moveRow } from '#server/db/move-row.ts'
import { type Db, write } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'

/** Each one is a filter in the shop. */
const MAX_OWN = 60

export function listOwnCategories(db: Db): Promise<OwnCategory[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'position', 'hidden'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** All of them in the shop's order, hidden ones too. */
export async function listCategoryNames(db: Db): Promise<string[]> {
  return [...PRODUCT_CATEGORIES, ...(await listOwnCategories(db)).map(({ name }) => name)]
}

/** Where a product's category comes among all. */
export const CATEGORY_RANK = sql<number>`case category ${sql.join(
  PRODUCT_CATEGORIES.map((category, rank) => sql`when ${sql.lit(category)} then ${sql.lit(rank)}`),
  sql` `,
)} else (select ${sql.lit(PRODUCT_CATEGORIES.length)} + categories.position from categories
  where categories.name = products.category) end`

/** Whether no filter offers a product's category; null for one of the seven. */
export const CATEGORY_HIDDEN = sql<boolean | null>`(select categories.hidden from categories
  where categories.name = products.category)`

/**
 * Locks the name, so that no product gets one that is being given up.
 * @throws Refusal 'invalid' if unknown
 */
export async function holdCategory(tx: Db, name: string): Promise<void> {
  if ((PRODUCT_CATEGORIES as readonly string[]).includes(name)) return
  const held = tx.selectFrom('categories').select('id').where('name', '=', name).forUpdate()
  if (!(await held.executeTakeFirst())) throw invalidField('category', 'Please choose a category.')
}

/** Adds a category after all others. @throws Refusal 'in-use' if the name exists */
export function createCategory({ db, now }: DbAndClock, name: string): Promise<OwnCategory> {
  return write(db, (tx) => addCategory(tx, name, now())).catch(refuseTwin(name))
}

/** Like `createCategory`, in the given transaction. */
export async function addCategory(tx: Db, name: string, at: Date): Promise<OwnCategory> {
  refuseSeven(name)
  const own = await listOwnCategories(tx)
  if (own.length >= MAX_OWN)
    throw invalidField('name', `A shop has at most ${MAX_OWN} categories of its own.`)
  const position = (own.at(-1)?.position ?? 0) + 1
  const { id } = await tx
    .insertInto('categories')
    .values({ name, name_key: nameKey(name), position })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await requireCategory(tx, id)
  await recordChange(tx, { action: 'created', subject: `category:${id}`, after }, at)
  return after
}

/**
 * Changes what is given, or with `base` what differs. Products take a new name along, lines of past
 * orders and sales don't. @throws Refusal 'not-found', 'in-use', 'changed-meanwhile'
 */
export function changeCategory(
  { db, now }: DbAndClock,
  id: number,
  { id: claimed, base, ...given }: CategoryChange,
): Promise<OwnCategory> {
  refuseOtherId(claimed, id)
  return write(db, async (tx, emit) => {
    await tx.selectFrom('categories').select('id').orderBy('id').forUpdate().execute()
    const before = await requireCategory(tx, id)
    const labels = labelsOf(CATEGORY_FIELDS)
    const { position, ...changed } = mergeChange(given, { base, stored: before, labels })
    const { name = before.name, hidden = before.hidden } = changed
    if (name !== before.name) refuseSeven(name)
    await tx
      .updateTable('categories')
      .set({ name, name_key: nameKey(name), hidden })
      .where('id', '=', id)
      .execute()
    if (position !== undefined) await moveRow(tx, 'categories', { id, position })
    const renamed = await tx
      .updateTable('products')
      .set({ category: name, updated_at: now().toISOString() })
      .where('category', '=', before.name)
      .returning('id')
      .execute()
    if (name !== before.name) await renameTaxed(tx, before.name, name)
    const after = await requireCategory(tx, id)
    await recordChange(tx, { action: 'changed', subject: `category:${id}`, before, after }, now())
    if (renamed.length > 0)
      emit({ kind: 'products', productIds: renamed.map((product) => product.id) })
    return after
  }).catch(refuseTwin(given.name ?? ''))
}

/** The setting that says what is taxed names categories. */
async function renameTaxed(tx: Db, from: string, to: string): Promise<void> {
  const classes = parseTaxCategories(await readSetting(tx, 'tax_categories'))
  const own = classes?.get(from)
  if (!classes || own === undefined) return
  const others = [...classes].filter(([name]) => name !== from)
  const value = JSON.stringify(Object.fromEntries([...others, [to, own]]))
  await tx.updateTable('settings').set({ value }).where('key', '=', 'tax_categories').execute()
}

/** @throws Refusal 'invalid' for the class of an unknown category */
export async function requireTaxCategories(tx: Db, value: string): Promise<void> {
  const names = await listCategoryNames(tx)
  const unknown = [...(parseTaxCategories(value)?.keys() ?? [])].find((one) => !names.includes(one))
  if (unknown !== undefined) throw invalidField('value', `There is no category ${unknown}.`)
}

async function requireCategory(tx: Db, id: number): Promise<OwnCategory> {
  const found = (await listOwnCategories(tx)).find((one) => one.id === id)
  return found ?? noSuch(`category #${id}`)
}

function refuseSeven(name: string): void {
  const twin = PRODUCT_CATEGORIES.find((one) => nameKey(one) === nameKey(name))
  if (twin) throw taken(twin)
}

const refuseTwin = (name: string) => (error: unknown) => {
  if (isUniqueViolation(error)) throw taken(name)
  throw error
}

function taken(name: string): Refusal {
  return new Refusal('in-use', `There is already a category called ${name}.`, { field: 'name' })
}
