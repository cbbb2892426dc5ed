import { z } from 'zod/mini'
import { NO_PLACE, type PickupLocation } from '../calendar/delivery.ts'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { refund } from '../money/refunds.ts'
import { taxLines } from '../money/tax.ts'
import { boughtUnits } from '../products/unit-counts.ts'
import {
  byId,
  calendarDay,
  claimedAmount,
  emailAddress,
  id,
  instant,
  nameText,
  optionalText,
  phoneNumber,
  plainName,
  zipCode,
} from '../shapes.ts'
import { ifShort } from './if-short.ts'
import { orderBalance } from './order-balance.ts'
import { orderBox } from './order-box.ts'
import { statusChange } from './order-changes.ts'
import { ORDER_STATUSES } from './order-status.ts'

export const PAY_BY_CARD = 'Please pay by card.'

const STATE_CODE = 'Please enter a state, such as SD.'

const address = z.strictObject({
  address: nameText(200, 'Please enter your street address.'),
  city: nameText(100, 'Please enter your city.'),
  state: z.pipe(
    z.pipe(
      optionalText(2),
      z.transform((state) => (state ?? '').toUpperCase()),
    ),
    z.string().check(z.regex(/^(?:[A-Z]{2})?$/, STATE_CODE)),
  ),
  zipCode,
})

/** From payment and refunds, whatever the order's status. `unpaid`: due without a card. */
export const PAYMENT_STATUSES = [
  'authorized',
  'completed',
  'partially_refunded',
  'refunded',
  'canceling',
  'failed',
  'unpaid',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** A random UUID from the page, linking the cart to its checkout (payments, section 3.1). */
export const checkoutKey = z
  .uuid('That is not a checkout key.')
  .check(z.toLowerCase(), z.describe('The UUID that the cart made'))

export type ShippingAddress = z.output<typeof address>

const pickupLocation = z.pipe(
  z.optional(z.nullable(z.string(NO_PLACE).check(z.regex(/^[a-z0-9_]{0,60}$/, NO_PLACE)))),
  z.transform((value): PickupLocation | null => value || null),
)

export const shippingAddress = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), address]))),
  z.transform((value) => value || null),
)

/** A gift: its slip shows no prices, unless `giftPrices` says so. */
export const giftFields = {
  isGift: z.optional(z.nullable(z.boolean())),
  giftTo: z.optional(z.nullable(plainName(120))),
  giftMessage: z.optional(optionalText(300)),
  giftPhone: z.optional(phoneNumber),
  giftPrices: z.optional(z.nullable(z.boolean())),
}

/** `total`, `paymentStatus`, `userId` are the client's claims: checked or ignored, never stored. */
const orderData = z
  .strictObject({
    customerName: nameText(120, 'Please enter your full name.'),
    customerEmail: emailAddress('Please enter your email address.'),
    customerPhone: phoneNumber,
    total: claimedAmount,
    paymentMethod: z.enum(['stripe', 'card', 'at_pickup'], PAY_BY_CARD),
    paymentStatus: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    shippingAddress,
    pickupLocation,
    deliveryMethod: z.enum(['pickup', 'shipping'], 'Please choose pickup or delivery.'),
    notes: optionalText(2000),
    /** If absent, the earliest. Absent must stay absent, because the order's hash covers it. */
    day: z.optional(z.nullable(calendarDay)),
    pickupName: z.optional(z.nullable(plainName(120))),
    ...giftFields,
    ifShort,
    /** The receipt’s secret of an order with this email, in whose box it comes, without a fee. */
    addTo: z.optional(z.string().check(z.regex(/^[ -~]{0,60}$/))),
    userId: z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(40))]))),
  })
  .check(
    z.refine((order) => order.deliveryMethod !== 'pickup' || order.pickupLocation !== null, {
      message: NO_PLACE,
      path: ['pickupLocation'],
    }),
    z.refine((order) => order.deliveryMethod !== 'shipping' || order.shippingAddress !== null, {
      message: 'Please enter your street address.',
      path: ['shippingAddress'],
    }),
  )
