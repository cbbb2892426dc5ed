import { setTimeout as pause } from 'node:timers/promises'
import { type Checkout, checkOut } from './a-checkout.ts'
import { asker } from './ask.ts'
import { someOf } from './checkouts.ts'
import { listProducts } from './desk-of.ts'
import { loadOnce, type Result, type Round, resultOf } from './load.ts'
import { median, percentile } from './numbers.ts'
import type { Size } from './size.ts'
import type { Subject } from './subjects.ts'

/** Orders a second beside the reads. */
const PACE = 20

export type Mixed = {
  reads: Result[]
  orders: number
  orderP50: number
  orderP99: number
  failed: number
}

/** The home page read as fast as it goes, alone and while twenty orders a second change the stock it shows, in turn. */
export async function measureMixed(shop: Subject, size: Size): Promise<Mixed> {
  const load = {
    path: '/',
    headers: { 'accept-encoding': 'br, gzip' },
    connections: 32,
    seconds: size.seconds,
  }
  const [alone, beside]: [Round[], Round[]] = [[], []]
  const orders: Checkout[] = []
  await loadOnce(shop, { ...load, seconds: 1 })
  for (let round = 0; round < size.rounds; round++) {
    alone.push(await loadOnce(shop, load))
    const selling = sell(shop)
    beside.push(await loadOnce(shop, load))
    orders.push(...(await selling.stop()))
  }
  const reads = [
    resultOf('reads', 'alone', alone, alone),
    resultOf('reads', 'beside orders', beside, alone),
  ]
  const times = orders.filter(({ status }) => status === 201).map(({ orderMs }) => orderMs)
  const failed = orders.length - times.length
  return {
    reads,
    orders: orders.length,
    orderP50: median(times),
    orderP99: percentile(times, 0.99),
    failed,
  }
}

/** Begins a checkout every fiftieth of a second, whether the earlier ones are done or not. */
function sell(shop: Subject): { stop(): Promise<Checkout[]> } {
  const ask = asker(shop.url)
  const running: Promise<Checkout>[] = []
  let open = true
  const selling = (async () => {
    const products = (await listProducts(ask)).filter(({ stock }) => stock > 0)
    const start = performance.now()
    for (let number = 0; open; number++) {
      const due = start + (number * 1000) / PACE
      await pause(Math.max(0, due - performance.now()))
      if (open) running.push(checkOut(ask, someOf(products)))
    }
  })()
  return {
    async stop() {
      open = false
      await selling
      return Promise.all(running)
    },
  }
}
