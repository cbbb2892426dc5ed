import { type AShop, signIn } from './a-shop.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls of the farmer's desk, which signs in anew when the clock moved: sessions end. */
export function deskCalls(shop: AShop, more: Record<string, string> = {}) {
  let [cookie, at] = ['', Number.NaN]
  return async (method: Method, url: string, payload?: object) => {
    const now = shop.clock.now.getTime()
    if (now !== at) [cookie, at] = [await signIn(shop), now]
    const headers = { cookie, accept: 'application/json', ...more }
    return shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  }
}
