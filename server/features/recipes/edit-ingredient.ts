import { type Cents, parseDollars } from '#contract/money/money.ts'
import { toThousandths } from '#contract/products/quantity.ts'
import type { LineUnit } from '#contract/products/units.ts'
import { costPerUnit } from '#contract/recipes/recipe-cost.ts'
import {
  INGREDIENT_FIELDS,
  type Ingredient,
  type IngredientChange,
  type IngredientDraft,
  MAX_INGREDIENTS,
  type PackageSize,
} from '#contract/recipes/recipes.ts'
import { NOT_AN_AMOUNT } from '#contract/shapes.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { addPrice } from './edit-price.ts'
import {
  alterRecipe,
  alterRecipeOfIngredient,
  costInDollars,
  requireIngredient,
} from './find-recipe.ts'
import { findKitchenFault, packageOf, refuseUncosted } from './load-kitchen.ts'
import { findPriceRow, insertIngredientRow, type PriceRow } from './recipe-queries.ts'

/** With `base`, only what differs. @throws Refusal 'not-found', 'invalid', 'changed-meanwhile' */
export async function changeIngredient(
  db: Db,
  id: number,
  change: IngredientChange,
  now: Date,
): Promise<Ingredient> {
  const { id: claimed, base, exactCost: _, package: size, ...fields } = change
  refuseOtherId(claimed, id)
  const { after } = await alterRecipeOfIngredient(db, { id, now }, async (tx, before) => {
    const shown = requireIngredient(before, id)
    const stored = { ...shown, quantity: toThousandths(shown.quantity) }
    const changed = mergeChange(fields, {
      base,
      stored,
      shown,
      labels: labelsOf(INGREDIENT_FIELDS),
    })
    const { quantity, costPerUnit, priceId, recipeId, isPackaging, ...same } = changed
    const source = { ...changed, package: size }
    const row = {
      ...same,
      name: same.name ?? shown.name,
      quantity_thousandths: quantity,
      ...(isPackaging === undefined ? {} : { is_packaging: isPackaging ? 1 : 0 }),
      ...(await changedSource(tx, { shown, changed: source, now })),
    }
    await tx.updateTable('recipe_ingredients').set(row).where('id', '=', id).execute()
    await refuseUncosted(tx, id)
  })
  return requireIngredient(after, id)
}

/** @throws Refusal 'not-found', 'invalid' when the recipe is full */
export async function addIngredient(
  db: Db,
  recipeId: number,
  draft: IngredientDraft,
  now: Date,
): Promise<Ingredient> {
  const { after, result } = await alterRecipe(db, { id: recipeId, now }, async (tx, before) => {
    if (before.ingredients.length >= MAX_INGREDIENTS)
      throw new Refusal('invalid', `A recipe has at most ${MAX_INGREDIENTS} ingredients.`)
    const id = await insertIngredient(tx, { recipeId, draft, now })
    await refuseUncosted(tx, id)
    return id
  })
  return requireIngredient(after, result)
}

/** @throws Refusal 'not-found' */
export async function removeIngredient(db: Db, id: number, now: Date): Promise<void> {
  await alterRecipeOfIngredient(db, { id, now }, async (tx, before) => {
    requireIngredient(before, id)
    await tx.deleteFrom('recipe_ingredients').where('id', '=', id).execute()
  })
}

/** Returns its ID. @throws Refusal 'invalid' */
async function insertIngredient(
  tx: Db,
  { recipeId, draft, now }: { recipeId: number; draft: IngredientDraft; now: Date },
): Promise<number> {
  const { name, quantity, unit, notes, isPackaging = false } = draft
  return insertIngredientRow(tx, {
    recipe_id: recipeId,
    name,
    quantity_thousandths: quantity,
    unit,
    notes,
    is_packaging: isPackaging ? 1 : 0,
    ...(await findSource(tx, draft, now)),
  })
}

/** @throws Refusal 'invalid' at the field of the line that is wrong */
export async function insertIngredients(
  tx: Db,
  { recipeId, drafts, now }: { recipeId: number; drafts: readonly IngredientDraft[]; now: Date },
): Promise<void> {
  const ids: number[] = []
  for (const [index, draft] of drafts.entries()) {
    ids.push(await atLine(index, () => insertIngredient(tx, { recipeId, draft, now })))
  }
  const fault = await findKitchenFault(tx)
  if (!fault) return
  const index = ids.indexOf(fault.line.id)
  const field = index < 0 ? {} : { field: `ingredients.${index}.${fault.field}` }
  throw new Refusal('invalid', fault.message, field)
}

