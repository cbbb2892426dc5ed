import { stockLevel } from '#contract/stock.ts'
import type { StallProduct } from '#server/features/products/list-stall.ts'
import { nameOf } from './describe-products.ts'
import type { ChatQuery } from './read-query.ts'

const MAX_OF_CATEGORY = 3

export function describeAssortment({ stall }: ChatQuery): string {
  const there = stall.filter(({ stock }) => stockLevel(stock) !== 'out')
  if (there.length === 0) return 'Everything is sold out at the moment; the farmer restocks before market day.'
  const categories = [...Map.groupBy(there, ({ category }) => category)]
  const tokens = categories.map(([category, products]) => `${category} (${joinNames(products)})`)
  return `In stock right now: ${tokens.join('; ')}. Ask me about any of them for the price.`
}

function joinNames(products: readonly StallProduct[]): string {
  const names = products.slice(0, MAX_OF_CATEGORY).map(nameOf).join(', ')
  const more = products.length - MAX_OF_CATEGORY
  return more > 0 ? `${names} and ${more} more` : names
}
