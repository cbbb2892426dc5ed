import type { InjectOptions } from 'fastify'
import { MINUTE } from '#contract/time/durations.ts'
import { type AShop, signIn } from './a-shop.ts'

/** Asks as the farmer, who signs in again once the clock has moved by more than a few minutes. */
export function asFarmer(shop: AShop) {
  let cookie = ''
  let since = Number.NEGATIVE_INFINITY
  return async ({ headers, ...request }: InjectOptions) => {
    const now = shop.clock.now.getTime()
    if (Math.abs(now - since) > 5 * MINUTE) {
      cookie = await signIn(shop)
      since = now
    }
    return shop.inject({ ...request, headers: { ...headers, cookie } })
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The same by method, path and body, answered in JSON. */
export function atDesk(shop: AShop) {
  const ask = asFarmer(shop)
  return (method: Method, url: string, payload?: object) =>
    ask({
      ...{ method, url, headers: { accept: 'application/json' } },
      ...(payload ? { payload } : {}),
    })
}