export type OrderData = z.output<typeof orderData>

const orderLine = z.strictObject({
  productId: id,
  quantity: boughtUnits,
  price: claimedAmount,
})
export type ClaimedLine = z.output<typeof orderLine>

const orderLines = z
  .array(orderLine)
  .check(z.minLength(1, 'Your cart is empty.'), z.maxLength(200, 'At most 200 lines, please.'))

export const basket = z.strictObject({ orderData, items: orderLines })
export type Basket = z.output<typeof basket>

/** As agreed, `price` in dollars; refunds took `returned` off `quantity`, leaving `standing`. */
export const orderItem = z.object({
  productId: id,
  name: z.string(),
  quantity: z.int(),
  returned: z.int(),
  standing: z.int(),
  price: z.number(),
  /** `3.85 lb at $6.00/lb: $23.10`, or before weighing, the most it may cost. */
  weighed: z.optional(z.string()),
})

export const order = z.object({
  id,
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.nullable(z.string()),
  subtotal: z.number(),
  deliveryFee: z.number(),
  total: z.number(),
  status: z.enum(ORDER_STATUSES),
  createdAt: instant,
  /** `other`: not paid by card. */
  paymentMethod: z.enum(['stripe', 'other']),
  /** Placed in the shop, to be paid at pickup; absent for all others. */
  orderedOnline: z.optional(z.literal(true)),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** Absent for card orders. */
  balance: z.optional(orderBalance),
  /** Sandbox or test mode: no money moved. */
  testMode: z.boolean(),
  shippingAddress: z.nullable(
    z.object({ address: z.string(), city: z.string(), state: z.string(), zipCode: z.string() }),
  ),
  pickupLocation: z.nullable(z.string()),
  /** YYYY-MM-DD in the farm's time zone; null for deliveries. */
  pickupDate: z.nullable(z.string()),
  deliveryMethod: z.enum(['pickup', 'shipping']),
  notes: z.nullable(z.string()),
  userId: z.null(),
  items: z.array(orderItem),
  receiptUrl: z.string(),
  /** Printed on its pickup pass next to the number. */
  mark: z.string(),
  refunds: z.array(refund),
  /** Inside the amount that stands; absent if there is none. */
  tax: z.optional(taxLines),
  disputedAt: z.nullable(instant),
  /** The recipient's, for a delivery. */
  giftPhone: z.optional(z.string()),
  ...orderBox,
})

/** Amounts in dollars. */
export type Order = z.output<typeof order>

export const placedOrder = z.object({
  id,
  paymentStatus: z.enum(PAYMENT_STATUSES),
  testMode: z.boolean(),
  /** Contains a secret between shop and buyer. */
  receiptUrl: z.string(),
})

export type PlacedOrder = z.output<typeof placedOrder>

export const orders = {
  place: publicEndpoint('POST /api/orders', {
    summary:
      'Places the order for a cart whose payment is on hold, or which is paid at pickup: that may take the link in an email first. The same call again returns the same order.',
    body: z.strictObject({ orderData, items: orderLines, checkout_key: z.optional(checkoutKey) }),
    output: placedOrder,
    status: 201,
    refusals: 'message',
  }),
  changeStatus: deskEndpoint('if-refunds', 'PUT /api/orders/{id}/status', {
    token: 'orders:write',
    summary:
      'Sets the status; cancelled restocks the items (unless they are missing) and refunds the payment.',
    params: byId,
    body: statusChange,
    output: order,
  }),
  ofCheckout: publicEndpoint('GET /api/checkouts/{checkout_key}', {
    summary: 'The order placed from a cart; null while there is none.',
    params: z.strictObject({ checkout_key: checkoutKey }),
    output: z.nullable(placedOrder),
  }),
}
