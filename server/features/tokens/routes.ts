import { tokens } from '#contract/people/tokens.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { createToken, endToken, listTokens } from './edit-tokens.ts'

export function tokenRoutes(app: App, shop: Shop): void {
  serve(app, tokens.list, () => listTokens(shop))
  serve(app, tokens.create, ({ body }) => createToken(shop, body))
  serve(app, tokens.end, ({ params }) => endToken(shop, params.id))
}
