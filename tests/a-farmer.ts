import type { LightMyRequestResponse } from 'fastify'
import { type AShop, signIn } from './a-shop.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Calls the desk as the farmer, who signs in again once the clock was set, and waits for what
 * follows the answer.
 */
export function aFarmer(shop: AShop) {
  let signedIn = { at: Number.NaN, cookie: Promise.resolve('') }
  return async (method: Method, url: string, payload?: object): Promise<LightMyRequestResponse> => {
    const at = shop.clock.now.getTime()
    if (signedIn.at !== at) signedIn = { at, cookie: signIn(shop) }
    const headers = { cookie: await signedIn.cookie, accept: 'application/json' }
    const answer = await shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    await shop.settled()
    return answer
  }
}
