import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CreationOptions, PasskeyAnswer, RequestOptions } from '#contract/people/passkeys.ts'
import { type AShop, PASSWORD } from './a-shop.ts'
import { type Authenticator, anAuthenticator } from './an-authenticator.ts'

export function aBrowserAt(shop: Pick<AShop, 'inject'>, first = '', host = 'localhost') {
  const jar = new Map(first === '' ? [] : first.split('; ').map((one) => pairOf(one)))
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> => {
    const headers = { cookie: cookie(), accept: 'application/json', host }
    const call: InjectOptions = { method, url, headers, ...(payload ? { payload } : {}) }
    const answer = await shop.inject(call)
    for (const { name, value } of answer.cookies) {
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    ask,
    cookie,
    jar,
    password: () => ask('POST', '/api/admin/login', { password: PASSWORD }),
    challenge: async (): Promise<RequestOptions> =>
      (await ask('POST', '/api/admin/passkey/challenge')).json(),
    show: (answer: PasskeyAnswer) => ask('POST', '/api/admin/passkey', answer),
    signIn: async (device: Authenticator) => {
      const asked = (await ask('POST', '/api/admin/passkey/challenge')).json()
      return ask('POST', '/api/admin/passkey', device.answer(asked))
    },
    begin: async (): Promise<CreationOptions> =>
      (await ask('POST', '/api/passkeys/challenge')).json(),
  }
}

export type Browser = ReturnType<typeof aBrowserAt>

function pairOf(cookie: string): [string, string] {
  const at = cookie.indexOf('=')
  return [cookie.slice(0, at), cookie.slice(at + 1)]
}

export async function aFarmersPasskey(shop: AShop) {
  const browser = aBrowserAt(shop)
  await browser.password()
  const device = anAuthenticator()
  const added = await browser.ask('POST', '/api/passkeys', device.make(await browser.begin()))
  return { browser, device, added }
}
