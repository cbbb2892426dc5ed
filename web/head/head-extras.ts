import type { QueryClient } from '@tanstack/react-query'
import { listZoneTerms } from '#contract/calendar/delivery-terms.ts'
import { toDollars } from '#contract/money/money.ts'
import { REFUNDS_PATH } from '#contract/pages/legal-slugs.ts'
import { pictureName, SHARE_PICTURE, variantUrl } from '#contract/products/pictures.ts'
import { productIdIn, productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import {
  marketDaysQuery,
  pageLinksQuery,
  productsQuery,
  settingsQuery,
} from '#web/api/shop-queries.ts'
import { categoryInShop } from '#web/shop/product/category-in-shop.ts'
import { dialable } from '#web/ui/phone-href.ts'

type SharePicture = { path: string; alt: string; width?: number; height?: number }

const SOCIAL_PICTURE: SharePicture = {
  path: '/social.png',
  alt: 'A barn in front of green hills and a crate of vegetables',
  width: 1200,
  height: 630,
}

type Rendered = {
  /** Title, description and robots as React wrote them, escaped. */
  head: string
  path: string
  /** Such as https://farm.example; null while the shop has no public address. */
  origin: string | null
  client: QueryClient
}

/** For listed pages only: canonical address, Open Graph and schema.org's JSON-LD. */
export function headExtras({ head, path, origin, client }: Rendered): string {
  if (head.includes('name="robots"')) return ''
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1] ?? ''
  const product = productOf(client, path)
  const facts = {
    'og:site_name': inAttribute(settingOf(client, 'farm_name')),
    'og:type': product ? 'product' : 'website',
    'og:title': title,
    'og:description': description,
    ...(product && {
      'product:price:amount': product.price.toFixed(2),
      'product:price:currency': 'USD',
    }),
  }
  const graph = path === '/' ? [business(client, origin ?? '')] : []
  if (product) graph.push(...productData(client, product, origin ?? ''))
  return [
    origin === null
      ? ''
      : addressed(origin, path, (product && pictureOf(product)) ?? SOCIAL_PICTURE),
    ...Object.entries(facts).map(([property, content]) => meta(property, content)),
    graph.length > 0 ? structuredData(graph) : '',
  ].join('')
}

function pictureOf({ name, imageUrl }: Product): SharePicture | null {
  if (!imageUrl) return null
  const uploaded = pictureName(imageUrl)
  const alt = inAttribute(name)
  if (!uploaded) return { path: imageUrl, alt }
  const { width, height } = SHARE_PICTURE
  return { path: variantUrl(uploaded, SHARE_PICTURE), alt, width, height }
}

function addressed(origin: string, path: string, picture: SharePicture): string {
  const { alt, width, height } = picture
  return [
    `<link rel="canonical" href="${origin}${path}"/>`,
    meta('og:url', origin + path),
    meta('og:image', inAttribute(absolute(picture.path, origin))),
    ...(width && height
      ? [meta('og:image:width', String(width)), meta('og:image:height', String(height))]
      : []),
    meta('og:image:alt', alt),
    '<meta name="twitter:card" content="summary_large_image"/>',
  ].join('')
}

/** `content` must be escaped already: React wrote it, or it is our own. */
function meta(property: string, content: string): string {
  return `<meta property="${property}" content="${content}"/>`
}

function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function structuredData(graph: object[]): string {
  const data = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `<script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script>`
}

function productOf(client: QueryClient, path: string): Product | null {
  const id = path.startsWith('/p/') ? productIdIn(path.slice('/p/'.length)) : null
  const products = client.getQueryData(productsQuery.queryKey) ?? []
  return products.find((product) => product.id === id) ?? null
}

function settingOf(client: QueryClient, key: SettingKey): string {
  return settingValue(client.getQueryData(settingsQuery.queryKey) ?? [], key)
}

function productData(client: QueryClient, product: Product, origin: string): object[] {
  const { name, description, category, allergens } = product
  const crumbs = [
    { name: 'Products', item: `${origin}/` },
    { name: category, item: origin + categoryInShop(category) },
    { name, item: origin + productPath(product) },
  ]
  return [
    {
      ...offered(client, product, origin),
      ...(description && { description }),
      ...(allergens && {
        additionalProperty: { '@type': 'PropertyValue', name: 'Allergens', value: allergens },
      }),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map((crumb, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        ...crumb,
      })),
    },
  ]
}

