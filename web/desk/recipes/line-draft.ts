import { MAX_AMOUNT } from '#contract/money/money.ts'
import { parseQuantity, type Thousandths } from '#contract/products/quantity.ts'
import type { LineUnit, Unit } from '#contract/products/units.ts'
import type { IngredientPrice } from '#contract/recipes/ingredient-prices.ts'
import {
  type Ingredient,
  kindOf,
  type LineKind,
  NEW_INGREDIENT,
} from '#contract/recipes/ingredient-shapes.ts'
import { costPerUnit, costsOf } from '#contract/recipes/kitchen.ts'
import { packageSize } from '#contract/recipes/package-shapes.ts'
import type { CostedLine } from '#contract/recipes/recipe-cost.ts'
import { RECIPE_FIELDS, type Recipe } from '#contract/recipes/recipe-shapes.ts'
import { plainNumber, typedDollars, typedNumber } from '#contract/text/typed-numbers.ts'
import type { WiredProps } from '../shared/checked-form.ts'
import { readFields, type TypedFields, typedFields } from '../shared/form-fields.tsx'
import { kitchenOf, packageOf, priceNamed, type ShopKitchen } from './shop-kitchen.ts'

export type LineFieldsProps = WiredProps<TypedIngredient> & {
  shop: ShopKitchen
  recipeId: number | null
}

type TypedPackage = { packageQuantity: number; packageUnit: Unit; packagePrice: number }

export type SentIngredient = {
  name: string
  quantity: number
  unit: LineUnit
  notes: string
  isPackaging?: true
  costPerUnit?: number
  priceId?: number | null
  recipeId?: number
  package?: TypedPackage
}

export function typedIngredient(ingredient: Ingredient): TypedIngredient {
  const { name, quantity, unit, notes, priceId, recipeId, costPerUnit: cost } = ingredient
  return {
    ...BLANK_LINES[kindOf(ingredient)],
    name,
    quantity: String(quantity),
    unit,
    notes: notes ?? '',
    costBy: priceId === undefined ? 'unit' : 'package',
    costPerUnit: ingredient.exactCost === undefined ? cost.toFixed(2) : '',
    priceId: String(priceId ?? ''),
    recipeId: String(recipeId ?? ''),
  }
}

export function priceOf(
  { costBy, priceId, name }: TypedIngredient,
  prices: readonly IngredientPrice[],
): IngredientPrice | undefined {
  if (costBy === 'unit') return undefined
  return prices.find(({ id }) => String(id) === priceId) ?? priceNamed(name, prices)
}

/** What isn't a number becomes one the contract refuses. */
export function readIngredient(
  typed: TypedIngredient,
  prices: readonly IngredientPrice[],
): SentIngredient {
  const { kind, name, unit, notes } = typed
  const line = { name, quantity: typedNumber(typed.quantity), unit, notes }
  if (kind === 'recipe') return { ...line, recipeId: typedNumber(typed.recipeId) }
  return {
    ...line,
    ...(kind === 'packaging' ? { isPackaging: true } : {}),
    ...readCost(typed, prices),
  }
}

function readCost(typed: TypedIngredient, prices: readonly IngredientPrice[]) {
  if (typed.costBy === 'unit') {
    const cost = { costPerUnit: typedNumber(typed.costPerUnit) }
    return typed.priceId === 'none' ? { ...cost, priceId: null } : cost
  }
  // Also follows its price while the price list isn't loaded.
  const id = priceOf(typed, prices)?.id ?? Number(typed.priceId)
  return id > 0 ? { priceId: id } : { package: readPackage(typed) }
}

function readPackage({
  packageQuantity,
  packageUnit,
  packagePrice,
}: TypedIngredient): TypedPackage {
  return {
    packageQuantity: typedNumber(packageQuantity),
    packageUnit,
    packagePrice: typedNumber(packagePrice),
  }
}

export function typedLines(rows: readonly TypedIngredient[], shop: ShopKitchen): CostedLine[] {
  return rows.flatMap((row) => typedLine(row, shop) ?? [])
}

function typedLine(typed: TypedIngredient, shop: ShopKitchen): CostedLine | null {
  const quantity = parseQuantity(plainNumber(typed.quantity) ?? '')
  const cost = quantity === null ? null : costOf(typed, { quantity, shop })
  return quantity === null || cost === null ? null : { quantity, costPerUnit: cost }
}

function costOf(
  typed: TypedIngredient,
  { quantity, shop }: { quantity: Thousandths; shop: ShopKitchen },
): CostedLine['costPerUnit'] | null {
  const { unit } = typed
  if (typed.kind === 'recipe') {
    const recipeId = typedNumber(typed.recipeId)
    const { costOfLine } = costsOf(kitchenOf(shop))
    return costOfLine({ quantity, unit, typed: MAX_AMOUNT, priceId: null, recipeId })
  }
  if (typed.costBy === 'unit') {
    const cost = typedDollars(typed.costPerUnit)
    return cost !== null && cost >= 0 && cost <= MAX_AMOUNT ? cost : null
  }
  const known = priceOf(typed, shop.prices)
  if (known) return costPerUnit(packageOf(known), unit)
  const read = packageSize.safeParse(readPackage(typed)).data
  if (!read) return null
  const size = { quantity: read.packageQuantity, unit: read.packageUnit }
  return costPerUnit({ price: read.packagePrice, size, weighs: null }, unit)
}

export type TypedRecipe = TypedFields<typeof RECIPE_FIELDS>

/** `kind` and `costBy` decide which fields are shown and sent. */
export type TypedIngredient = {
  kind: LineKind
  name: string
  quantity: string
  unit: LineUnit
  notes: string
  costBy: 'unit' | 'package'
  costPerUnit: string
  packageQuantity: string
  packageUnit: Unit
  packagePrice: string
  /** An id on the price list; `none` for a line cut loose from it. */
  priceId: string
  recipeId: string
}

export const BLANK_INGREDIENT: TypedIngredient = {
  kind: 'ingredient',
  name: '',
  quantity: String(NEW_INGREDIENT.quantity),
  unit: NEW_INGREDIENT.unit,
  notes: '',
  costBy: 'unit',
  costPerUnit: String(NEW_INGREDIENT.costPerUnit),
  packageQuantity: '',
  packageUnit: 'lb',
  packagePrice: '',
  priceId: '',
  recipeId: '',
}

export const BLANK_LINES: Readonly<Record<LineKind, TypedIngredient>> = {
  ingredient: BLANK_INGREDIENT,
  packaging: {
    ...BLANK_INGREDIENT,
    kind: 'packaging',
    unit: 'piece',
    packageUnit: 'piece',
    costBy: 'package',
  },
  labor: {
    ...BLANK_INGREDIENT,
    kind: 'labor',
    name: 'Labor',
    quantity: '',
    unit: 'min',
    costBy: 'package',
    packageQuantity: '1',
    packageUnit: 'h',
  },
  recipe: { ...BLANK_INGREDIENT, kind: 'recipe', unit: 'piece', quantity: '' },
}

export function typedRecipe(recipe: Partial<Recipe>): TypedRecipe {
  return typedFields(RECIPE_FIELDS, recipe, { batchUnit: 'lb' })
}

/** A batch without a size has no unit. */
export function readRecipe(typed: TypedRecipe) {
  const { batchUnit, ...read } = readFields(RECIPE_FIELDS, typed)
  return { ...read, batchUnit: read.batchQuantity === null ? null : batchUnit }
}
