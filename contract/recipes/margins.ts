import type { Cents } from '../money/money.ts'
import { costedLines, costOfOne, marginOf } from './recipe-cost.ts'
import type { Recipe } from './recipes.ts'

export type PricedProduct = { id: number; name: string; price: Cents }

export type ProductMargin = {
  product: PricedProduct
  recipe: { id: number; name: string }
  cost: Cents
  amount: Cents
  permille: number
}

export type MarginTable = { rows: ProductMargin[]; withoutRecipe: PricedProduct[] }

export function marginTable(
  products: readonly PricedProduct[],
  recipes: readonly Recipe[],
): MarginTable {
  const byId = new Map(products.map((product) => [product.id, product]))
  const rows = recipes.flatMap(({ id, name, ingredients, product: made }) => {
    const product = byId.get(made?.productId ?? 0)
    if (!made || !product) return []
    const [lines, units] = [costedLines(ingredients), made.unitsPerBatch]
    const cost = costOfOne(lines, units)
    return [
      { product, recipe: { id, name }, cost, ...marginOf(lines, { price: product.price, units }) },
    ]
  })
  const withRecipe = new Set(rows.map(({ product }) => product.id))
  return {
    rows: rows.sort(
      (one, other) => one.permille - other.permille || byName(one.product, other.product),
    ),
    withoutRecipe: products.filter(({ id }) => !withRecipe.has(id)).sort(byName),
  }
}

function byName(one: PricedProduct, other: PricedProduct): number {
  return one.name.localeCompare(other.name, 'en') || one.id - other.id
}

export function isBelow({ permille }: Pick<ProductMargin, 'permille'>, target: number): boolean {
  return permille < target * 10
}
