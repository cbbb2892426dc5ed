import { mapLink } from '#contract/calendar/map-link.ts'
import type { ProductFeed } from '#contract/feeds.ts'
import { pictureName, variantUrl } from '#contract/products/pictures.ts'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { stockLevel } from '#contract/products/stock.ts'
import { DAY } from '#contract/time/durations.ts'
import type { Db } from '#server/db/write.ts'
import { calendarFile, escapeText } from '#server/features/calendar/icalendar.ts'
import { readBuyersDays } from '#server/features/calendar/list-days.ts'
import { escaped } from '#server/features/mail/mail-layout.ts'
import { listForSale } from '#server/features/products/product-queries.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'

export async function productFeed(db: Db, origin: string, at: Date): Promise<ProductFeed> {
  const { calendar, pickupDay } = await readBuyersDays(db, at)
  return {
    farm: await readSetting(db, 'farm_name'),
    url: `${origin}/`,
    pause: calendar.pause,
    nextDay: pickupDay,
    products: (await listInSeason(db, at)).map((product) => listed(product, origin)),
  }
}

async function listInSeason(db: Db, at: Date): Promise<Product[]> {
  return (await listForSale(db, at)).filter(({ back }) => back === undefined)
}

/** As wide as a card in the embed on a high-density screen. */
const CARD_PICTURE = { width: 560, format: 'webp' } as const

/** What the contract doesn't list, such as the number in stock, stays out. */
function listed(product: Product, origin: string): ProductFeed['products'][number] {
  const { stock, imageUrl } = product
  const uploaded = imageUrl && pictureName(imageUrl)
  const picture = uploaded ? variantUrl(uploaded, CARD_PICTURE) : imageUrl
  return {
    ...product,
    inStock: stockLevel(stock),
    url: origin + productPath(product),
    image: picture && absolute(picture, origin),
  }
}

function absolute(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}

/** Google accepts more, but a farm with more should split its list. */
const MAX_ITEMS = 5000

/** Products for Google Merchant Center, which requires a picture. Ids are those of the product pages. */
export async function googleFeed(db: Db, origin: string, at: Date): Promise<string> {
  const farm = await readSetting(db, 'farm_name')
  const products = (await listInSeason(db, at)).filter(({ imageUrl }) => imageUrl !== null)
  const items = products.slice(0, MAX_ITEMS).map((product) => {
    const { id, name, description, category, price, stock, imageUrl } = product
    return element('item', [
      ['g:id', String(id)],
      ['title', name],
      ['description', description || name],
      ['link', origin + productPath(product)],
      ['g:image_link', absolute(imageUrl ?? '', origin)],
      ['g:availability', stock > 0 ? 'in_stock' : 'out_of_stock'],
      ['g:price', `${price.toFixed(2)} USD`],
      ['g:condition', 'new'],
      ['g:product_type', category],
      ['g:brand', farm],
      ['g:identifier_exists', 'no'],
    ])
  })
  const about = [
    ['title', farm],
    ['link', `${origin}/`],
    ['description', `Products of ${farm}`],
  ] as const
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n${lines(about)}\n${items.join('\n')}\n</channel></rss>\n`
}

type Line = readonly [tag: string, text: string]

function element(tag: string, content: readonly Line[]): string {
  return `<${tag}>\n${lines(content)}\n</${tag}>`
}

function lines(content: readonly Line[]): string {
  return content.map(([tag, text]) => `<${tag}>${escaped(inXml(text))}</${tag}>`).join('\n')
}

/** Without the characters that XML 1.0 can't represent. */
function inXml(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
}

const DAYS_AHEAD = 90

/** How often a calendar should refresh (RFC 7986, and what Outlook reads). */
const REFRESH = 'PT6H'

/** Pickup days that are open or were called off; a day keeps its UID when its hours or place change. */
export async function dayFeed({ id, linkOrigin }: Shop, db: Db, at: Date): Promise<string> {
  const farm = await readSetting(db, 'farm_name')
  const events = (await listDays(db, at)).map((day) => ({
    uid: `day-${day.id}@${id}`,
    sequence: day.revision,
    changedAt: at.toISOString(),
    opensAt: day.opens_at,
    closesAt: day.closes_at,
    isCancelled: day.state === 'closed',
    summary: `${farm} at ${day.name}`,
    location: [day.name, day.address].filter(Boolean).join(', '),
    description: [day.message || day.note, mapOf(day)].filter(Boolean).join('\n'),
    mapUrl: day.map_url,
    url: `${linkOrigin}/`,
  }))
  return calendarFile('Market days', events, [
    ['X-WR-CALNAME', escapeText(farm)],
    ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
    ['X-PUBLISHED-TTL', REFRESH],
  ])
}

function mapOf({ map_url, address }: { map_url: string | null; address: string }): string {
  const link = mapLink(map_url, address)
  return link ? `Map: ${link}` : ''
}

function listDays(db: Db, at: Date) {
  return db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'opens_at', 'closes_at', 'state', 'message', 'revision'])
    .select(['places.name', 'places.address', 'places.note', 'places.map_url'])
    .where('places.kind', '=', 'pickup')
    .where('closes_at', '>', at.toISOString())
    .where('opens_at', '<', new Date(at.getTime() + DAYS_AHEAD * DAY).toISOString())
    .orderBy('opens_at')
    .orderBy('market_days.id')
    .execute()
}