function business(client: QueryClient, origin: string): object {
  // JSON leaves out undefined values.
  const filled = (key: SettingKey) => settingOf(client, key).trim() || undefined
  const hours = openingHours(filled('business_hours') ?? '')
  const phone = filled('contact_phone')
  return {
    '@type': 'GroceryStore',
    '@id': `${origin}/#farm`,
    name: filled('farm_name'),
    description: filled('hero_subtitle'),
    url: `${origin}/`,
    image: `${origin}/social.png`,
    logo: filled('farm_logo') && `${origin}/icon-512.png`,
    address: postalAddress(filled('business_address')),
    telephone: phone && dialable(phone),
    email: filled('contact_email'),
    currenciesAccepted: 'USD',
    paymentAccepted: 'Credit card',
    ...places(client),
    ...(hours && { openingHoursSpecification: { '@type': 'OpeningHoursSpecification', ...hours } }),
  }
}

function places(client: QueryClient): { location?: object[] } {
  const calendar = client.getQueryData(marketDaysQuery.queryKey)
  const location = (calendar?.places ?? []).flatMap(({ key, kind, name, address, mapUrl }) => {
    if (kind !== 'pickup' || address === '') return []
    const open = calendar?.days.filter(
      ({ placeKey, state }) => placeKey === key && state === 'open',
    )
    const hours = (open ?? []).map(({ day, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      opens,
      closes,
      validFrom: day,
      validThrough: day,
    }))
    const about = { name, address: postalAddress(address), ...(mapUrl && { hasMap: mapUrl }) }
    return [{ '@type': 'Place', ...about, openingHoursSpecification: hours }]
  })
  return location.length > 0 ? { location } : {}
}

/** `9 Oak Rd, Athens, OH 45701`; what can't be told apart is the street. */
function postalAddress(text: string | undefined): object | undefined {
  if (!text) return undefined
  const [, streetAddress, addressLocality, addressRegion, postalCode] =
    /^(?:(.+), )?([^,]+), ([A-Z]{2})(?: (\d{5}(?:-\d{4})?))?$/.exec(text) ?? []
  const parts = { streetAddress, addressLocality, addressRegion, postalCode }
  return {
    '@type': 'PostalAddress',
    ...(addressRegion ? parts : { streetAddress: text }),
    addressCountry: 'US',
  }
}

/** The farm's own page says how; nobody else can. */
function returnPolicy(client: QueryClient, origin: string): object {
  const pages = client.getQueryData(pageLinksQuery.queryKey) ?? []
  if (!pages.some(({ slug }) => `/pages/${slug}` === REFUNDS_PATH)) return {}
  return {
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      merchantReturnLink: origin + REFUNDS_PATH,
    },
  }
}

function shipping(client: QueryClient): object {
  const calendar = client.getQueryData(marketDaysQuery.queryKey)
  const addressRegion = settingOf(client, 'default_state')
  const shippingDetails = listZoneTerms(calendar ?? null).map(({ fee }) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: toDollars(fee).toFixed(2),
      currency: 'USD',
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US', addressRegion },
  }))
  return shippingDetails.length > 0 ? { shippingDetails } : {}
}

function offered(client: QueryClient, product: Product, origin: string): object {
  const { id, name, category, price, stock, imageUrl } = product
  return {
    '@type': 'Product',
    '@id': `${origin + productPath(product)}#product`,
    sku: String(id),
    name,
    category,
    brand: { '@type': 'Brand', name: settingOf(client, 'farm_name') },
    ...(imageUrl && { image: absolute(imageUrl, origin) }),
    offers: {
      '@type': 'Offer',
      price: price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      url: origin + productPath(product),
      ...returnPolicy(client, origin),
      ...shipping(client),
    },
  }
}

function absolute(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}

type OpeningHours = { dayOfWeek: string; opens: string; closes: string }

const SENTENCE =
  /^(\w+day)s?,? (\d{1,2})(?::(\d{2}))? ?([AP])M ?[–-] ?(\d{1,2})(?::(\d{2}))? ?([AP])M$/i

/** Parses a sentence as plain as 'Saturdays, 8:00 AM – 2:00 PM'; null for any other. */
export function openingHours(sentence: string): OpeningHours | null {
  const [, day, ...times] = SENTENCE.exec(sentence.trim()) ?? []
  if (!day) return null
  return {
    dayOfWeek: day.charAt(0).toUpperCase() + day.slice(1).toLowerCase(),
    opens: onTheClock(times.slice(0, 3)),
    closes: onTheClock(times.slice(3)),
  }
}

function onTheClock([hour = '', minute = '00', half = '']: (string | undefined)[]): string {
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
