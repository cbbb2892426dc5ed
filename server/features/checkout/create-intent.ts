import { setTimeout as pause } from 'node:timers/promises'
import { type Cents, formatDollars } from '#contract/money.ts'
import type { Basket } from '#contract/orders.ts'
import { write } from '#server/db/write.ts'
import { findOrderOfCheckout } from '#server/features/orders/find-placed-order.ts'
import {
  findPaymentOfCheckout,
  findPaymentOfOrder,
  listOpenLiteralPayments,
  type PaymentRow,
} from '#server/features/payments/find-payment.ts'
import { movePayment } from '#server/features/payments/move-payment.ts'
import { isOfThisProvider } from '#server/features/payments/provider-of.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { checkStock } from '#server/features/stock/take-stock.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { keepsItsPrice } from './keeps-its-price.ts'
import { LOOK_AGAIN, type LookAgain } from './look-again.ts'
import { priceAnew, priceBasket, priceChanged, totalsOf } from './price-basket.ts'
import { readIntent, requireOpenPayments } from './provider-silence.ts'
import { type IntentAnswer, type IntentRequest, startPayment } from './start-payment.ts'
import { bodyHash, type Payer } from './visitor.ts'

/** How often a checkout is looked at anew when another call moved it meanwhile, and the pause between, in milliseconds. */
const MOST_LOOKS = 40
const PAUSE = 50

/** A payment that is being made by another call is waited for this long, in milliseconds; then it counts as lost. */
const MAKING = 1500

/**
 * Prepares a hold for a checkout: the same request again answers the same payment, another one replaces it. At most one
 * payment of a checkout is live (payments, section 3.3).
 * @throws Refusal 'order-exists', 'price-changed', 'sold-out', 'payment-declined', 'not-now', …
 */
export async function createIntent(shop: Shop, buyer: Payer, request: IntentRequest): Promise<IntentAnswer> {
  requireOpenPayments(shop)
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (look > 0) await pause(PAUSE)
    const answer = await lookOnce(shop, buyer, request)
    if (answer !== LOOK_AGAIN) return answer
  }
  throw new Refusal('not-now', 'This cart is being paid in another window. Please try again in a moment.', {
    retryAfter: 3,
  })
}

async function lookOnce(shop: Shop, buyer: Payer, request: IntentRequest): Promise<IntentAnswer | LookAgain> {
  const known = buyer.checkoutKey
    ? await lookAtCheckout(shop, buyer.checkoutKey, request)
    : await lookAtVisitor(shop, buyer.visitorHash, request)
  if (known) return known
  const lines = request.basket ? await quote(shop, request.basket, request.amount) : null
  if (!request.basket) await checkLeastAmount(shop, request.amount)
  return startPayment(shop, buyer, { ...request, lines })
}

/** What stands at a keyed checkout: its order, a payment that fits and is answered again, or one that is over now. Null: begin anew. */
async function lookAtCheckout(
  shop: Shop,
  key: string,
  request: IntentRequest,
): Promise<IntentAnswer | LookAgain | null> {
  const order = await findOrderOfCheckout(shop.db, key)
  if (order) {
    const payment = await findPaymentOfOrder(shop.db, order.id)
    const same = !request.basket || bodyHash(request.basket) === order.body_hash
    if (same && payment?.amount_cents === request.amount) {
      const intent = await intentOf(shop, payment)
      if (intent) return answerOf(intent)
    }
    throw new Refusal(
      'order-exists',
      `Order #${order.id} was already placed from this cart. Your new choice starts a new order.`,
    )
  }
  const payment = await findPaymentOfCheckout(shop.db, key)
  if (!payment || payment.state === 'canceling' || payment.state === 'canceled') return null
  if (payment.state === 'capturing' || payment.state === 'captured') return LOOK_AGAIN
  if (payment.state === 'creating' && isBeingMade(payment, shop.now())) return LOOK_AGAIN
  if (payment.state === 'open' && isOfThisProvider(shop, payment) && fits(payment, request)) {
    const answer = await answerAgain(shop, payment)
    if (answer) return answer
  }
  // The quote that follows says whether the price is another one by now.
  await supersede(shop, payment)
  return null
}

