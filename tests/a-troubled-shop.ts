import { runJobs } from '#server/jobs.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import { orderBody } from './a-buyer.ts'
import { aProduct, aShop, signIn } from './a-shop.ts'
import { standingOf } from './standing.ts'
import { workHere } from './work-here.ts'

export const silence = async () => {
  throw new Error('no answer')
}

/** Ten eggs at $5; the test drives the card provider and the clock. */
export async function aTroubledShop(options: Parameters<typeof aShop>[0] = {}) {
  const shop = await aShop(options)
  workHere(shop)
  const reported: string[] = []
  shop.shop.report = (what, error) =>
    reported.push(`${what}: ${error instanceof Error ? error.message : error}`)
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 10 })
  const cookie = await signIn(shop)
  const calm = { ...shop.shop.payments }
  const desk = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  const minutes = (count: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + count * 60_000)
  }
  return {
    shop,
    eggs,
    body: orderBody([[eggs, 3]]),
    calm,
    reported,
    desk,
    minutes,
    cancel: (id: number) => desk('PUT', `/api/orders/${id}/status`, { status: 'cancelled' }),
    provider: (trouble: Partial<PaymentProvider>) => {
      shop.shop.payments = { ...calm, ...trouble }
    },
    round: async (after = 2) => {
      minutes(after)
      await shop.settled()
      await runJobs(shop.shop)
      await shop.settled()
    },
    standing: async () => {
      await shop.settled()
      return standingOf(shop.db)
    },
  }
}
