import { expect, test } from 'vitest'
import type { LiveFrame, LiveUpdate } from '#contract/live.ts'
import type { Product } from '#contract/products/products.ts'
import { followProducts } from './live-products.ts'
import { createQueryClient } from './query-client.ts'
import { productsQuery } from './shop-queries.ts'

const product = (id: number, stock: number): Product => ({
  id,
  name: `Product ${id}`,
  description: '',
  category: 'Farm Eggs',
  price: 5,
  stock,
  imageUrl: null,
})

function aPage({ isWhole = true, load = async (): Promise<unknown> => [] } = {}) {
  const client = createQueryClient(load)
  client.setQueryData(productsQuery.queryKey, [product(1, 10), product(2, 10)])
  if (!isWhole)
    void client.invalidateQueries({ queryKey: productsQuery.queryKey, refetchType: 'none' })
  const sent: LiveFrame[] = []
  const listeners: ((news: LiveUpdate) => void)[] = []
  const watchers: (() => void)[] = []
  let isOpen = false
  const connection = {
    isConnected: () => isOpen,
    send: (frame: LiveFrame) => void sent.push(frame),
    onMessage: (listener: (news: LiveUpdate) => void) => {
      listeners.push(listener)
      return () => true
    },
    subscribe: (listener: () => void) => {
      watchers.push(listener)
      return () => true
    },
    reconnect: () => {},
    close: () => {},
  }
  followProducts(client, connection, 7)
  return {
    client,
    sent,
    emit: (news: LiveUpdate) => listeners.forEach((listener) => void listener(news)),
    open(now: boolean) {
      isOpen = now
      for (const watcher of watchers) watcher()
    },
    stocks: () => client.getQueryData(productsQuery.queryKey)?.map(({ id, stock }) => [id, stock]),
    isStale: () => client.getQueryState(productsQuery.queryKey)?.isInvalidated,
  }
}

test('a changed product takes its place in the list, a new one comes last, a gone one leaves', () => {
  const { emit: send, stocks } = aPage()
  send({ type: 'product', product: product(1, 3), version: 8 })
  send({ type: 'product', product: product(3, 1), version: 8 })
  send({ type: 'product_gone', id: 2, version: 9 })
  send({ type: 'product_gone', id: 99, version: 9 })
  expect(stocks()).toEqual([
    [1, 3],
    [3, 1],
  ])
})

test('a page says what it knows when the connection opens, and later what it has heard', () => {
  const { open, emit: send, sent } = aPage()
  open(true)
  send({ type: 'product', product: product(1, 3), version: 12 })
  open(false)
  open(true)
  send({ type: 'caught_up', version: 15 })
  open(false)
  open(true)
  expect(sent).toEqual([
    { type: 'hello', version: 7 },
    { type: 'hello', version: 12 },
    { type: 'hello', version: 15 },
  ])
})

test('the beginning of a list stays a beginning, to be read whole later', () => {
  const { emit: send, stocks, isStale } = aPage({ isWhole: false })
  send({ type: 'product', product: product(1, 3), version: 8 })
  send({ type: 'product', product: product(99, 1), version: 8 })
  expect(stocks()).toEqual([
    [1, 3],
    [2, 10],
  ])
  expect(isStale()).toBe(true)
})

test('what was heard while the list was read again is not forgotten', async () => {
  const { promise, resolve } = Promise.withResolvers<Product[]>()
  const { client, emit: send, stocks } = aPage({ load: () => promise })
  const reading = client.refetchQueries({ queryKey: productsQuery.queryKey })
  send({ type: 'product', product: product(1, 0), version: 8 })
  resolve([product(1, 10), product(2, 10)])
  await reading
  expect(stocks()).toEqual([
    [1, 0],
    [2, 10],
  ])
})
