import { type LetterText, MAX_LETTER_LENGTH } from '#contract/mail/letters.ts'
import { formatDollars } from '#contract/money/money.ts'
import { stockLevel } from '#contract/products/stock.ts'
import { unitBeside } from '#contract/products/unit-beside.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import type { Db } from '#server/db/write.ts'
import { listNextPickups, type NextPickup } from '#server/features/calendar/list-days.ts'
import { listShopProducts, type ShopProduct } from '#server/features/products/product-queries.ts'
import { listBackSince } from '#server/features/stock/back-in-stock.ts'
import type { Shop } from '#server/shop.ts'

/** How long a new or returned product is news, in milliseconds. */
const NEWS_FOR = 14 * DAY

const MAX_PRODUCTS = 60
const MAX_PLACES = 12

export async function draftLetter({ db, now }: Shop): Promise<LetterText> {
  const since = new Date(now().getTime() - NEWS_FOR)
  const shopProducts = (await listShopProducts(db, now())).filter(({ stock }) => stock > 0)
  const { pickups } = await listNextPickups(db, now())
  const products = await withNews(db, shopProducts, since)
  const ranked = products.toSorted((one, other) => rankOf(one) - rankOf(other))
  const day = pickups[0] && formatLongDay(pickups[0].day)
  const pickup = day ? [`# Pick it up on ${day}`, formatPlaces(pickups)] : []
  const bodyOf = (shown: number) =>
    ['Hello,', ...partsOf(ranked, shown), ...pickup, 'See you there!'].join('\n\n')
  let shown = Math.min(MAX_PRODUCTS, ranked.length)
  while (shown > 0 && bodyOf(shown).length > MAX_LETTER_LENGTH) shown--
  return { subject: day ? `Fresh for ${day}` : 'Fresh from the farm', body: bodyOf(shown) }
}

type DraftProduct = ShopProduct & { news: 'new' | 'back' | null; isLow: boolean; order: number }

async function withNews(
  db: Db,
  shopProducts: readonly ShopProduct[],
  since: Date,
): Promise<DraftProduct[]> {
  const isOld = ({ created_at }: ShopProduct) => Date.parse(created_at) <= since.getTime()
  // When everything is new, nothing is.
  const isSomeOld = shopProducts.some(isOld)
  const back = await listBackSince(db, since)
  return shopProducts.map((product, order) => {
    const isNew = isSomeOld && !isOld(product)
    const news = isNew ? 'new' : isOld(product) && back.has(product.id) ? 'back' : null
    return { ...product, order, news, isLow: stockLevel(product.stock) === 'low' }
  })
}

function rankOf({ news, isLow }: DraftProduct): number {
  if (news) return news === 'new' ? 0 : 1
  return isLow ? 2 : 3
}

function partsOf(ranked: readonly DraftProduct[], shown: number): string[] {
  if (ranked.length === 0) return ['We’re sold out right now and busy picking more.']
  const named = ranked.slice(0, shown)
  const groups = Object.groupBy(named, ({ category }) => category)
  const first = new Map<string, number>()
  for (const { category, order } of ranked)
    first.set(category, Math.min(order, first.get(category) ?? order))
  const parts = Object.entries(groups)
    .toSorted(([one], [other]) => (first.get(one) ?? 0) - (first.get(other) ?? 0))
    .map(([category, ones = []]) => [`# ${category}`, ...ones.map(formatProduct)].join('\n'))
  const rest = ranked.length - named.length
  const more = rest > 0 ? [`And ${rest.toLocaleString('en-US')} more in the shop.`] : []
  return ['Here is what we have right now.', ...parts, ...more]
}

function formatPlaces(pickups: readonly NextPickup[]): string {
  const rest = pickups.length - MAX_PLACES
  const lines = pickups.slice(0, MAX_PLACES).map(formatPickup)
  return [...lines, ...(rest > 0 ? [`- and ${rest} more places, see the shop`] : [])].join('\n')
}

function formatPickup({ name, window, address }: NextPickup): string {
  return `- ${name}: ${[window, address].filter(Boolean).join(', ')}`
}

function formatProduct(product: DraftProduct): string {
  const { name, price, stock, news, isLow } = product
  const notes = [
    ...(news ? [news === 'new' ? 'new' : 'back in stock'] : []),
    ...(isLow ? [`only ${stock} left`] : []),
  ]
  const unit = unitBeside(product)
  const per = unit && ` / ${unit}`
  const aside = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return `- ${name}: ${formatDollars(price)}${per}${aside}`
}
