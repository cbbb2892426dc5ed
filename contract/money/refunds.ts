import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { byId, byKey, dollars, id, instant, requiredText } from '../shapes.ts'
import { type Cents, sum, toCents } from './money.ts'

export const refund = z.object({
  id: z.string(),
  /** In dollars. */
  amount: z.number(),
  reason: z.string(),
  /** `requested` and `pending` are in progress; `failed` can be retried. */
  state: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  error: z.nullable(z.string()),
  createdAt: instant,
})

export type Refund = z.output<typeof refund>

export function givenBackOf({ refunds }: { refunds: readonly Refund[] }): Cents {
  return sum(
    ...refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => toCents(amount)),
  )
}

export const ORDER_CANCELLED = 'order cancelled'

const goodsLine = z.strictObject({
  productId: id,
  quantity: z
    .int('The quantity must be a whole number.')
    .check(z.minimum(1, 'The quantity must be at least 1.')),
})

const goodsLines = z.array(goodsLine).check(z.maxLength(200))

const refundDraft = z.strictObject({
  /** A UUID from the page: repeats are one refund, and a different amount under it is refused. */
  id: z.optional(z.uuid('That is not a refund’s id.').check(z.toLowerCase())),
  amount: dollars(1 as Cents, 'Please enter at least $0.01.'),
  reason: requiredText(200, 'Please give a reason.'),
  /** Sellable goods that go back on the shelf; `true`: everything that is out. */
  restock: z.optional(z.union([z.boolean(), goodsLines])),
  /** Never grew, or broke: refunded too, but not restocked. */
  missing: z.optional(goodsLines),
})
export type RefundDraft = z.output<typeof refundDraft>

export const refunds = {
  request: deskEndpoint('if-kept', 'POST /api/orders/{id}/refunds', {
    summary:
      'Refunds part of an order, with a reason the customer reads; `restock` and `missing` take items off the order, and `restock` puts them back in stock.',
    params: byId,
    body: refundDraft,
    output: refund,
    status: 201,
  }),
  retry: deskEndpoint('if-kept', 'POST /api/refunds/{id}/retry', {
    summary: 'Retries a refund that failed.',
    params: byKey('There is no such refund.'),
    output: refund,
  }),
}
