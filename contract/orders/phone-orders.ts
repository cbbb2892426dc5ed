import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import type { Cents } from '../money/money.ts'
import { wayName } from '../money/tenders.ts'
import { boughtUnits } from '../products/unit-counts.ts'
import {
  claimedAmount,
  dollars,
  emailAddress,
  id,
  nameText,
  optionalName,
  optionalText,
  phoneNumber,
} from '../shapes.ts'
import { giftFields, shippingAddress } from './orders.ts'

const optionalAddress = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), emailAddress('Please enter the email address.')]))),
  z.transform((address) => address ?? ''),
)

const item = z.strictObject({
  productId: id,
  quantity: boughtUnits,
  /** Unit price in dollars: the shop's or less; 0 for a gift. */
  price: dollars(0 as Cents, 'Please enter a price of 0 or more.'),
})

/** A phone order. Without an email address, its receipt is a link. */
export const phoneOrderDraft = z.strictObject({
  /** Idempotency key: a UUID from the page. */
  id: z.uuid('That is not the id of an order.').check(z.toLowerCase()),
  customerName: nameText(120, 'Please enter a name.'),
  customerPhone: phoneNumber,
  customerEmail: optionalAddress,
  /** A pickup place's or delivery zone's market day; null for a delivery without one. */
  marketDayId: z.nullable(id),
  shippingAddress,
  deliveryFee: z.optional(dollars(0 as Cents, 'Please enter 0 or more.')),
  pickupName: optionalName(120),
  ...giftFields,
  notes: optionalText(2000),
  farmNote: optionalText(2000),
  items: z
    .array(item)
    .check(
      z.minLength(1, 'Please add what is ordered.'),
      z.maxLength(200, 'At most 200 lines, please.'),
    ),
  total: claimedAmount,
  /** Null if paid later. */
  paidBy: z.nullable(wayName),
  /**
   * An existing order to add these goods to, without a fee. They share its customer, name, address,
   * day, way and box.
   */
  addTo: z.optional(id),
  makesRoom: z.optional(z.boolean()),
})
export type PhoneOrderDraft = z.output<typeof phoneOrderDraft>

const placedByDesk = z.object({
  id,
  receiptUrl: z.string(),
  /** An email is in the outbox; it may go out later. */
  isMailed: z.boolean(),
})
export type PhoneOrder = z.output<typeof placedByDesk>

export const phoneOrders = {
  place: deskEndpoint('never', 'POST /api/desk/orders', {
    token: 'orders:write',
    summary:
      'Records an order paid without a card, now or later; the same call again answers the same order.',
    body: phoneOrderDraft,
    output: placedByDesk,
    status: 201,
  }),
}
