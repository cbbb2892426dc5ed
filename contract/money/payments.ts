import { z } from 'zod/mini'
import { publicEndpoint } from '../endpoint.ts'
import { basket, checkoutKey, PAY_BY_CARD, placedOrder } from '../orders/orders.ts'
import { emailAddress, nameText } from '../shapes.ts'
import { type Cents, MAX_CHARGE, MIN_CHARGE } from './money.ts'

export const CARD_PROVIDERS = ['sandbox', 'stripe'] as const
export type CardProvider = (typeof CARD_PROVIDERS)[number]

/** As Stripe names them. */
export const INTENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

const amount = z
  .int('The amount must be a whole number of cents.')
  .check(
    z.minimum(MIN_CHARGE, 'The minimum card payment is $0.50.'),
    z.maximum(MAX_CHARGE, 'That is more than one card payment allows.'),
  )

const basketByCard = basket.check(
  z.refine(({ orderData }) => orderData.paymentMethod !== 'at_pickup', {
    message: PAY_BY_CARD,
    path: ['orderData', 'paymentMethod'],
  }),
)

const clientSecret = z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/))

const cardError = z.object({
  code: z.string(),
  decline_code: z.nullable(z.string()),
  message: z.string(),
})
export type CardError = z.output<typeof cardError>

const sandboxAnswer = z.object({
  status: z.optional(z.enum(INTENT_STATUSES)),
  error: z.optional(cardError),
})

export const payments = {
  createIntent: publicEndpoint('POST /api/payments/stripe/create-intent', {
    summary: 'Prepares a hold on the card for an amount in cents.',
    body: z.strictObject({
      amount: z.pipe(
        amount,
        z.transform((value) => value as Cents),
      ),
      payment_method_id: z
        .string('Please enter a card.')
        .check(z.regex(/^pm_\w{1,100}$/, 'Please enter a card.')),
      customer_email: emailAddress('Please enter your email address.'),
      customer_name: nameText(120, 'Please enter your full name.'),
      checkout_key: z.optional(checkoutKey),
      basket: z.optional(basketByCard),
    }),
    output: z.object({ status: z.enum(INTENT_STATUSES), client_secret: z.string() }),
    refusals: 'error',
  }),
  config: publicEndpoint('GET /api/payments/config', {
    summary:
      'Which provider takes cards, whether real money moves, and whether orders can be paid at pickup.',
    output: z.object({
      provider: z.enum(CARD_PROVIDERS),
      livemode: z.boolean(),
      publishableKey: z.nullable(z.string()),
      /** In dollars; null: nowhere. `needsLink`: the order is placed by a link in an email. */
      atPickup: z.nullable(
        z.object({ max: z.number(), needsLink: z.boolean(), ways: z.array(z.string()) }),
      ),
    }),
  }),
  sandboxConfirm: publicEndpoint('POST /api/payments/sandbox/confirm', {
    summary: 'Sandbox only: what Stripe.js does when it confirms a card payment.',
    body: z.strictObject({ client_secret: clientSecret }),
    output: sandboxAnswer,
  }),
  sandboxAuthenticate: publicEndpoint('POST /api/payments/sandbox/authenticate', {
    summary: 'Sandbox only: the outcome of the 3-D Secure question.',
    body: z.strictObject({ client_secret: clientSecret, outcome: z.enum(['complete', 'fail']) }),
    output: sandboxAnswer,
  }),
}

export const checkouts = {
  resume: publicEndpoint('POST /api/checkouts/{checkout_key}/resume', {
    refusals: 'message',
    summary:
      'Places the order for a cart whose buyer does not know how its payment ended; null when nothing was charged, and nothing will be.',
    params: z.strictObject({ checkout_key: checkoutKey }),
    output: z.nullable(placedOrder),
  }),
}