/** A literal visitor's payment that fits is answered again; others are left to expire, they may be another tab's. */
async function lookAtVisitor(
  shop: Shop,
  visitorHash: string | null,
  request: IntentRequest,
): Promise<IntentAnswer | null> {
  if (!visitorHash || request.basket) return null
  const open = await listOpenLiteralPayments(shop.db, visitorHash)
  const same = open.find((payment) => isOfThisProvider(shop, payment) && fits(payment, request))
  return same ? answerAgain(shop, same) : null
}

function fits(payment: PaymentRow, request: IntentRequest): boolean {
  const hash = request.basket && bodyHash(request.basket)
  return payment.method_ref === request.method && payment.amount_cents === request.amount && payment.body_hash === hash
}

function isBeingMade(payment: PaymentRow, now: Date): boolean {
  return now.getTime() - Date.parse(payment.touched_at) < MAKING
}

/** Null for a payment that cannot be gone on with, and for one whose time is over, unless its hold stands for what the basket costs now. */
async function answerAgain(shop: Shop, payment: PaymentRow): Promise<IntentAnswer | null> {
  const intent = await intentOf(shop, payment)
  if (!intent) return null
  const mayGoOn =
    keepsItsPrice(payment, intent.heldAt, shop.now()) ||
    (intent.status === 'requires_capture' && (await costsAsMuch(shop, payment)))
  const answer = answerOf(intent)
  return mayGoOn && ['requires_confirmation', 'requires_capture'].includes(answer.status) ? answer : null
}

/** What a payment was quoted for, at today's prices; one without a basket is priced when its order comes. */
async function costsAsMuch({ db }: Shop, { basket, amount_cents }: PaymentRow): Promise<boolean> {
  if (!basket) return true
  try {
    const lines = await priceAnew(db, basket.lines)
    return totalsOf(lines, basket.orderData.deliveryMethod).total === amount_cents
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function intentOf(shop: Shop, payment: PaymentRow): Promise<Intent | null> {
  return payment.intent_id ? readIntent(shop, payment, payment.intent_id) : null
}

/** A literal client knows no `requires_action`; confirming such a payment runs the action. */
function answerOf({ status, clientSecret }: Intent): IntentAnswer {
  return { status: status === 'requires_action' ? 'requires_confirmation' : status, client_secret: clientSecret }
}

async function supersede(shop: Shop, payment: PaymentRow): Promise<void> {
  const move = { id: payment.id, from: payment.state, to: 'canceling', at: shop.now() } as const
  if (await write(shop.db, (tx) => movePayment(tx, move)))
    shop.later('release a hold', () => voidPayment(shop, payment.id))
}

async function quote(shop: Shop, basket: Basket, amount: Cents) {
  const { lines, totals } = await priceBasket(shop.db, basket)
  if (totals.total !== amount) throw priceChanged(totals.total)
  checkStock(lines)
  return lines.map(({ stock: _, ...line }) => line)
}

/** A hold for less than the cheapest product can never become an order. An empty shop has no cheapest one. */
async function checkLeastAmount(shop: Shop, amount: Cents): Promise<void> {
  const sold = shop.db.selectFrom('products').where('archived_at', 'is', null)
  const enough = await sold.select('id').where('price_cents', '<=', amount).limit(1).executeTakeFirst()
  if (enough) return
  const { least } = await sold.select((row) => row.fn.min('price_cents').as('least')).executeTakeFirstOrThrow()
  if (least === null) return
  throw new Refusal('invalid', `That is less than anything costs here (${formatDollars(least)}).`, { field: 'amount' })
}
