import type { QueryClient } from '@tanstack/react-query'
import { admin } from '#contract/admin.ts'
import { analytics } from '#contract/analytics.ts'
import { calendar } from '#contract/calendar.ts'
import { chat } from '#contract/chat.ts'
import { packingDaysEndpoint } from '#contract/desk-endpoints.ts'
import { deskOrders } from '#contract/desk-orders.ts'
import { deskProducts } from '#contract/desk-products.ts'
import { foundOrderEndpoints } from '#contract/found-orders.ts'
import type { LiveNews } from '#contract/live.ts'
import { today } from '#contract/today.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { followProducts } from '#web/api/live-products.ts'
import type { PageState } from '#web/api/page-state.ts'
import { invalidate } from '#web/api/query.ts'

/** What comes in a rush is read together, in ms. */
const GATHERING = 250

const OF_ORDERS = [
  deskOrders.list,
  foundOrderEndpoints.sum,
  packingDaysEndpoint,
  calendar.show,
  analytics.dashboard,
  admin.notices,
  today.show,
]

/**
 * The visitors' list is kept by what the news says of a product; the desk's, which knows more of
 * each, is read again.
 */
const OF_PRODUCTS = [deskProducts.list]

const NEWS_OF_PRODUCTS: readonly string[] = ['product', 'product_gone', 'products']

type OrderEvent = Extract<LiveNews, { type: 'order' }>

export function connectDesk(client: QueryClient, onOrder: (order: OrderEvent) => void): () => void {
  const connection = liveConnection()
  let wasConnected = connection.isConnected()
  const [readOrders, forgetOrders] = gathered(() => invalidate(client, ...OF_ORDERS))
  const [readProducts, forgetProducts] = gathered(() => invalidate(client, ...OF_PRODUCTS))
  const onMessage = (news: LiveNews) => {
    if (news.type === 'question') void invalidate(client, chat.questions, today.show)
    if (news.type === 'order' || news.type === 'days') readOrders()
    if (NEWS_OF_PRODUCTS.includes(news.type)) readProducts()
    if (news.type === 'order') onOrder(news)
  }
  const catchUp = () => {
    if (connection.isConnected() && wasConnected) {
      readOrders()
      readProducts()
    }
    wasConnected ||= connection.isConnected()
  }
  const stops = [
    connection.onMessage(onMessage),
    connection.subscribe(catchUp),
    followProducts(client, connection, pageVersion()),
    forgetOrders,
    forgetProducts,
  ]
  connection.wake()
  return () => {
    for (const stop of stops) stop()
    connection.close()
  }
}

function gathered(work: () => unknown): [start: () => void, forget: () => void] {
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => clearTimeout(timer)
  const start = () => {
    forget()
    timer = setTimeout(work, GATHERING)
  }
  return [start, forget]
}

/** The data version this page was made with; 0 for a page that does not say. */
function pageVersion(): number {
  const state = document.getElementById('state')?.textContent
  return state ? (JSON.parse(state) as PageState).version : 0
}
