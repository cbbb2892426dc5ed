import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { MAX_AMOUNT, toCents } from '#contract/money/money.ts'
import { parseQuantity, toThousandths } from '#contract/products/quantity.ts'
import type { Amount, LineUnit, Unit } from '#contract/products/units.ts'
import { times } from '#contract/recipes/fraction.ts'
import { type IngredientPrice, ingredientPrices } from '#contract/recipes/ingredient-prices.ts'
import {
  type CostedLine,
  costedLines,
  costPerUnit,
  exactCost,
  type PackagePrice,
  shareOfBatch,
} from '#contract/recipes/recipe-cost.ts'
import {
  type Ingredient,
  kindOf,
  type LineKind,
  NEW_INGREDIENT,
  packageSize,
  RECIPE_FIELDS,
  type Recipe,
  recipes,
} from '#contract/recipes/recipes.ts'
import { plainNumber, typedDollars, typedNumber } from '#contract/text/typed-numbers.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { query } from '#web/api/call.ts'
import type { WiredProps } from '../shared/edit-form.ts'
import { readFields, type TypedFields, typedFields } from '../shared/form-fields.tsx'
import { type Change, useChange } from '../shared/use-change.ts'

export type LineFieldsProps = WiredProps<TypedIngredient> & { recipeId: number | null }

export type SentIngredient = InputOf<typeof recipes.addIngredient>['body']

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

function readPackage({ packageQuantity, packageUnit, packagePrice }: TypedIngredient) {
  return {
    packageQuantity: typedNumber(packageQuantity),
    packageUnit,
    packagePrice: typedNumber(packagePrice),
  }
}

export function typedLines(rows: readonly TypedIngredient[], shop: ShopKitchen): CostedLine[] {
  return rows.flatMap((row) => {
    const quantity = parseQuantity(plainNumber(row.quantity) ?? '')
    const cost = costOf(row, shop)
    return quantity === null || cost === null ? [] : [{ quantity, costPerUnit: cost }]
  })
}

function costOf(typed: TypedIngredient, shop: ShopKitchen): CostedLine['costPerUnit'] | null {
  const { unit } = typed
  if (typed.kind === 'recipe') {
    const used = shop.recipes.find(({ id }) => String(id) === typed.recipeId)
    const share = used ? shareOf(used, unit) : null
    return used && share ? times(exactCost(costedLines(used.ingredients)), share) : null
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

export type ShopKitchen = { recipes: readonly Recipe[]; prices: readonly IngredientPrice[] }

export function useShopKitchen(): ShopKitchen {
  const { data: list = [] } = useQuery(query(recipes.list))
  const { data: prices = [] } = useQuery(query(ingredientPrices.list))
  return { recipes: list, prices }
}

export function priceNamed(name: string, prices: readonly IngredientPrice[]) {
  return prices.find((price) => nameKey(price.name) === nameKey(name))
}

/** What part of a batch one unit of it is; null if unknown. */
export function shareOf({ servings, batchQuantity, batchUnit }: Recipe, unit: LineUnit) {
  return shareOfBatch({ servings, makes: amountOf(batchQuantity, batchUnit) }, unit)
}

export function packageOf(price: Omit<IngredientPrice, 'id' | 'name'>): PackagePrice {
  const of = amountOf(price.measureQuantity, price.measureUnit)
  const weight = amountOf(price.measureWeight, price.measureWeightUnit)
  return {
    price: toCents(price.packagePrice),
    size: { quantity: toThousandths(price.packageQuantity), unit: price.packageUnit },
    weighs: of && weight ? { of, weight } : null,
  }
}

type OrNone<Value> = Value | null | undefined

export function amountOf(quantity: OrNone<number>, unit: OrNone<Unit>): Amount | null {
  if (quantity == null || unit == null) return null
  return { quantity: toThousandths(quantity), unit }
}

export function useRecipeChange<Sent, Answer>(change: Omit<Change<Sent, Answer>, 'refreshes'>) {
  return useChange({ ...change, refreshes: [recipes.list, ingredientPrices.list] })
}

export const RECIPES_ADDRESS = 'recipes'

export const MARGINS_ADDRESS = 'recipes/margins'
export const PRICES_ADDRESS = 'recipes/prices'

export function recipeAddress(id: number): string {
  return `${RECIPES_ADDRESS}/${id}`
}

export function recipeInAddress(hash: string): number | null {
  const id = /^recipes\/([1-9]\d{0,9})(?![^/])/.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}
