import type { Checkout } from './a-checkout.ts'
import { loadOnce, type Result, type Round, resultOf } from './load.ts'
import { median, percentile } from './numbers.ts'
import { sellSteadily } from './sell-steadily.ts'
import type { Size } from './size.ts'
import type { Subject } from './subjects.ts'

export type Mixed = {
  shop: string
  reads: Result[]
  orders: number
  orderP50: number
  orderP99: number
  failed: number
}

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
    const selling = sellSteadily(shop)
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
    shop: shop.name,
    reads,
    orders: orders.length,
    orderP50: median(times),
    orderP99: percentile(times, 0.99),
    failed,
  }
}
