import { definedFields } from '#contract/changed-fields.ts'
import { toDollars } from '#contract/money/money.ts'
import { type Thousandths, toQuantity } from '#contract/products/quantity.ts'
import {
  type IngredientPrice,
  MAX_INGREDIENT_PRICES,
  PRICE_FIELDS,
  type PriceChange,
  type PriceDraft,
} from '#contract/recipes/ingredient-prices.ts'
import { costPerUnit } from '#contract/recipes/recipe-cost.ts'
import { formatList } from '#contract/text/format-list.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromColumns, toColumns } from '#server/db/to-columns.ts'
import { type Db, write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import { packageOf, refuseUncosted } from './load-kitchen.ts'
import {
  findPriceRow,
  listPriceRows,
  listTypedLines,
  listUsers,
  lockKitchen,
  type PriceRow,
  renameLines,
} from './recipe-queries.ts'

type Fields = Omit<PriceDraft, 'useEverywhere'>

/** @throws Refusal 'invalid' when the name is taken or the list is full */
export function createPrice(
  db: Db,
  { useEverywhere, ...fields }: PriceDraft,
  now: Date,
): Promise<IngredientPrice> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    const row = await addPrice(tx, fields, now)
    if (useEverywhere) await followEverywhere(tx, row, now)
    return showPrice(row)
  })
}

/** Adds a price in the transaction of a line that uses it. @throws Refusal 'invalid' */
export async function addPrice(tx: Db, fields: Fields, now: Date): Promise<PriceRow> {
  refuseHalfMeasure(fields)
  if ((await listPriceRows(tx)).length >= MAX_INGREDIENT_PRICES)
    throw new Refusal('invalid', `The price list has at most ${MAX_INGREDIENT_PRICES} prices.`)
  const at = now.toISOString()
  const row = await tx
    .insertInto('ingredient_prices')
    .values({ ...rowOf(fields), created_at: at, updated_at: at })
    .onConflict((known) => known.column('name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw nameTaken(fields.name)
  const after = showPrice(row)
  await recordChange(tx, { action: 'created', subject: `price:${row.id}`, after }, now)
  return row
}

/** @throws Refusal 'not-found', 'invalid', 'changed-meanwhile' */
export function changePrice(
  db: Db,
  id: number,
  change: PriceChange,
  now: Date,
): Promise<IngredientPrice> {
  const { id: claimed, base, useEverywhere, usedBy: _, ...fields } = change
  refuseOtherId(claimed, id)
  return write(db, async (tx) => {
    await lockKitchen(tx)
    const old = await requirePrice(tx, id)
    const [before, stored, labels] = [showPrice(old), fieldsOf(old), labelsOf(PRICE_FIELDS)]
    const changed = mergeChange(fields, { base, stored, shown: before, labels })
    const wanted = { ...stored, ...definedFields(changed) }
    refuseHalfMeasure(wanted)
    const namesake = await findPriceRow(tx, { name: wanted.name })
    if (namesake && namesake.id !== id) throw nameTaken(wanted.name)
    const row = await tx
      .updateTable('ingredient_prices')
      .set({ ...rowOf(wanted), updated_at: now.toISOString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await renameLines(tx, { column: 'price_id', id, from: old.name, to: row.name })
    if (useEverywhere) await followEverywhere(tx, row, now)
    await refuseUncosted(tx)
    const after = showPrice(row)
    await recordChange(tx, { action: 'changed', subject: `price:${id}`, before, after }, now)
    return after
  })
}

/** @throws Refusal 'not-found', 'in-use' */
export function deletePrice(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    const row = await requirePrice(tx, id)
    const users = await listUsers(tx, 'price_id', id)
    if (users.length > 0)
      throw new Refusal(
        'in-use',
        `${formatList(users)} ${users.length === 1 ? 'uses' : 'use'} the price of “${row.name}”. Please type a cost per unit there first.`,
      )
    await tx.deleteFrom('ingredient_prices').where('id', '=', id).execute()
    const before = showPrice(row)
    await recordChange(tx, { action: 'deleted', subject: `price:${id}`, before }, now)
  })
}

/** @throws Refusal 'not-found' */
async function requirePrice(tx: Db, id: number): Promise<PriceRow> {
  return (await findPriceRow(tx, { id })) ?? noSuch(`price #${id} in the price list`)
}

/** Links this price to lines of its name with typed costs, if their unit converts. */
async function followEverywhere(tx: Db, row: PriceRow, now: Date): Promise<void> {
  const lines = (await listTypedLines(tx, row.name)).filter(
    ({ unit }) => costPerUnit(packageOf(row), unit) !== null,
  )
  for (const [recipeId, own] of Map.groupBy(lines, (line) => line.recipe_id)) {
    const before = await requireRecipe(tx, recipeId)
    const ids = own.map(({ id }) => id)
    const lines = tx.updateTable('recipe_ingredients').set({ price_id: row.id })
    await lines.where('id', 'in', ids).execute()
    const after = await requireRecipe(tx, recipeId)
    await recordChange(tx, { action: 'changed', subject: `recipe:${recipeId}`, before, after }, now)
  }
}

function nameTaken(name: string): Refusal {
  return invalidField('name', `The price list has a price for “${name}” already.`)
}

/** @throws Refusal 'invalid' for an incomplete weight */
function refuseHalfMeasure(fields: Fields): void {
  const parts = ['measureQuantity', 'measureUnit', 'measureWeight', 'measureWeightUnit'] as const
  const missing = parts.filter((part) => fields[part] == null)
  const [field] = missing
  if (field === undefined || missing.length === parts.length) return
  throw invalidField(field, 'Please say what a certain amount of it weighs, or leave it all empty.')
}

export async function listPrices(db: Db): Promise<IngredientPrice[]> {
  return (await listPriceRows(db)).map(showPrice)
}

function showPrice(row: PriceRow): IngredientPrice {
  const { packageQuantity, packagePrice, measureQuantity, measureWeight, ...same } = fieldsOf(row)
  return {
    id: row.id,
    ...same,
    packageQuantity: toQuantity(packageQuantity),
    packagePrice: toDollars(packagePrice),
    measureQuantity: orNull(measureQuantity),
    measureWeight: orNull(measureWeight),
  }
}

function orNull(quantity: Thousandths | null): number | null {
  return quantity === null ? null : toQuantity(quantity)
}

const PRICE_COLUMNS = {
  name: 'name',
  packageQuantity: 'package_thousandths',
  packageUnit: 'package_unit',
  packagePrice: 'package_cents',
  measureQuantity: 'measure_thousandths',
  measureUnit: 'measure_unit',
  measureWeight: 'weight_thousandths',
  measureWeightUnit: 'weight_unit',
} as const satisfies Record<keyof typeof PRICE_FIELDS, keyof Tables['ingredient_prices']>

function fieldsOf(row: PriceRow) {
  return fromColumns(PRICE_COLUMNS, row)
}

function rowOf(fields: Fields) {
  const { measureQuantity = null, measureUnit = null, ...given } = fields
  const { measureWeight = null, measureWeightUnit = null } = given
  const measure = { measureQuantity, measureUnit, measureWeight, measureWeightUnit }
  return {
    ...toColumns(PRICE_COLUMNS, { ...given, ...measure }),
    name_key: nameKey(fields.name),
  }
}
