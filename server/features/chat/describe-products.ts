import { type Cents, formatDollars, times } from '#contract/money/money.ts'
import { shortName } from '#contract/products/short-name.ts'
import { LOW_STOCK, stockLevel } from '#contract/products/stock.ts'
import { DAY } from '#contract/time/durations.ts'
import { formatSeason } from '#contract/time/season.ts'
import type { ShopProduct } from '#server/features/products/product-queries.ts'
import type { NamedProduct } from './farm-index.ts'
import type { ChatQuery, Mention } from './read-question.ts'

function describeProduct(product: ShopProduct): string {
  const { price, unit, stock, off } = product
  const level = stockLevel(stock)
  const there = level === 'in' ? `${stock} in stock` : `only ${stock} left`
  const gone = off ? `in season from ${formatSeason(off)}` : 'sold out at the moment'
  const stands = off || level === 'out' ? gone : there
  return `${shortName(product)}: ${formatDollars(price)}${unit ? ` / ${unit}` : ''}, ${stands}`
}

const MAX_PRICED = 6

function describeProducts(products: readonly ShopProduct[]): string {
  const sorted = products.toSorted((one, other) => Number(other.stock > 0) - Number(one.stock > 0))
  const shown = sorted.slice(0, MAX_PRICED).map(describeProduct).join('; ')
  const others = sorted.slice(MAX_PRICED).map(shortName).join(', ')
  return others ? `${shown}; and also ${others}.` : `${shown}.`
}

export function joinNames(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return names.slice(0, most).join(', ') + more
}

function rowsOf({ shopProducts }: ChatQuery, products: readonly NamedProduct[]): ShopProduct[] {
  return shopProducts.filter(({ id }) => products.some((product) => product.id === id))
}

/** With their prices and stock; empty when there are none. */
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

const UNITS = /^(?:dozen|pound|oz|ounce|quart|pint|gallon)$/

/** Null if no number was named, or one in another unit than the product's. */
function amountOf({ quantity, measure }: Mention, product: ShopProduct): number | null {
  const [asked, own] = [measure, product.unit?.toLowerCase()].map((unit) =>
    unit === 'lb' ? 'pound' : unit,
  )
  return asked && UNITS.test(asked) && asked !== own ? null : quantity || null
}

/** Those that were mentioned, else all. */
export function amongOf(query: ChatQuery): readonly ShopProduct[] {
  const spokenOf = query.mentions.flatMap(({ products }) => rowsOf(query, products))
  return spokenOf.length > 0 ? spokenOf : query.shopProducts
}

function byPrice(query: ChatQuery): ShopProduct[] {
  const there = amongOf(query).filter(({ stock }) => stock > 0)
  return there.toSorted((one, other) => one.price - other.price)
}

function listOr(none: string, heading: string, products: readonly ShopProduct[]): string {
  return products.length > 0 ? `${heading}: ${describeProducts(products)}` : none
}

const NEW_FOR = 21 * DAY

export function describeNewest(query: ChatQuery): string {
  const since = new Date(query.now.getTime() - NEW_FOR).toISOString()
  const fresh = amongOf(query).filter((product) => product.created_at >= since)
  const newest = fresh.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  return listOr('Nothing is new in the last three weeks.', 'New in the shop', newest)
}

export function describeLowStock(query: ChatQuery): string {
  const low = amongOf(query).filter(({ stock }) => stock > 0 && stock <= LOW_STOCK)
  return listOr('Nothing is running low right now.', 'Nearly gone', low)
}

export function describeSoldOut(query: ChatQuery): string {
  const gone = amongOf(query).filter(({ stock, off }) => stock <= 0 && !off)
  if (gone.length === 0) return 'Nothing is sold out right now.'
  return `Sold out at the moment: ${joinNames(gone.map(shortName), 12)}.`
}

const ALL_GONE = 'All of that is sold out at the moment.'

export const describeCheapest = (query: ChatQuery) =>
  listOr(ALL_GONE, 'The lowest price right now', byPrice(query).slice(0, 1))

export const describeDearest = (query: ChatQuery) =>
  listOr(ALL_GONE, 'The highest price right now', byPrice(query).slice(-1))

export function describeWithin(query: ChatQuery): string[] {
  const [, dollars] = query.line.match(/\b(\d{1,6}) (?:dollars?|bucks?|usd)\b/) ?? []
  const budget = dollars ?? query.line.match(/\b(?:under|below|than|to) (\d{1,6})\b/)?.[1]
  if (budget === undefined) return []
  const most = (Number(budget) * 100) as Cents
  const within = byPrice(query).filter(({ price }) => price <= most)
  const amount = formatDollars(most)
  return [listOr(`Nothing in stock costs ${amount} or less.`, `For up to ${amount}`, within)]
}

export function describeAssortment({ shopProducts }: ChatQuery): string {
  const there = shopProducts.filter(({ stock }) => stockLevel(stock) !== 'out')
  if (there.length === 0)
    return 'Everything is sold out at the moment; the farmer restocks before market day.'
  const categories = [...Map.groupBy(there, ({ category }) => category)].map(
    ([category, products]) => `${category} (${joinNames(products.map(shortName), 3)})`,
  )
  return `In stock right now: ${categories.join('; ')}. Ask me about any of them for the price.`
}
