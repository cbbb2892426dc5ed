import { type Cents, formatDollars, times } from '#contract/money/money.ts'
import { shortName } from '#contract/products/short-name.ts'
import { LOW_STOCK, stockLevel } from '#contract/products/stock.ts'
import { DAY } from '#contract/time/durations.ts'
import { formatSeason } from '#contract/time/season.ts'
import type { ShopProduct } from '#server/features/products/product-queries.ts'
import type { NamedProduct } from './farm-index.ts'
import type { ChatQuery, Mention } from './read-question.ts'

const MAX_PRICED = 6

function describeProduct(product: ShopProduct): string {
  return `${shortName(product)}: ${formatPrice(product)}, ${describeStock(product)}`
}

function formatPrice({ price, unit }: ShopProduct): string {
  return formatDollars(price) + (unit ? ` / ${unit}` : '')
}

function describeStock({ stock, off }: ShopProduct): string {
  if (off) return `in season from ${formatSeason(off)}`
  const tokens = {
    in: `${stock} in stock`,
    low: `only ${stock} left`,
    out: 'sold out at the moment',
  }
  return tokens[stockLevel(stock)]
}

function describeProducts(products: readonly ShopProduct[]): string {
  const sorted = products.toSorted((one, other) => Number(other.stock > 0) - Number(one.stock > 0))
  const shown = sorted.slice(0, MAX_PRICED).map(describeProduct).join('; ')
  const others = sorted.slice(MAX_PRICED).map(shortName).join(', ')
  return others ? `${shown}; and also ${others}.` : `${shown}.`
}

function rowsOf({ shopProducts }: ChatQuery, products: readonly NamedProduct[]): ShopProduct[] {
  return shopProducts.filter(({ id }) => products.some((product) => product.id === id))
}

/** Their prices and stock; nothing when there are none. */
export function describeSome(query: ChatQuery, products: readonly NamedProduct[]): string[] {
  const rows = rowsOf(query, products)
  return rows.length > 0 ? [describeProducts(rows)] : []
}

export function answerMentions(query: ChatQuery, mentions = query.mentions): string[] {
  const sums: Cents[] = []
  const sentences = mentions.map((mention) => {
    const rows = rowsOf(query, mention.products)
    const [only] = rows
    if (!only) return 'We just stopped selling that.'
    const amount = rows.length === 1 ? amountOf(mention, only) : null
    if (amount === null || amount > MAX_COUNTED) return describeProducts(rows)
    const sum = times(only.price, amount)
    sums.push(sum)
    const short = only.stock > 0 && only.stock < amount ? ' That is more than we have.' : ''
    return amount === 1
      ? describeProducts(rows)
      : `${describeProduct(only)}; ${amount} come to ${formatDollars(sum)}.${short}`
  })
  const isWhole = sums.length > 1 && sums.length === mentions.length
  const together = isWhole
    ? [`Together ${formatDollars(sums.reduce((one, other) => (one + other) as Cents))}.`]
    : []
  return [...new Set([...sentences, ...together])]
}

const MAX_COUNTED = 1000

/** Null when no number was named, or one in another unit than the product's. */
function amountOf({ quantity, measure }: Mention, { unit }: ShopProduct): number | null {
  if (!quantity) return null
  const isOther =
    measure !== null && /^(?:dozen|pound|lb|oz|ounce|quart|pint|gallon)$/.test(measure)
  const isSame =
    unit?.toLowerCase() === measure || (measure === 'pound' && unit?.toLowerCase() === 'lb')
  return !isOther || isSame ? quantity : null
}

function amongOf(query: ChatQuery): readonly ShopProduct[] {
  const spokenOf = query.mentions.flatMap(({ products }) => rowsOf(query, products))
  return spokenOf.length > 0 ? spokenOf : query.shopProducts
}

function byPrice(query: ChatQuery): ShopProduct[] {
  const there = amongOf(query).filter(({ stock }) => stock > 0)
  return there.toSorted((one, other) => one.price - other.price)
}

const NEW_FOR = 21 * DAY

export function describeNewest(query: ChatQuery): string {
  const since = new Date(query.now.getTime() - NEW_FOR).toISOString()
  const fresh = amongOf(query).filter((product) => product.created_at >= since)
  const newest = fresh.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  return newest.length > 0
    ? `New in the shop: ${describeProducts(newest)}`
    : 'Nothing is new in the last three weeks.'
}

export function describeLowStock(query: ChatQuery): string {
  const low = amongOf(query).filter(({ stock }) => stock > 0 && stock <= LOW_STOCK)
  return low.length > 0
    ? `Nearly gone: ${describeProducts(low)}`
    : 'Nothing is running low right now.'
}

export function describeSoldOut(query: ChatQuery): string {
  const gone = amongOf(query).filter(({ stock, off }) => stock <= 0 && !off)
  if (gone.length === 0) return 'Nothing is sold out right now.'
  const more = gone.length > 12 ? ` and ${gone.length - 12} more` : ''
  return `Sold out at the moment: ${gone.slice(0, 12).map(shortName).join(', ')}${more}.`
}

export const describeCheapest = (query: ChatQuery) =>
  describeOne('The lowest price', byPrice(query)[0])

export const describeDearest = (query: ChatQuery) =>
  describeOne('The highest price', byPrice(query).at(-1))

function describeOne(what: string, product: ShopProduct | undefined): string {
  return product
    ? `${what} right now: ${describeProduct(product)}.`
    : 'All of that is sold out at the moment.'
}

export function describeWithin(query: ChatQuery): string[] {
  const [, dollars] = query.line.match(/\b(\d{1,6}) (?:dollars?|bucks?|usd)\b/) ?? []
  const budget = dollars ?? query.line.match(/\b(?:under|below|than|to) (\d{1,6})\b/)?.[1]
  if (budget === undefined) return []
  const most = (Number(budget) * 100) as Cents
  const within = byPrice(query).filter(({ price }) => price <= most)
  const amount = formatDollars(most)
  return [
    within.length > 0
      ? `For up to ${amount}: ${describeProducts(within)}`
      : `Nothing in stock costs ${amount} or less.`,
  ]
}

const MAX_OF_CATEGORY = 3

export function describeAssortment({ shopProducts }: ChatQuery): string {
  const there = shopProducts.filter(({ stock }) => stockLevel(stock) !== 'out')
  if (there.length === 0)
    return 'Everything is sold out at the moment; the farmer restocks before market day.'
  const categories = [...Map.groupBy(there, ({ category }) => category)]
  const tokens = categories.map(([category, products]) => `${category} (${joinNames(products)})`)
  return `In stock right now: ${tokens.join('; ')}. Ask me about any of them for the price.`
}

function joinNames(products: readonly ShopProduct[]): string {
  const names = products.slice(0, MAX_OF_CATEGORY).map(shortName).join(', ')
  const more = products.length - MAX_OF_CATEGORY
  return more > 0 ? `${names} and ${more} more` : names
}
