import { setTimeout as pause } from 'node:timers/promises'
import { type Checkout, checkOut } from './a-checkout.ts'
import { asker } from './ask.ts'
import { someOf } from './checkouts.ts'
import { listProducts } from './desk-of.ts'
import type { Subject } from './subjects.ts'

/** Orders a second. */
const PACE = 20

/** Starts a checkout every 50 ms, whether or not earlier ones are done. */
export function sellSteadily(shop: Subject): { stop(): Promise<Checkout[]> } {
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
