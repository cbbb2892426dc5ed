import type { marketDays } from './calendar/market-days.ts'
import type { EndpointRef } from './endpoint.ts'
import type { feeds } from './feeds.ts'
import type { pages } from './pages/pages.ts'
import type { products } from './products/products.ts'
import type { settings } from './settings/settings.ts'

// Without schemas: the shop's first script has no room for a validator.

export const productsEndpoint: EndpointRef<typeof products.list> = { path: '/api/products' }

export const settingsEndpoint: EndpointRef<typeof settings.list> = { path: '/api/settings' }

export const marketDaysEndpoint: EndpointRef<typeof marketDays.list> = { path: '/api/market-days' }

export const pageLinksEndpoint: EndpointRef<typeof pages.links> = { path: '/api/pages/links' }

export const productFeedEndpoint: EndpointRef<typeof feeds.products> = {
  path: '/api/feeds/products.json',
}
