// The real shop in a process a test may kill, except that the test says where Stripe is (a
// configuration, never a variable) and how far the clock is ahead, and that its pages are plain.

import { flushCompileCache } from 'node:module'
import type { Config } from '#server/config/config.ts'
import type { Pages } from '#server/http/render-page.ts'
import { runJobs } from '#server/jobs.ts'
import { openShop } from '#server/open-shop.ts'

export type ShopOrder = { config: Config; ahead: number }

/**
 * `settle` ends the work that follows answers; `ahead` then runs the jobs with the clock that far
 * ahead.
 */
export type ShopErrand = { settle: true } | { ahead: number }

/** `url` once its first round is over; `round` after each further one. */
export type ShopWord = { url: string } | { round: 'over' }

const PLAIN: Pages = {
  client: null,
  renderPage: async (path, load) => {
    const shown = path === '/' ? await load('/api/market-days') : {}
    return { status: 200, html: JSON.stringify(shown) }
  },
}

const order = JSON.parse(process.argv[2] ?? '') as ShopOrder
let { ahead } = order
const opened = await openShop(order.config, PLAIN, () => new Date(Date.now() + ahead))
const { shop, app } = opened
const settled = watchBackground()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
opened.work()
await settled()
flushCompileCache()
log({ url })

process.on('disconnect', () => process.exit())
process.on('message', async (word: ShopErrand) => {
  await settled()
  if ('ahead' in word) {
    ahead = word.ahead
    await runJobs(shop)
    await settled()
  }
  log({ round: 'over' })
})

function log(word: ShopWord): void {
  process.send?.(word)
}

function watchBackground(): () => Promise<void> {
  const { later } = shop
  const working = new Set<Promise<void>>()
  shop.later = (what, work) => {
    const task = later(what, work)
    working.add(task)
    return task.finally(() => working.delete(task))
  }
  return async () => {
    while (working.size > 0) await Promise.all(working)
  }
}
