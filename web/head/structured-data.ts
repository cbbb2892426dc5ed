import type { QueryClient } from '@tanstack/react-query'
import { productIdIn, productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { marketDaysQuery, productsQuery, settingsQuery } from '#web/api/shop-queries.ts'
import { categoryInShop } from '#web/shop/product/category-in-shop.ts'

/** schema.org data for a listed page; null when there is none. */
export function structuredData(client: QueryClient, path: string, origin: string): object | null {
  const product = productOf(client, path)
  if (product) return productData(product, origin)
  if (path !== '/') return null
  const products = client.getQueryData(productsQuery.queryKey) ?? []
  const listed = products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: origin + productPath(product),
  }))
  return {
    '@context': 'https://schema.org',
    '@graph': [
      business(client, origin),
      { '@type': 'ItemList', name: 'Our products', itemListElement: listed },
    ],
  }
}

export function productOf(client: QueryClient, path: string): Product | null {
  const id = path.startsWith('/p/') ? productIdIn(path.slice('/p/'.length)) : null
  const products = client.getQueryData(productsQuery.queryKey) ?? []
  return products.find((product) => product.id === id) ?? null
}

function productData(product: Product, origin: string): object {
  const { name, description, category, allergens } = product
  const crumbs = [
    { name: 'Products', item: `${origin}/` },
    { name: category, item: origin + categoryInShop(category) },
    { name, item: origin + productPath(product) },
  ]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...offered(product, origin),
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
    ],
  }
}

function business(client: QueryClient, origin: string): object {
  const stored = client.getQueryData(settingsQuery.queryKey) ?? []
  // JSON leaves out undefined values.
  const settingOf = (key: SettingKey) => settingValue(stored, key).trim() || undefined
  const hours = openingHours(settingOf('business_hours') ?? '')
  return {
    '@type': 'GroceryStore',
    '@id': `${origin}/#farm`,
    name: settingOf('farm_name'),
    description: settingOf('hero_subtitle'),
    url: `${origin}/`,
    image: `${origin}/social.png`,
    logo: settingOf('farm_logo') && `${origin}/icon-512.png`,
    address: settingOf('business_address'),
    telephone: settingOf('contact_phone'),
    email: settingOf('contact_email'),
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
    const about = { name, address, ...(mapUrl && { hasMap: mapUrl }) }
    return [{ '@type': 'Place', ...about, openingHoursSpecification: hours }]
  })
  return location.length > 0 ? { location } : {}
}

function offered(product: Product, origin: string): object {
  const { id, name, category, price, stock, imageUrl } = product
  return {
    '@type': 'Product',
    '@id': `${origin + productPath(product)}#product`,
    sku: String(id),
    name,
    category,
    ...(imageUrl && { image: absolute(imageUrl, origin) }),
    offers: {
      '@type': 'Offer',
      price: price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      url: origin + productPath(product),
    },
  }
}

export function absolute(url: string, origin: string): string {
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
