import { z } from 'zod/mini'
import { chatFrame } from './chat/chat.ts'
import type { Product } from './products/products.ts'

export const LIVE_PATH = '/ws'

/** What a page may send. `hello` names the data version of the page. */
export const liveFrame = z.discriminatedUnion('type', [
  chatFrame,
  z.object({ type: z.literal('hello'), version: z.int() }),
])
export type LiveFrame = z.output<typeof liveFrame>

/**
 * What the shop sends. `chat_response`: the helper's answer, or the farmer's reply some time later. A page that was
 * told of everything up to `version` says so when it comes back. `product_gone`: it left the shop. `products`: too much
 * changed to say; the list is to be read again. `isUnpacked`: its box was packed, and its goods changed since. `days`:
 * the calendar changed; desks are told at once, other pages when they come back. `phones`: what a phone at the market
 * noted is there. `here`: the shop is there, twice a minute. `order`, `question`, `phones` and `here` reach signed-in
 * desks only.
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
