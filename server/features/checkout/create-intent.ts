import { randomUUID } from 'node:crypto'
import type { Cents } from '#contract/money/money.ts'
import type { IntentStatus } from '#contract/money/payments.ts'
import type { Basket } from '#contract/orders/orders.ts'
import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { QuotedBasket } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import {
  type Intent,
  ProviderKeyRefusal,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { abandonLater, voidLater } from './holds.ts'
import { findOrderOfCheckout, type OrderRow } from './order-record.ts'
import {
  ATTEMPT,
  findPaymentOfCheckout,
  findPaymentOfOrder,
  insertPayment,
  listPaymentsOfVisitor,
  type Payer,
  type PaymentRow,
  setIntentId,
} from './payment-record.ts'
import { bodyHash, checkAmount, isQuoteValid, priceAnew, quoteBasket } from './price-basket.ts'
import {
  answerInTime,
  type CardPayment,
  isOfThisProvider,
  makeIntent,
  noAnswer,
  paymentsClosed,
  readIntent,
  requireOpenPayments,
} from './provider-calls.ts'
import { attempt, ConcurrentUpdate, movePayment } from './transitions.ts'

const PATIENCE = {
  max: 40,
  wait: 50,
  busy: 'This cart is being paid in another window. Please try again in a moment.',
}

const MAKING = 1500

/**
 * Prepares a hold for a checkout. The same request again gets the same payment; a different one
 * replaces it. At most one payment of a checkout is live (payments, section 3.3).
 * @throws Refusal 'order-exists', 'price-changed', 'sold-out', 'payment-declined', 'not-now', …
 */
export async function createIntent(
  shop: Shop,
  buyer: Payer,
  request: IntentRequest,
  waitForTurn: () => Promise<void> = async () => {},
): Promise<IntentAnswer> {
  requireOpenPayments(shop)
  return attempt(PATIENCE, async () => {
    const known = buyer.checkoutKey
      ? await resumeKeyed(shop, buyer.checkoutKey, request)
      : await resumeAnonymous(shop, buyer, request)
    if (known) return known
    await waitForTurn()
    const at = shop.now()
    const { basket, amount } = request
    const quoted = basket ? await quoteBasket(shop.db, { basket, amount }, at) : null
    if (!basket) await checkAmount(shop, amount)
    return startPayment(shop, buyer, { ...request, quoted, at })
  })
}

/** Its order, or its payment if it fits; any other payment is abandoned. Null: start over. */
async function resumeKeyed(shop: Shop, key: string, request: IntentRequest) {
  const order = await findOrderOfCheckout(shop.db, key)
  if (order) return answerOfOrder(shop, order, request)
  const payment = await findPaymentOfCheckout(shop.db, key)
  if (!payment || payment.state === 'canceling' || payment.state === 'canceled') return null
  if (payment.state === 'capturing' || payment.state === 'captured') throw new ConcurrentUpdate()
  if (payment.state === 'creating' && isBeingMade(payment, shop.now())) throw new ConcurrentUpdate()
  if (payment.state === 'open' && isOfThisProvider(shop, payment) && fits(payment, request)) {
    const answer = await answerAgain(shop, payment)
    if (answer) return answer
  }
  // Replaced by a new payment, whose quote tells whether the price changed.
  await abandonLater(shop, payment.id, { from: payment.state })
  return null
}

/** @throws Refusal 'order-exists' if the request is not the order's */
async function answerOfOrder(shop: Shop, order: OrderRow, request: IntentRequest) {
  const payment = await findPaymentOfOrder(shop.db, order.id)
  const same = !request.basket || bodyHash(request.basket) === order.body_hash
  if (same && payment?.amount_cents === request.amount) {
    const intent = await intentOf(shop, payment)
    if (intent) return answerOf(intent)
  }
  throw new Refusal(
    'order-exists',
    `Order #${order.id} was already placed from this cart. Your new cart starts a new order.`,
  )
}

/** The visitor's other payments are left to expire: they may belong to another tab. */
async function resumeAnonymous(shop: Shop, { visitorHash, isNew }: Payer, request: IntentRequest) {
  if (!visitorHash || isNew || request.basket) return null
  const open = await listPaymentsOfVisitor(shop.db, visitorHash)
  const same = open.find((payment) => isOfThisProvider(shop, payment) && fits(payment, request))
  return same ? answerAgain(shop, same) : null
}

function fits(payment: PaymentRow, request: IntentRequest): boolean {
  const hash = request.basket && bodyHash(request.basket)
  return (
    payment.method_ref === request.method &&
    payment.amount_cents === request.amount &&
    payment.body_hash === hash
  )
}

function isBeingMade(payment: PaymentRow, now: Date): boolean {
  return now.getTime() - Date.parse(payment.touched_at) < MAKING
}

/** Null once a payment has expired, unless its hold equals the basket's current price. */
async function answerAgain(shop: Shop, payment: PaymentRow): Promise<IntentAnswer | null> {
  const intent = await intentOf(shop, payment)
  if (!intent) return null
  const mayGoOn =
    isQuoteValid(payment, intent.heldAt, shop.now()) ||
    (intent.status === 'requires_capture' && (await costsAsMuch(shop, payment)))
  const answer = answerOf(intent)
  return mayGoOn && ['requires_confirmation', 'requires_capture'].includes(answer.status)
    ? answer
    : null
}

async function costsAsMuch({ db }: Shop, { basket, amount_cents }: PaymentRow): Promise<boolean> {
  if (!basket) return true
  try {
    return (await priceAnew(db, basket)).totals.total === amount_cents
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function intentOf(shop: Shop, payment: PaymentRow): Promise<Intent | null> {
  return payment.intent_id ? readIntent(shop, payment, payment.intent_id) : null
}

/** Bare clients don't know `requires_action`; confirming such a payment runs the action. */
function answerOf({ status, clientSecret }: Intent): IntentAnswer {
  return {
    status: status === 'requires_action' ? 'requires_confirmation' : status,
    client_secret: clientSecret,
  }
}

type IntentRequest = { amount: Cents; method: string; basket: Basket | null }

type IntentAnswer = { status: IntentStatus; client_secret: string }

/** A payment is dated by its quote, since ordering may end right after. */
type Quoted = IntentRequest & {
  quoted: Pick<QuotedBasket, 'lines' | 'deliveryCents' | 'marketDay'> | null
  at: Date
}

/**
 * Stores a payment, creates it at the provider and opens it, committing each step.
 * @throws Refusal 'payment-declined', 'not-now'
 * @throws ConcurrentUpdate
 */
async function startPayment(shop: Shop, buyer: Payer, request: Quoted): Promise<IntentAnswer> {
  const payment = newPayment(shop, buyer, request)
  await insertOnce(shop, payment)
  const intent = await requireIntent(shop, payment)
  const set = { intent_id: intent.id }
  const opened = { id: payment.id, from: 'creating', to: 'open', at: shop.now(), set } as const
  if (!(await write(shop.db, (tx) => movePayment(tx, opened)))) {
    await write(shop.db, (tx) => setIntentId(tx, payment.id, intent.id))
    voidLater(shop, payment.id)
    throw new ConcurrentUpdate()
  }
  return answerOf(buyer.checkoutKey ? intent : await confirmAtOnce(shop, payment, intent))
}

async function insertOnce(shop: Shop, payment: ReturnType<typeof newPayment>): Promise<void> {
  const row = { ...payment, basket: payment.basket && JSON.stringify(payment.basket) }
  try {
    await write(shop.db, (tx) => insertPayment(tx, row))
  } catch (error) {
    throw isUniqueViolation(error) ? new ConcurrentUpdate() : error
  }
}

function newPayment(shop: Shop, buyer: Payer, request: Quoted) {
  const { at } = request
  return {
    id: randomUUID(),
    provider: shop.payments.name,
    livemode: shop.payments.livemode,
    checkout_key: buyer.checkoutKey,
    visitor_hash: buyer.visitorHash,
    body_hash: request.basket && bodyHash(request.basket),
    basket:
      request.basket && request.quoted
        ? { orderData: withoutClaims(request.basket), ...request.quoted }
        : null,
    method_ref: request.method,
    amount_cents: request.amount,
    state: 'creating' as const,
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + ATTEMPT).toISOString(),
    touched_at: at.toISOString(),
    address_key: buyer.address ?? null,
  }
}

export function withoutClaims({ orderData }: Basket): QuotedBasket['orderData'] {
  const { total: _, paymentStatus: __, userId: ___, ...stated } = orderData
  return stated
}

/** A clear refusal ends the payment; with no answer it stays `creating`, to be retried later. */
async function requireIntent(shop: Shop, payment: CardPayment): Promise<Intent> {
  try {
    return await answerInTime(makeIntent(shop, payment))
  } catch (error) {
    if (error instanceof ProviderRefusal || error instanceof ProviderKeyRefusal) {
      const move = { id: payment.id, from: 'creating', to: 'canceled', at: shop.now() } as const
      await write(shop.db, (tx) => movePayment(tx, move))
    }
    if (error instanceof ProviderKeyRefusal) {
      await noteKeyRefused(shop, error)
      throw paymentsClosed()
    }
    if (error instanceof ProviderRefusal && error.kind === 'card')
      throw new Refusal('payment-declined', error.message)
    throw noAnswer(shop, 'make a card payment', error)
  }
}

/** Bare clients can't confirm with Stripe.js, so a test card's hold is placed right away. */
async function confirmAtOnce(shop: Shop, payment: CardPayment, intent: Intent): Promise<Intent> {
  const { testSteps } = shop.payments
  if (!testSteps || testSteps.needsAuthentication(payment.method_ref)) return intent
  const confirmed = await testSteps.confirm(intent.clientSecret)
  if (!confirmed.lastError) return confirmed
  await abandonLater(shop, payment.id)
  throw new Refusal('payment-declined', confirmed.lastError.message)
}

export async function watchCardKey(shop: Shop): Promise<void> {
  const { payments, db } = shop
  const answer = payments.checkKey
    ? await payments.checkKey().catch((error: unknown) => error)
    : undefined
  if (answer instanceof ProviderKeyRefusal) return noteKeyRefused(shop, answer)
  if (answer === undefined && (await isKeyRefused(shop)))
    await write(db, (tx) => deleteValue(tx, 'card_key_refused'))
}

async function isKeyRefused({ db }: Pick<Shop, 'db'>): Promise<boolean> {
  return (await getValue(db, 'card_key_refused')) !== null
}

/** The desk, `/readyz` and metrics report it until the key works again. */
async function noteKeyRefused(shop: Shop, error: ProviderKeyRefusal): Promise<void> {
  if (await isKeyRefused(shop)) return
  shop.report('use the card key', error)
  await write(shop.db, (tx) => setValue(tx, 'card_key_refused', shop.now().toISOString()))
}
