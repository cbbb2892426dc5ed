import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { MINUTE } from '#contract/time/durations.ts'
import { type AShop, signIn } from './a-shop.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Asks as the farmer, who signs in again once the clock has moved by more than a few minutes. */
export function asFarmer(shop: AShop) {
  let session = { since: Number.NEGATIVE_INFINITY, cookie: Promise.resolve('') }
  return async ({ headers, ...request }: InjectOptions) => {
    const now = shop.clock.now.getTime()
    if (Math.abs(now - session.since) > 5 * MINUTE) session = { since: now, cookie: signIn(shop) }
    return shop.inject({ ...request, headers: { ...headers, cookie: await session.cookie } })
  }
}

/** The same by method, path and body, answered in JSON. */
export function atDesk(shop: AShop, headers: Record<string, string> = {}) {
  const ask = asFarmer(shop)
  return (method: Method, url: string, payload?: object): Promise<LightMyRequestResponse> =>
    ask({
      method,
      url,
      headers: { accept: 'application/json', ...headers },
      ...(payload ? { payload } : {}),
    })
}

/** The same, and waits for what follows the answer. */
export function atSettledDesk(shop: AShop) {
  const ask = atDesk(shop)
  return async (...call: Parameters<typeof ask>): Promise<LightMyRequestResponse> => {
    const answer = await ask(...call)
    await shop.settled()
    return answer
  }
}

/** The calls, and what they send to be known by, of a farmer who signs in now and not again. */
export async function signedInDesk(shop: AShop) {
  const cookie = await signIn(shop)
  const headers = { cookie, accept: 'application/json' }
  const ask = (method: Method, url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { cookie, headers, ask }
}
