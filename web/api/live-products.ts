import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '#contract/live.ts'
import type { Product } from '#contract/products/products.ts'
import type { LiveConnection } from './live-connection.ts'
import { productsQuery } from './shop-queries.ts'

/** Pages refetch the list at random within this many ms, not all at once. */
const SPREAD = 2000

const KEY = productsQuery.queryKey

export function followProducts(
  client: QueryClient,
  connection: LiveConnection,
  version: number,
): () => void {
  let seen = version
  let queued: LiveUpdate[] = []
  const isReading = () => client.getQueryState(KEY)?.fetchStatus === 'fetching'
  const sendHello = () => {
    if (connection.isConnected()) connection.send({ type: 'hello', version: seen })
  }
  const stopMessages = connection.onMessage((news) => {
    if (!('version' in news)) return
    seen = news.version
    if (news.type === 'products')
      setTimeout(() => void client.invalidateQueries({ queryKey: KEY }), Math.random() * SPREAD)
    if (isReading()) queued.push(news)
    applyUpdate(client, news)
  })
  // A list that was already on its way may be older than the events received since.
  const stopWatching = client.getQueryCache().subscribe(() => {
    if (queued.length === 0 || isReading()) return
    const late = queued
    queued = []
    for (const news of late) applyUpdate(client, news)
  })
  const stopGreeting = connection.subscribe(sendHello)
  sendHello()
  return () => {
    stopMessages()
    stopWatching()
    stopGreeting()
  }
}

/** Applies one product to the list; a partial list stays partial. */
function applyUpdate(client: QueryClient, news: LiveUpdate): void {
  const list = client.getQueryState(KEY)
  if (!list?.data) return
  const next = changedList(list.data, news, !list.isInvalidated)
  if (next === list.data) return
  client.setQueryData(KEY, next)
  if (list.isInvalidated) void client.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
}

function changedList(products: Product[], news: LiveUpdate, isWhole: boolean): Product[] {
  if (news.type === 'product_gone')
    return products.some(({ id }) => id === news.id)
      ? products.filter(({ id }) => id !== news.id)
      : products
  if (news.type !== 'product') return products
  if (products.some(({ id }) => id === news.product.id))
    return products.map((product) => (product.id === news.product.id ? news.product : product))
  return isWhole ? [...products, news.product] : products
}
