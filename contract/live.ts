import { z } from 'zod/mini'
import { chatFrame } from './chat/chat.ts'
import type { Product } from './products/products.ts'

export const LIVE_PATH = '/ws'

/** `hello` carries the page's data version. */
export const liveFrame = z.discriminatedUnion('type', [
  chatFrame,
  z.object({ type: z.literal('hello'), version: z.int() }),
])
export type LiveFrame = z.output<typeof liveFrame>

/**
 * `chat_response`: the helper's answer, or later the farmer's reply. A returning page reports the
 * last `version` it saw. `product_gone`: it left the shop. `products`: too much changed, so read
 * the list again. `isNew`: a customer just placed it. `isUnpacked`: its box was packed, but its
 * goods changed since. `days`: the calendar changed; desks hear right away, other pages when they
 * return. `phones`: notes from a market phone arrived. `here`: a heartbeat, twice a minute.
 * `order`, `question`, `phones` and `here` reach signed-in desks only.
 */
export type LiveUpdate =
  | { type: 'chat_response'; message: string }
  | { type: 'product'; product: Product; version: number }
  | { type: 'product_gone'; id: number; version: number }
  | { type: 'products'; version: number }
  | { type: 'caught_up'; version: number }
  | { type: 'order'; id: number; isNew: boolean; isUnpacked?: true }
  | { type: 'days' }
  | { type: 'question' }
  | { type: 'phones' }
  | { type: 'here' }