async function atLine<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const field = `ingredients.${index}.${error.field ?? 'name'}`
    throw new Refusal(error.code, error.message, { field })
  }
}

type LineSource = {
  unit_cents: Cents
  price_id: number | null
  sub_recipe_id: number | null
}

type Cost = Pick<IngredientDraft, 'costPerUnit' | 'priceId' | 'recipeId' | 'package'>
type NewLine = Cost & { name: string; unit: LineUnit }
type Changed = Cost & { name?: string | undefined; unit?: LineUnit | undefined }

/** @throws Refusal 'invalid' */
async function findSource(tx: Db, wanted: NewLine, now: Date): Promise<LineSource> {
  const { recipeId, priceId, costPerUnit: claimed } = wanted
  if (recipeId != null) {
    const known = tx.selectFrom('recipes').select('id').where('id', '=', recipeId)
    if (!(await known.executeTakeFirst()))
      throw invalidField('recipeId', `There is no recipe #${recipeId}.`)
    return { ...UNTYPED, sub_recipe_id: recipeId }
  }
  if (wanted.package) return followPackage(tx, wanted.name, wanted.package, now)
  if (priceId != null) {
    if (!(await findPriceRow(tx, { id: priceId })))
      throw invalidField('priceId', `There is no price #${priceId} in the price list.`)
    return { ...UNTYPED, price_id: priceId }
  }
  const typed = claimed === undefined ? null : parseDollars(claimed)
  if (typed !== null) return { ...UNTYPED, unit_cents: typed }
  return followClaimed(tx, wanted)
}

const UNTYPED: LineSource = { unit_cents: 0 as Cents, price_id: null, sub_recipe_id: null }

/** This name's price-list entry, or a new one. @throws Refusal 'invalid' if it has another price */
async function followPackage(
  tx: Db,
  name: string,
  size: PackageSize,
  now: Date,
): Promise<LineSource> {
  const known = await findPriceRow(tx, { name })
  if (known && !isSamePackage(known, size))
    throw invalidField(
      'package.packagePrice',
      `The price list has a different price for “${known.name}”. Change it there and every recipe updates.`,
    )
  const { id } = known ?? (await addPrice(tx, { name, ...size }, now))
  return { ...UNTYPED, price_id: id }
}

function isSamePackage(known: PriceRow, size: PackageSize): boolean {
  return (
    known.package_cents === size.packagePrice &&
    known.package_thousandths === size.packageQuantity &&
    known.package_unit === size.packageUnit
  )
}

/** A cost below a cent, copied from a response: the price list has it under the line's name. */
async function followClaimed(
  tx: Db,
  { name, unit, costPerUnit: claimed }: NewLine,
): Promise<LineSource> {
  const row = await findPriceRow(tx, { name })
  const cost = row ? costPerUnit(packageOf(row), unit) : null
  if (!row || !cost || claimed === undefined || !isSameCost(claimed, costInDollars(cost)))
    throw invalidField('costPerUnit', NOT_AN_AMOUNT)
  return { ...UNTYPED, price_id: row.id }
}

/** How a change affects the source of a cost; empty if it doesn't. @throws Refusal 'invalid' */
async function changedSource(
  tx: Db,
  { shown, changed, now }: { shown: Ingredient; changed: Changed; now: Date },
): Promise<Partial<LineSource>> {
  const { name = shown.name, unit = shown.unit } = changed
  const isNewCost =
    changed.costPerUnit !== undefined && !isSameCost(changed.costPerUnit, shown.costPerUnit)
  const isOther = (key: 'priceId' | 'recipeId') =>
    changed[key] !== undefined && (changed[key] ?? null) !== (shown[key] ?? null)
  if (changed.package || isOther('priceId') || isOther('recipeId'))
    return findSource(tx, { ...storedCost(shown), ...changed, name, unit }, now)
  if (!isNewCost) return {}
  if (shown.recipeId !== undefined)
    throw invalidField('costPerUnit', 'What this line costs follows from its recipe.')
  return findSource(tx, { costPerUnit: changed.costPerUnit, name, unit }, now)
}

function storedCost({ costPerUnit: cost }: Ingredient) {
  return parseDollars(cost) === null ? {} : { costPerUnit: cost }
}

function isSameCost(claimed: number, answered: number): boolean {
  return Math.abs(claimed - answered) <= 1e-9 * Math.max(claimed, answered)
}
