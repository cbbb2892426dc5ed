import type { Endpoint, EndpointRef, OutputOf } from '#contract/endpoint.ts'
import {
  confirmationEndpoint,
  contentPageEndpoint,
  pickupRequestEndpoint,
  receiptEndpoint,
  subscriptionEndpoint,
  waitEndpoint,
} from '#contract/pages/page-endpoints.ts'
import {
  marketDaysEndpoint,
  pageLinksEndpoint,
  productsEndpoint,
  settingsEndpoint,
} from '#contract/shop-endpoints.ts'
import type { Db } from './db/write.ts'
import { listOrderingCalendar } from './features/calendar/list-days.ts'
import { showRequest } from './features/checkout/place-at-pickup.ts'
import { showConfirmation, showSubscription } from './features/newsletter/subscription.ts'
import { showReceipt } from './features/orders/show-receipt.ts'
import { findPage, listPageLinks, type Reader } from './features/pages/page-queries.ts'
import {
  listFirstForSale,
  listForSale,
  listProductWithOthers,
} from './features/products/product-queries.ts'
import { readPublicSettings } from './features/settings/read-setting.ts'
import { showWait } from './features/waiting-list/join-list.ts'
import type { Load } from './http/render-page.ts'

type LoadContext = Reader & {
  now: Date
  limit?: number | undefined
  productId?: number | undefined
}

type Loader<Output> = (db: Db, lastSegment: string, context: LoadContext) => Promise<Output | null>

/** By path up to its first parameter, or the whole path. */
function question<E extends Endpoint>(
  { path }: EndpointRef<E>,
  load: Loader<OutputOf<E>>,
): [start: string, load: Loader<unknown>] {
  return [path.replace(/\{.*/, ''), load]
}

/** The same as over HTTP, for one reader; null if it doesn't exist. */
const QUESTIONS = new Map([
  question(productsEndpoint, (db, _, { limit, productId, now: at }) => {
    if (limit === undefined) return listForSale(db, at)
    if (productId === undefined) return listFirstForSale(db, limit, at)
    return listProductWithOthers(db, productId, { most: limit - 1, at })
  }),
  // Descriptions are only shown at the desk, and would add 400 bytes to each page.
  question(settingsEndpoint, async (db) =>
    (await readPublicSettings(db)).map((setting) => ({ ...setting, description: '' })),
  ),
  question(marketDaysEndpoint, (db, _, { now }) => listOrderingCalendar(db, now)),
  question(pageLinksEndpoint, listPageLinks),
  question(contentPageEndpoint, findPage),
  question(pickupRequestEndpoint, (db, secret, { now }) => showRequest(db, secret, now)),
  question(receiptEndpoint, (db, secret, { now }) => showReceipt(db, secret, now)),
  question(confirmationEndpoint, (db, secret, { now }) => showConfirmation(db, secret, now)),
  question(subscriptionEndpoint, showSubscription),
  question(waitEndpoint, (db, secret, { now }) => showWait(db, secret, now)),
])

/** Answers from one snapshot. @throws Error for a question no page may ask */
export function loadPageData(db: Db, context: LoadContext): Load {
  return async (apiPath, limit, productId) => {
    const start = apiPath.slice(0, apiPath.lastIndexOf('/') + 1)
    const answer = QUESTIONS.get(apiPath) ?? QUESTIONS.get(start)
    if (!answer) throw new Error(`No page may ask ${apiPath}.`)
    const lastSegment = decodeURIComponent(apiPath.slice(start.length))
    return answer(db, lastSegment, { ...context, limit, productId })
  }
}
