import type { QueryClient } from '@tanstack/react-query'
import { calendar } from '#contract/calendar/calendar.ts'
import { chat } from '#contract/chat/chat.ts'
import { packingDaysEndpoint, stallOverviewEndpoint } from '#contract/desk-endpoints.ts'
import type { LiveUpdate } from '#contract/live.ts'
import { noShows } from '#contract/market/no-shows.ts'
import { analytics } from '#contract/money/analytics.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { admin } from '#contract/people/admin.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { stockCount } from '#contract/products/stock-journal.ts'
import { today } from '#contract/today.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { followProducts } from '#web/api/live-products.ts'
import type { PageState } from '#web/api/page-state.ts'
import { readAgain } from '../shared/use-change.ts'

/** Collects a burst of news into one refetch, in ms. */
const GATHERING = 250

const OF_ORDERS = [
  deskOrders.list,
  deskOrders.filterChoices,
  deskOrders.sum,
  packingDaysEndpoint,
  calendar.show,
  analytics.dashboard,
  admin.notices,
  noShows.list,
  today.show,
]

/** The visitors' list is patched from the news; the desk's, which knows more, is refetched. */
const OF_PRODUCTS = [deskProducts.list, stockCount.show]

const OF_PHONES = [noShows.list, today.show, stallOverviewEndpoint]

const OF_QUESTIONS = [chat.questions, today.show]

const NEWS_OF_PRODUCTS: readonly string[] = ['product', 'product_gone', 'products']

type OrderEvent = Extract<LiveUpdate, { type: 'order' }>

export function connectDesk(client: QueryClient, onOrder = (_order: OrderEvent) => {}): () => void {
  const connection = liveConnection()
  let wasConnected = connection.isConnected()
  const readOrders = () => void readAgain(client, OF_ORDERS, GATHERING)
  const readProducts = () => void readAgain(client, OF_PRODUCTS, GATHERING)
  const onMessage = (news: LiveUpdate) => {
    if (news.type === 'question') void readAgain(client, OF_QUESTIONS, GATHERING)
    if (news.type === 'phones') void readAgain(client, OF_PHONES, GATHERING)
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
  ]
  connection.reconnect()
  return () => {
    for (const stop of stops) stop()
    connection.close()
  }
}

/** 0 when the page doesn't say. */
function pageVersion(): number {
  const state = document.getElementById('state')?.textContent
  return state ? (JSON.parse(state) as PageState).version : 0
}
