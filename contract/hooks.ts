import { z } from 'zod/mini'
import { keysOf } from './changed-fields.ts'
import { deskEndpoint } from './endpoint.ts'
import { byId, id, instant } from './shapes.ts'

/**
 * What other programs can subscribe to. `product.updated` also sends `products.updated` when very
 * many changed.
 */
export const HOOK_TYPES = {
  'order.created': 'A new order',
  'order.updated': 'A change in an order',
  'product.updated': 'A change of a product, its price or stock',
  'market_day.updated': 'A change of market days',
} as const

export const MAX_HOOKS = 10

const PORTS = ['', '8443']

/** Why no webhook may go to this address, as far as the text shows; null if one may. */
function wrongInHookUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') return 'Please enter an address that begins with https://.'
  if (url.username || url.password) return 'Please leave out the user name and password.'
  if (!PORTS.includes(url.port)) return 'Please use port 443 or 8443.'
  return isHostName(url.hostname) ? null : 'Please use a name such as hooks.example.com.'
}

/** After parsing, every spelling of an IPv4 address is four numbers, and an IPv6 one in brackets. */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return (
    name.includes('.') &&
    !name.startsWith('[') &&
    !/^[\d.]+$/.test(name) &&
    !/\.localhost$/.test(name)
  )
}

/** Stored as `URL` spells it, so that what is stored is what is connected to. */
const url = z.pipe(
  z
    .string('Please enter an address.')
    .check(z.trim(), z.maxLength(500, 'At most 500 characters, please.'), ({ value, issues }) => {
      const message = wrongInHookUrl(value)
      if (message) issues.push({ code: 'custom', message, input: value })
    }),
  z.transform((text: string) => new URL(text).href),
)
const type = z.enum(keysOf(HOOK_TYPES))
const types = z
  .array(type, 'Please choose what it hears of.')
  .check(z.minLength(1, 'Please choose at least one.'), z.maxLength(Object.keys(HOOK_TYPES).length))

export const hookDraft = z.strictObject({ url, types })
export type HookDraft = z.output<typeof hookDraft>

/** `fromNow`: skips what happened while it was off. */
const hookChange = z.strictObject({
  types: z.optional(types),
  isOn: z.optional(z.boolean('Must be true or false.')),
  fromNow: z.optional(z.boolean('Must be true or false.')),
})
export type HookChange = z.output<typeof hookChange>

const hook = z.object({
  id,
  url: z.string(),
  types: z.array(type),
  isOn: z.boolean(),
  waiting: z.int(),
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  failingSince: z.nullable(instant),
  /** Events given up, after ten tries each. */
  skipped: z.int(),
  madeAt: instant,
})
export type Hook = z.output<typeof hook>

/** What the other side answered: a status, or why there was no answer. */
const tried = z.object({ status: z.nullable(z.int()), error: z.nullable(z.string()) })
export type Tried = z.output<typeof tried>

const secret = z.object({ secret: z.string() })

/** `startsAt`: every event from then on reaches it. */
const madeHook = z.object({ ...hook.shape, ...secret.shape, startsAt: instant, tried })
export type MadeHook = z.output<typeof madeHook>

const event = z.object({
  number: z.int(),
  /** As the header `webhook-id` of its messages. */
  webhookId: z.string(),
  type: z.string(),
  at: instant,
  /** The order's or product's ID. */
  subject: z.nullable(z.int()),
})

export const hooks = {
  list: deskEndpoint('never', 'GET /api/admin/hooks', {
    summary: 'Webhooks, without their secrets.',
    output: z.array(hook),
  }),
  create: deskEndpoint('always', 'POST /api/admin/hooks', {
    summary: `Makes a webhook, at most ${MAX_HOOKS}, and sends it a test.ping; its secret is shown this once.`,
    body: hookDraft,
    output: madeHook,
    status: 201,
  }),
  change: deskEndpoint('if-kept', 'PUT /api/admin/hooks/{id}', {
    summary:
      'Changes what a webhook hears of, and turns it off and on; on, it goes on where it stopped, or from now.',
    params: byId,
    body: hookChange,
    output: hook,
  }),
  test: deskEndpoint('never', 'POST /api/admin/hooks/{id}/test', {
    summary: 'Sends a test.ping and says what came back.',
    params: byId,
    output: tried,
  }),
  rotate: deskEndpoint('always', 'POST /api/admin/hooks/{id}/secret', {
    summary: 'Makes a new secret; for 24 hours the former one signs too.',
    params: byId,
    output: secret,
  }),
  redeliver: deskEndpoint('if-kept', 'POST /api/admin/hooks/{id}/redelivery', {
    summary: 'Sends every event from a number on again, at most those of the last 30 days.',
    params: byId,
    body: z.strictObject({
      from: z
        .int('Please enter the number of an event.')
        .check(z.minimum(1, 'Numbers begin at 1.')),
    }),
    output: hook,
  }),
  events: deskEndpoint('never', 'GET /api/admin/hooks/{id}/events', {
    token: 'hooks:read',
    summary: 'The last 200 events that a webhook hears of, newest first.',
    params: byId,
    output: z.array(event),
  }),
  delete: deskEndpoint('if-kept', 'DELETE /api/admin/hooks/{id}', {
    summary: 'Ends a webhook.',
    params: byId,
  }),
}
