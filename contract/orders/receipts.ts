import { z } from 'zod/mini'
import { publicEndpoint } from '../endpoint.ts'
import { MAX_UNITS } from '../products/unit-counts.ts'
import { bySecret, emailAddress, id, instant } from '../shapes.ts'
import { ifShort } from './if-short.ts'
import { changeId, orderChange } from './order-changes.ts'
import { orderedDay, pickupPlace } from './order-destination.ts'
import { order, orderItem } from './orders.ts'

/** What a receipt has of its order: no way to reach the buyer. */
export const orderOfReceipt = z.pick(order, {
  id: true,
  createdAt: true,
  status: true,
  paymentStatus: true,
  testMode: true,
  balance: true,
  subtotal: true,
  deliveryFee: true,
  total: true,
  tax: true,
  deliveryMethod: true,
  pickupLocation: true,
  pickupDate: true,
  pickupName: true,
  isGift: true,
  giftTo: true,
  giftMessage: true,
  giftPrices: true,
  shippingAddress: true,
  customerName: true,
  notes: true,
  mark: true,
})

/** In dollars. */
const receipt = z.object({
  ...orderOfReceipt.shape,
  place: z.nullable(pickupPlace),
  /** Null for a delivery until its day is agreed. */
  marketDay: z.nullable(orderedDay),
  ifShort,
  /** True whatever its status says. */
  isHandedOver: z.optional(z.literal(true)),
  /** Masked, with the mail's state; null once the buyer is erased. */
  confirmation: z.nullable(
    z.object({ to: z.string(), state: z.enum(['waiting', 'sent', 'failed']) }),
  ),
  refunded: z.number(),
  /** The buyer’s other orders in the same box, with what is due for each, in dollars. */
  sameBox: z.optional(z.array(z.object({ id, due: z.number() }))),
  changes: z.optional(z.array(orderChange)),
  /** Absent if the buyer can't cancel by this link. */
  mayCancelUntil: z.optional(instant),
  /** Absent if the buyer can't remove goods by this link. `amount`: for all units, in dollars. */
  mayChange: z.optional(
    z.object({
      until: instant,
      revision: z.int(),
      lines: z.array(
        z.object({ productId: id, name: z.string(), units: z.int(), amount: z.number() }),
      ),
    }),
  ),
  /** Categories of its goods. */
  categories: z.array(z.string()),
  items: z.array(z.extend(z.omit(orderItem, { returned: true }), { lineTotal: z.number() })),
})
export type Receipt = z.output<typeof receipt>

const email = emailAddress('Please enter the email address of your order.')

const unitsOff = z
  .int('The quantity must be a whole number.')
  .check(
    z.maximum(-1, 'To get more, please add to your order.'),
    z.minimum(-MAX_UNITS, 'This order does not have that many.'),
  )

export const receipts = {
  show: publicEndpoint('GET /api/receipts/{secret}', {
    summary: 'The receipt for an order, for anyone who has its secret; anything else is 404.',
    params: bySecret,
    output: receipt,
  }),
  cancel: publicEndpoint('POST /api/receipts/{secret}/cancel', {
    summary:
      'Cancels an order by its buyer, until ordering for its day ends where the farmer allows it, or for a day after the farm moved it; its money goes back.',
    params: bySecret,
    body: z.strictObject({ email }),
    output: receipt,
  }),
  change: publicEndpoint('POST /api/receipts/{secret}/changes', {
    summary:
      'Takes goods off an order by its buyer, once for each `id`, until ordering for its day ends where the farmer allows it; what was paid for them goes back.',
    params: bySecret,
    body: z.strictObject({
      id: changeId,
      email,
      lines: z
        .array(z.strictObject({ productId: id, units: unitsOff }))
        .check(z.minLength(1, 'Please change something first.'), z.maxLength(200)),
      /** The receipt's revision, so that nobody changes what they haven't seen. */
      revision: z.int(),
    }),
    output: receipt,
  }),
}
