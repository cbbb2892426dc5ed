import type { OutputOf } from '#contract/endpoint.ts'
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

type PageEndpoint =
  | typeof productsEndpoint
  | typeof settingsEndpoint
  | typeof marketDaysEndpoint
  | typeof pageLinksEndpoint
  | typeof contentPageEndpoint
  | typeof pickupRequestEndpoint
  | typeof receiptEndpoint
  | typeof confirmationEndpoint
  | typeof subscriptionEndpoint
  | typeof waitEndpoint

type PageQuestions = {
  [Ref in PageEndpoint as Ref['path']]: Loader<OutputOf<NonNullable<Ref['endpoint']>>>
}

/** The same as over HTTP, for one reader; null if it doesn't exist. */
const PAGE_QUESTIONS = {
  [productsEndpoint.path]: (db, _, { limit, productId, now: at }) => {
    if (limit === undefined) return listForSale(db, at)
    if (productId === undefined) return listFirstForSale(db, limit, at)
    return listProductWithOthers(db, productId, { most: limit - 1, at })
  },
  // Descriptions are only shown at the desk, and would add 400 bytes to each page.
  [settingsEndpoint.path]: async (db) =>
    (await readPublicSettings(db)).map((setting) => ({ ...setting, description: '' })),
  [marketDaysEndpoint.path]: (db, _, { now }) => listOrderingCalendar(db, now),
  [pageLinksEndpoint.path]: listPageLinks,
  [contentPageEndpoint.path]: findPage,
  [pickupRequestEndpoint.path]: (db, secret, { now }) => showRequest(db, secret, now),
  [receiptEndpoint.path]: (db, secret, { now }) => showReceipt(db, secret, now),
  [confirmationEndpoint.path]: (db, secret, { now }) => showConfirmation(db, secret, now),
  [subscriptionEndpoint.path]: showSubscription,
  [waitEndpoint.path]: (db, secret, { now }) => showWait(db, secret, now),
} satisfies PageQuestions

/** By path up to its first parameter, or the whole path. */
const QUESTIONS_BY_START = new Map<string, Loader<unknown>>(
  Object.entries(PAGE_QUESTIONS).map(([path, answer]) => [path.replace(/\{.*/, ''), answer]),
)

/** Answers from one snapshot. @throws Error for a question no page may ask */
export function loadPageData(db: Db, context: LoadContext): Load {
  return async (apiPath, limit, productId) => {
    const start = apiPath.slice(0, apiPath.lastIndexOf('/') + 1)
    const answer = QUESTIONS_BY_START.get(apiPath) ?? QUESTIONS_BY_START.get(start)
    if (!answer) throw new Error(`No page may ask ${apiPath}.`)
    const lastSegment = decodeURIComponent(apiPath.slice(start.length))
    return answer(db, lastSegment, { ...context, limit, productId })
  }
}
