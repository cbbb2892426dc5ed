import type { Cents } from '../money/money.ts'
import { type CostedLine, costOfOne, marginOf } from './recipe-cost.ts'

export type PricedProduct = { id: number; name: string; price: Cents }

type MakingRecipe = {
  id: number
  name: string
  productId: number
  unitsPerBatch: number
  lines: readonly CostedLine[]
}

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
  recipes: readonly MakingRecipe[],
): MarginTable {
  const byProduct = Map.groupBy(recipes, ({ productId }) => productId)
  const rows = products.flatMap((product) =>
    (byProduct.get(product.id) ?? []).map((recipe) => marginRow(product, recipe)),
  )
  return {
    rows: rows.sort(
      (one, other) => one.permille - other.permille || byName(one.product, other.product),
    ),
    withoutRecipe: products.filter(({ id }) => !byProduct.has(id)).sort(byName),
  }
}

function marginRow(product: PricedProduct, recipe: MakingRecipe): ProductMargin {
  const { id, name, lines, unitsPerBatch: units } = recipe
  return {
    product,
    recipe: { id, name },
    cost: costOfOne(lines, units),
    ...marginOf(lines, { price: product.price, units }),
  }
}

function byName(one: PricedProduct, other: PricedProduct): number {
  return one.name.localeCompare(other.name, 'en') || one.id - other.id
}

export function isBelow({ permille }: Pick<ProductMargin, 'permille'>, target: number): boolean {
  return permille < target * 10
}
