import { z } from 'zod/mini'
import { keysOf } from '../changed-fields.ts'
import { deskEndpoint, type TokenScope } from '../endpoint.ts'
import { byId, id, instant, nameText } from '../shapes.ts'

/** What each lets a program do, in the farmer's words. */
export const TOKEN_SCOPES: Record<TokenScope, string> = {
  'orders:read': 'Read orders, with customers’ names, emails, phone numbers and addresses',
  'orders:write': 'Change the status of orders, add phone orders, and note payments; never refund',
  'products:write': 'Change products, prices and stock',
  'figures:read': 'Read sales and income',
  'hooks:read': 'Read which orders, products and days changed',
}

/** In days; null: never ends. */
export const TOKEN_DAYS = [30, 90, 365, null] as const

export const MAX_TOKEN_NAME = 40
export const MAX_TOKENS = 20

const scopes = z
  .array(z.enum(keysOf(TOKEN_SCOPES), 'There is no such permission.'))
  .check(z.minLength(1, 'Please choose what it may do.'))

/** Network as in the history: `192.0.2.0/24`. */
const token = z.object({
  id,
  name: z.string(),
  scopes,
  madeAt: instant,
  endsAt: z.nullable(instant),
  usedAt: z.nullable(instant),
  usedFrom: z.nullable(z.string()),
  /** When the farmer ended it. Listed for 30 more days. */
  endedAt: z.nullable(instant),
})
export type Token = z.output<typeof token>

export const tokenDraft = z.strictObject({
  name: nameText(MAX_TOKEN_NAME, 'Please say what it is for.'),
  scopes,
  days: z.union(
    TOKEN_DAYS.map((days) => z.literal(days)),
    'Please say how long it works: 30, 90 or 365 days, or null.',
  ),
})
export type TokenDraft = z.output<typeof tokenDraft>

export const tokens = {
  list: deskEndpoint('never', 'GET /api/admin/tokens', {
    summary: 'API tokens with what each may do and when it was last used; never the token itself.',
    output: z.array(token),
  }),
  create: deskEndpoint('always', 'POST /api/admin/tokens', {
    summary: 'Makes an API token, which this answer alone shows.',
    body: tokenDraft,
    output: z.extend(token, { token: z.string() }),
    status: 201,
  }),
  end: deskEndpoint('never', 'DELETE /api/admin/tokens/{id}', {
    summary: 'Ends an API token from its next call on.',
    params: byId,
  }),
}
