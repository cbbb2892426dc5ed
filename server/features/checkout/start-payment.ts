import { randomUUID } from 'node:crypto'
import type { Cents } from '#contract/money/money.ts'
import type { IntentStatus } from '#contract/money/payments.ts'
import type { Basket } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { QuotedBasket } from '#server/db/tables/payments.ts'
import { write } from '#server/db/write.ts'
import {
  type Intent,
  ProviderKeyRefusal,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { noteKeyRefused } from './card-key.ts'
import { abandonLater, voidLater } from './holds.ts'
import {
  ATTEMPT,
  insertPayment,
  type Payer,
  type PaymentRow,
  setIntentId,
} from './payment-record.ts'
import { bodyHash } from './price-basket.ts'
import { answerInTime, makeIntent, noAnswer, paymentsClosed } from './provider-calls.ts'
import { movePayment, Overtaken } from './transitions.ts'

export type IntentRequest = { amount: Cents; method: string; basket: Basket | null }

export type IntentAnswer = { status: IntentStatus; client_secret: string }

/** A payment begins at its quote's instant: ordering may end right after. */
type Quoted = IntentRequest & {
  quoted: Pick<QuotedBasket, 'lines' | 'deliveryCents' | 'marketDay'> | null
  at: Date
}

/**
 * Stores a payment, makes it at the provider and opens it, committing each step.
 * @throws Refusal 'payment-declined', 'not-now'
 * @throws Overtaken
 */
export async function startPayment(
  shop: Shop,
  buyer: Payer,
  request: Quoted,
): Promise<IntentAnswer> {
  const payment = newPayment(shop, buyer, request)
  await insertOnce(shop, payment)
  const intent = await requireIntent(shop, payment)
  const set = { intent_id: intent.id }
  const opened = { id: payment.id, from: 'creating', to: 'open', at: shop.now(), set } as const
  if (!(await write(shop.db, (tx) => movePayment(tx, opened)))) {
    await write(shop.db, (tx) => setIntentId(tx, payment.id, intent.id))
    voidLater(shop, payment.id)
    throw new Overtaken()
  }
  return buyer.checkoutKey ? answer(intent) : answer(await confirmAtOnce(shop, payment, intent))
}

async function insertOnce(shop: Shop, payment: PaymentRow): Promise<void> {
  const row = { ...payment, basket: payment.basket && JSON.stringify(payment.basket) }
  try {
    await write(shop.db, (tx) => insertPayment(tx, row))
  } catch (error) {
    throw isUniqueViolation(error) ? new Overtaken() : error
  }
}

function answer(intent: Intent): IntentAnswer {
  return { status: intent.status, client_secret: intent.clientSecret }
}

function newPayment(shop: Shop, buyer: Payer, request: Quoted): PaymentRow {
  const { at } = request
  return {
    id: randomUUID(),
    provider: shop.payments.name,
    livemode: shop.payments.livemode,
    intent_id: null,
    checkout_key: buyer.checkoutKey,
    visitor_hash: buyer.visitorHash,
    body_hash: request.basket && bodyHash(request.basket),
    basket:
      request.basket && request.quoted
        ? { orderData: withoutClaims(request.basket), ...request.quoted }
        : null,
    method_ref: request.method,
    amount_cents: request.amount,
    state: 'creating',
    order_id: null,
    captured_cents: 0 as PaymentRow['captured_cents'],
    error_code: null,
    error_message: null,
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + ATTEMPT).toISOString(),
    touched_at: at.toISOString(),
    alerted_at: null,
    address_key: buyer.address ?? null,
    declines: 0,
    captured_at: null,
    ...{ fee_cents: null, fee_asks: 0, fee_asked_at: null },
  }
}

/** A client's claims about money are never stored. */
function withoutClaims({ orderData }: Basket): QuotedBasket['orderData'] {
  const { total: _, paymentStatus: __, userId: ___, ...stated } = orderData
  return stated
}

/** A clear no ends the payment; silence leaves it `creating`, to be made again later. */
async function requireIntent(shop: Shop, payment: PaymentRow): Promise<Intent> {
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

/** Bare clients cannot confirm with Stripe.js, so a test card's hold is placed at once. */
async function confirmAtOnce(shop: Shop, payment: PaymentRow, intent: Intent): Promise<Intent> {
  const { testSteps } = shop.payments
  if (!testSteps || testSteps.needsAuthentication(payment.method_ref)) return intent
  const confirmed = await testSteps.confirm(intent.clientSecret)
  if (!confirmed.lastError) return confirmed
  await abandonLater(shop, payment.id)
  throw new Refusal('payment-declined', confirmed.lastError.message)
}
