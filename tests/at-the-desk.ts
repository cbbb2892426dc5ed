import { type AShop, signIn } from './a-shop.ts'

/** The calls of a farmer who signs in now. */
export async function atTheDesk(shop: AShop) {
  const cookie = await signIn(shop)
  const headers = { cookie, accept: 'application/json' }
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload && { payload }) })
  return { cookie, headers, ask }
}
