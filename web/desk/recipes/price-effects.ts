import type { PriceDraft } from '#contract/ingredient-prices.ts'
import { costPerUnit, costsOf, type Kitchen, type PackagePrice } from '#contract/kitchen.ts'
import { marginTable, type ProductMargin } from '#contract/margins.ts'
import type { Product } from '#contract/products.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { nameKey } from '#contract/visible-text.ts'
import { pricedProducts } from './margin-rows.ts'
import { kitchenOf, type ShopKitchen } from './shop-kitchen.ts'

/** A price as it would be saved; `id` is null for a new one. */
export type WantedPrice = {
  id: number | null
  name: string
  price: PackagePrice
  useEverywhere: boolean
}

export type PriceEffect = { before: ProductMargin; after: ProductMargin }

export type PriceEffects = {
  /** The products whose cost would change, those that lose most of their margin first. */
  products: PriceEffect[]
  /** Recipes with a line that could not be converted to the package any more. */
  broken: string[]
}

/** The number under which a price that is not saved yet stands in the kitchen. */
const UNSAVED = -1

export function effectsOf(
  wanted: WantedPrice,
  shop: ShopKitchen,
  products: readonly Product[],
): PriceEffects {
  const before = kitchenOf(shop)
  const after = withPrice(wanted, shop, before)
  const [now, then] = [marginsIn(before, shop, products), marginsIn(after, shop, products)]
  const changed = now.rows.flatMap((row) => {
    const next = then.rows.find((one) => isSameRow(one, row))
    const isChanged = next && (next.cost !== row.cost || next.permille !== row.permille)
    return isChanged ? [{ before: row, after: next }] : []
  })
  return {
    products: changed.sort((one, other) => loss(other) - loss(one)),
    broken: then.broken.filter((name) => !now.broken.includes(name)),
  }
}

function loss({ before, after }: PriceEffect): number {
  return before.permille - after.permille
}

function isSameRow(one: ProductMargin, other: ProductMargin): boolean {
  return one.product.id === other.product.id && one.recipe.id === other.recipe.id
}

function marginsIn(kitchen: Kitchen, shop: ShopKitchen, products: readonly Product[]) {
  const { linesOf } = costsOf(kitchen)
  const broken: string[] = []
  const making = shop.recipes.flatMap(({ id, name, product }) => {
    const lines = linesOf(id)
    if (!lines) broken.push(name)
    return lines && product ? [{ id, name, ...product, lines }] : []
  })
  return { rows: marginTable(pricedProducts(products), making).rows, broken }
}

function withPrice(wanted: WantedPrice, shop: ShopKitchen, kitchen: Kitchen): Kitchen {
  const id = wanted.id ?? UNSAVED
  const prices = new Map(kitchen.prices).set(id, wanted.price)
  if (!wanted.useEverywhere) return { ...kitchen, prices }
  const followed = new Map(
    shop.recipes.map((recipe) => {
      const own = kitchen.recipes.get(recipe.id)
      const lines = (own?.lines ?? []).map((line, index) => {
        const isTaken = isTyped(recipe.ingredients[index], wanted.name)
        const fits = isTaken && costPerUnit(wanted.price, line.unit) !== null
        return fits ? { ...line, priceId: id } : line
      })
      return [recipe.id, { servings: recipe.servings, makes: own?.makes ?? null, lines }] as const
    }),
  )
  return { recipes: followed, prices }
}

function isTyped(line: Recipe['ingredients'][number] | undefined, name: string): boolean {
  return line !== undefined && line.exactCost === undefined && nameKey(line.name) === nameKey(name)
}

/** How many lines of a name have typed costs, and how many of them a price can be converted to. */
export function typedLinesNamed(
  { name, price }: Pick<WantedPrice, 'name' | 'price'>,
  { recipes }: ShopKitchen,
): { all: number; fitting: number } {
  const lines = recipes.flatMap(({ ingredients }) =>
    ingredients.filter((one) => isTyped(one, name)),
  )
  const fitting = lines.filter(({ unit }) => costPerUnit(price, unit) !== null)
  return { all: lines.length, fitting: fitting.length }
}

export function packageOfDraft(draft: Omit<PriceDraft, 'name'>): PackagePrice {
  const { measureQuantity: quantity, measureUnit: unit } = draft
  const { measureWeight: weight, measureWeightUnit: weightUnit } = draft
  const isWeighed = quantity != null && unit != null && weight != null && weightUnit != null
  return {
    price: draft.packagePrice,
    size: { quantity: draft.packageQuantity, unit: draft.packageUnit },
    weighs: isWeighed
      ? { of: { quantity, unit }, weight: { quantity: weight, unit: weightUnit } }
      : null,
  }
}
