import { type MarginTable, marginTable } from '#contract/margins.ts'
import { toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { costedLines } from '#contract/recipe-cost.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'

export function pricedProducts(products: readonly Product[]) {
  return products.map(({ id, name, price }) => ({ id, name, price: toCents(price) }))
}

export function marginsOf(products: readonly Product[], recipes: readonly Recipe[]): MarginTable {
  const making = recipes.flatMap(({ id, name, product, ingredients }) =>
    product ? [{ id, name, ...product, lines: costedLines(ingredients) }] : [],
  )
  return marginTable(pricedProducts(products), making)
}
