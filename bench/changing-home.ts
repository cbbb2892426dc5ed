import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, asker } from './ask.ts'
import type { Cost } from './cost.ts'
import { median, percentile } from './numbers.ts'
import { sellSteadily } from './sell-steadily.ts'
import type { Subject } from './subjects.ts'

/** Ms between a visitor's requests, whether or not the last one was answered. */
const PACE = 20

export const CHANGING_HOME = 'home page while 20 orders a second change it'

/**
 * How long visitors wait for the home page while its products sell.
 * @throws Error when an order or an answer fails
 */
export async function measureChangingHome(
  shop: Subject,
  seconds: number,
): Promise<Omit<Cost, 'size'>> {
  const ask = asker(shop.url)
  const selling = sellSteadily(shop)
  const requested: Promise<Answer>[] = []
  const start = performance.now()
  for (let due = start; due < start + seconds * 1000; due += PACE) {
    await pause(Math.max(0, due - performance.now()))
    requested.push(ask('/', { headers: { 'accept-encoding': 'br, gzip' } }))
  }
  const answers = await Promise.all(requested)
  const orders = await selling.stop()
  const failed = [
    ...answers.map((one) => one.status === 200),
    ...orders.map((one) => one.status === 201),
  ]
  if (failed.includes(false))
    throw new Error('A page or an order failed while the home page changed.')
  const times = answers.map(({ ms }) => ms)
  return {
    call: CHANGING_HOME,
    cpuMs: 0,
    p50: median(times),
    p99: percentile(times, 0.99),
    bytes: 0,
  }
}
