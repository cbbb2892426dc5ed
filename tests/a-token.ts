import { keysOf } from '#contract/changed-fields.ts'
import type { TokenScope } from '#contract/endpoint.ts'
import { TOKEN_SCOPES } from '#contract/people/tokens.ts'
import { type AShop, signIn } from './a-shop.ts'

export const ALL_SCOPES: TokenScope[] = keysOf(TOKEN_SCOPES)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export async function aToken(
  shop: AShop,
  scopes: readonly TokenScope[] = ALL_SCOPES,
  { name = 'Bookkeeping', days = null as number | null } = {},
) {
  const cookie = await signIn(shop)
  const made = await shop.inject({
    ...{ method: 'POST', url: '/api/admin/tokens', headers: { cookie } },
    payload: { name, scopes, days },
  })
  if (made.statusCode !== 201) throw new Error(`No token: ${made.body}`)
  const { id, token }: { id: number; token: string } = made.json()
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  return {
    id,
    token,
    cookie,
    ask: (method: Method, url: string, payload?: object) =>
      shop.inject({ method, url, headers, ...(payload ? { payload } : {}) }),
    end: () =>
      shop.inject({ method: 'DELETE', url: `/api/admin/tokens/${id}`, headers: { cookie } }),
  }
}
