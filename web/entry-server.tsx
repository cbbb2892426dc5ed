import { text } from 'node:stream/consumers'
import type { QueryClient } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { categoryIn, isInCategory, type StorefrontCategory } from '#contract/products/categories.ts'
import { MISSING_PRODUCT_PATH, productIdIn } from '#contract/products/product-path.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { productsEndpoint } from '#contract/shop-endpoints.ts'
import {
  confirmationQuery,
  contentPageQuery,
  receiptQuery,
  subscriptionQuery,
} from './api/page-queries.ts'
import { leavePageState, type PageState } from './api/page-state.ts'
import { createQueryClient, type Load } from './api/query-client.ts'
import { MAX_ON_PAGE, productsQuery, settingsQuery } from './api/shop-queries.ts'
import { accentStyle } from './head/accent-style.ts'
import { headExtras } from './head/head-extras.ts'
import { ANY_OTHER, findPage } from './routes.tsx'
import { App } from './shop/shell/app.tsx'
import { ShopOrigin } from './shop/storefront/contact-section.tsx'
import { AddressedCategory } from './shop/storefront/product-section.tsx'

/** What React writes before the app's first tag, all of which belongs in the head. */
const HEAD_PART = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/

type RenderedPage = {
  template: 'shop' | 'desk' | 'stall'
  status: 200 | 404 | 410
  head: string
  html: string
  state: string
}

/** Puts every product on the home page, for visitors without scripts. */
const ALL_PRODUCTS = 'all=1'

const MAX_OTHERS = 4

const PRODUCT_PAGE = '/p/:product'

/** By path, the query a page can't do without; a null answer means there is no such page. */
const NEEDED: Record<string, (lastSegment: string) => { queryKey: readonly unknown[] }> = {
  '/o/:secret': receiptQuery,
  '/newsletter/confirm/:secret': confirmationQuery,
  '/newsletter/unsubscribe/:secret': subscriptionQuery,
  '/pages/:slug': contentPageQuery,
}

/** For an anonymous visitor. If `load` fails for an API path, the page shows its failed state. */
export async function render(
  address: string,
  load: Load,
  meta: { version: number; origin: string | null },
): Promise<RenderedPage> {
  const [path = '', query = ''] = address.split('?')
  if (path === STALL_PAGE) return stallPage(await readSettings(createQueryClient(load), load))
  const category = categoryIn(query)
  const { page, lastSegment } = findPage(path)
  const first = partOfProducts(load, { path, query, category })
  const client = createQueryClient(first.load)
  const { prelude } = await prerenderToNodeStream(
    <ShopOrigin value={meta.origin}>
      <AddressedCategory value={category}>
        <App page={page} lastSegment={lastSegment} client={client} />
      </AddressedCategory>
    </ShopOrigin>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  const markup = await text(prelude)
  const head = HEAD_PART.exec(markup)?.[0] ?? ''
  const status = statusOf(client, path)
  const settings = await readSettings(client, load)
  const { version, origin } = meta
  const state = leavePageState(client, { path, version, hasAllProducts: first.areAll() })
  return {
    template: page.isDesk ? 'desk' : 'shop',
    status,
    head:
      head +
      accentStyle(settings) +
      (status === 200 ? headExtras({ head, path, origin, client }) : ''),
    html: markup.slice(head.length),
    state: JSON.stringify(withoutShown(state)).replaceAll('<', '\\u003c'),
  }
}

function stallPage(settings: Awaited<ReturnType<typeof readSettings>>): RenderedPage {
  const head = '<title>Farmstand stall</title><meta name="robots" content="noindex">'
  return {
    template: 'stall',
    status: 200,
    head: head + accentStyle(settings),
    html: '<h1 class="wrap py-4 text-xl">Farmstand stall</h1>',
    state: '',
  }
}

/** A page that doesn't use settings gets them loaded apart, so they aren't sent with it. */
async function readSettings(client: QueryClient, load: Load) {
  const { queryKey } = settingsQuery
  const cached = client.getQueryData(queryKey)
  return cached ?? (await createQueryClient(load).fetchQuery(settingsQuery)) ?? []
}

/**
 * 200 for a page whose content exists, 410 for a product that left the shop.
 * @throws whatever kept the shop from knowing: such a page must not be cached as missing
 */
function statusOf(client: QueryClient, path: string): RenderedPage['status'] {
  const { page, lastSegment } = findPage(path)
  if (path === MISSING_PRODUCT_PATH) return 404
  if (page.path === PRODUCT_PAGE) return isOffered(client, productIdIn(lastSegment)) ? 200 : 410
  const query = NEEDED[page.path]?.(lastSegment)
  if (!query) return page.path === ANY_OTHER ? 404 : 200
  const needed = client.getQueryState(query.queryKey)
  if (needed?.error) throw needed.error
  return needed?.data == null ? 404 : 200
}

function isOffered(client: QueryClient, id: number | null): boolean {
  const list = client.getQueryData(productsQuery.queryKey)
  if (!list) throw new Error('The products of a page could not be read.')
  return list.some((product) => product.id === id)
}

type PageRequest = { path: string; query: string; category: StorefrontCategory }

function partOfProducts(load: Load, { path, query, category }: PageRequest) {
  const { page, lastSegment } = findPage(path)
  let areAll = true
  const loadProducts = async (apiPath: string) => {
    if (query === ALL_PRODUCTS) return load(apiPath)
    const answer = await load(apiPath, category === 'all' ? MAX_ON_PAGE + 1 : undefined)
    if (!Array.isArray(answer) || answer.length <= MAX_ON_PAGE) return answer
    areAll = false
    return answer.filter((product) => isInCategory(product, category)).slice(0, MAX_ON_PAGE)
  }
  const loadOneWithOthers = (apiPath: string) => {
    areAll = false
    return load(apiPath, 1 + MAX_OTHERS, productIdIn(lastSegment) ?? undefined)
  }
  const loadPart = page.path === PRODUCT_PAGE ? loadOneWithOthers : loadProducts
  return {
    areAll: () => areAll,
    load: (apiPath: string) =>
      apiPath === productsEndpoint.path ? loadPart(apiPath) : load(apiPath),
  }
}

/** Only the server shows these of the farm's settings: scripts would find their built-in values. */
const SHOWN =
  /^(?:accent_color|business_\w+|farm_update|farmer_\w+|hero_title|homepage_video_url|photo_\w+)$/

function withoutShown(state: PageState): PageState {
  const queries = state.queries.map(([key, data]): PageState['queries'][number] => {
    if (key[0] !== settingsQuery.queryKey[0] || !Array.isArray(data)) return [key, data]
    return [key, data.filter((one: Setting) => !SHOWN.test(one.key))]
  })
  return { ...state, queries }
}
