import { secretInLink } from '#contract/people/people.ts'
import { type AShop, cookieOf, signIn } from './a-shop.ts'

export async function aHelper(shop: AShop, name = 'Hanna') {
  const farmer = await signIn(shop)
  const ask = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({
      ...{ method, url, headers: { cookie: farmer, accept: 'application/json' } },
      ...(payload ? { payload } : {}),
    })
  const { id } = (await ask('POST', '/api/people', { name })).json()
  const newSecret = async () =>
    secretInLink((await ask('POST', `/api/people/${id}/links`)).json().url) ?? ''
  const link = (secret: string, cookie = '') =>
    shop.inject({
      ...{ method: 'POST', url: '/api/devices', payload: { secret } },
      headers: { accept: 'application/json', cookie },
    })
  const cookie = cookieOf(await link(await newSecret()))
  return { id, farmer, cookie, ask, newSecret, link }
}
