import { type Cents, parseDollars } from '#contract/money/money.ts'
import type { LineUnit } from '#contract/products/units.ts'
import type { Ingredient, IngredientDraft } from '#contract/recipes/ingredient-shapes.ts'
import { costPerUnit } from '#contract/recipes/kitchen.ts'
import type { PackageSize } from '#contract/recipes/package-shapes.ts'
import { NOT_AN_AMOUNT } from '#contract/shapes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { addPrice } from './edit-price.ts'
import { inDollars } from './find-recipe.ts'
import { packageOf } from './load-kitchen.ts'
import { findPriceRow, findRecipeName, type PriceRow } from './recipe-queries.ts'

type LineSource = {
  unit_cents: Cents
  price_id: number | null
  sub_recipe_id: number | null
}

type Cost = Pick<IngredientDraft, 'costPerUnit' | 'priceId' | 'recipeId' | 'package'>
type NewLine = Cost & { name: string; unit: LineUnit }
type Changed = Cost & { name?: string | undefined; unit?: LineUnit | undefined }

/** Where a new line gets its cost from. @throws Refusal 'invalid' */
export async function findSource(tx: Db, wanted: NewLine, now: Date): Promise<LineSource> {
  const { recipeId, priceId, costPerUnit: claimed } = wanted
  if (recipeId != null) {
    if ((await findRecipeName(tx, recipeId)) === null)
      throw wrong('recipeId', `There is no recipe #${recipeId}.`)
    return { ...UNTYPED, sub_recipe_id: recipeId }
  }
  if (wanted.package) return followPackage(tx, wanted.name, wanted.package, now)
  if (priceId != null) {
    if (!(await findPriceRow(tx, { id: priceId })))
      throw wrong('priceId', `There is no price #${priceId} in the price list.`)
    return { ...UNTYPED, price_id: priceId }
  }
  const typed = claimed === undefined ? null : parseDollars(claimed)
  if (typed !== null) return { ...UNTYPED, unit_cents: typed }
  return followClaimed(tx, wanted)
}

const UNTYPED: LineSource = { unit_cents: 0 as Cents, price_id: null, sub_recipe_id: null }

/** The entry of this name in the price list, or a new one. @throws Refusal 'invalid' where it says another price */
async function followPackage(
  tx: Db,
  name: string,
  size: PackageSize,
  now: Date,
): Promise<LineSource> {
  const known = await findPriceRow(tx, { name })
  if (known && !isSamePackage(known, size))
    throw wrong(
      'package.packagePrice',
      `The price list has another price for “${known.name}”. Please change it there: every recipe that uses it follows.`,
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

/** A cost below a cent that was copied from an answer: the price list has it under the line's name. */
async function followClaimed(
  tx: Db,
  { name, unit, costPerUnit: claimed }: NewLine,
): Promise<LineSource> {
  const row = await findPriceRow(tx, { name })
  const cost = row ? costPerUnit(packageOf(row), unit) : null
  if (!row || !cost || claimed === undefined || !isSameCost(claimed, inDollars(cost)))
    throw wrong('costPerUnit', NOT_AN_AMOUNT)
  return { ...UNTYPED, price_id: row.id }
}

/**
 * What a change makes of where a line's cost comes from; nothing where it leaves that alone.
 * @throws Refusal 'invalid'
 */
export async function changedSource(
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
    throw wrong('costPerUnit', 'What this line costs follows from its recipe.')
  return findSource(tx, { costPerUnit: changed.costPerUnit, name, unit }, now)
}

/** A line that is let go from its price keeps what it cost, if that is a whole number of cents. */
function storedCost({ costPerUnit: cost }: Ingredient) {
  return parseDollars(cost) === null ? {} : { costPerUnit: cost }
}

/** Whether a cost says what was answered, be it in other digits. */
function isSameCost(claimed: number, answered: number): boolean {
  return Math.abs(claimed - answered) <= 1e-9 * Math.max(claimed, answered)
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { field })
}
