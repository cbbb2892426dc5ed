import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cents } from '#contract/money.ts'
import type { Basket } from '#contract/orders.ts'
import type { IntentStatus } from '#contract/payments.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { PricedLine, QuotedBasket } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { answerWithin } from '#server/features/payments/answer-within.ts'
import type { PaymentRow } from '#server/features/payments/find-payment.ts'
import { intentKey, intentOrder } from '#server/features/payments/intent-order.ts'
import { insertPayment, keepIntentId, movePayment } from '#server/features/payments/move-payment.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import { type Intent, ProviderRefusal } from '#server/outside/payment-provider.ts'
import { findTestCard } from '#server/outside/sandbox-cards.ts'
import type { Shop } from '#server/shop.ts'
import { SLOWER } from './checkout-limits.ts'
import { LOOK_AGAIN, type LookAgain } from './look-again.ts'
import { areTooManyOpen, isStranger, makeRoom } from './make-room.ts'
import { providerSilent } from './provider-silence.ts'
import { bodyHash, type Payer } from './visitor.ts'

/** How long an attempt may take until its hold is released, in milliseconds. */
const ATTEMPT = 15 * 60_000

/** What a buyer asks a hold for: an amount in cents, a card's token, and with our own pages the basket it is for. */
export type IntentRequest = { amount: Cents; method: string; basket: Basket | null }

export type IntentAnswer = { status: IntentStatus; client_secret: string }

/** The request with the lines its basket was quoted at; null for the specification's bare payload. */
type Quoted = IntentRequest & { lines: PricedLine[] | null }

/** Stores a payment, makes it at the provider, and opens it; each step is committed before the next. @throws Refusal 'payment-declined', 'not-now' */
export async function startPayment(shop: Shop, buyer: Payer, request: Quoted): Promise<IntentAnswer | LookAgain> {
  const payment = newPayment(shop, buyer, request)
  const isFull = await areTooManyOpen(shop, buyer)
  const isSlow = isFull && (await isStranger(shop, buyer))
  if (!(await insertOnce(shop, payment))) return LOOK_AGAIN
  if (isFull) shop.later('give up open payments', () => makeRoom(shop, buyer))
  const intent = await makeIntent(shop, payment)
  const opened = {
    id: payment.id,
    from: 'creating',
    to: 'open',
    at: shop.now(),
    set: { intent_id: intent.id },
  } as const
  if (!(await write(shop.db, (tx) => movePayment(tx, opened)))) {
    await write(shop.db, (tx) => keepIntentId(tx, payment.id, intent.id))
    shop.later('release a hold', () => voidPayment(shop, payment.id))
    return LOOK_AGAIN
  }
  if (isSlow) await pause(SLOWER)
  return buyer.checkoutKey ? answer(intent) : answer(await confirmBare(shop, payment, intent))
}

/** Stores a payment as being made; false when its checkout has another one by now. */
async function insertOnce(shop: Shop, payment: PaymentRow): Promise<boolean> {
  try {
    await write(shop.db, (tx) =>
      insertPayment(tx, { ...payment, basket: payment.basket && JSON.stringify(payment.basket) }),
    )
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

function answer(intent: Intent): IntentAnswer {
  return { status: intent.status, client_secret: intent.clientSecret }
}

function newPayment(shop: Shop, buyer: Payer, request: Quoted): PaymentRow {
  const now = shop.now()
  return {
    id: randomUUID(),
    provider: shop.payments.name,
    livemode: shop.payments.livemode,
    intent_id: null,
    checkout_key: buyer.checkoutKey,
    visitor_hash: buyer.visitorHash,
    body_hash: request.basket && bodyHash(request.basket),
    basket: request.basket && request.lines ? { orderData: withoutClaims(request.basket), lines: request.lines } : null,
    method_ref: request.method,
    amount_cents: request.amount,
    state: 'creating',
    order_id: null,
    captured_cents: 0 as PaymentRow['captured_cents'],
    error_code: null,
    error_message: null,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + ATTEMPT).toISOString(),
    touched_at: now.toISOString(),
    alerted_at: null,
    address_key: buyer.address ?? null,
    declines: 0,
    captured_at: null,
  }
}

/** What a client says of money and of itself is never stored. */
function withoutClaims({ orderData }: Basket): QuotedBasket['orderData'] {
  const { total: _, paymentStatus: __, userId: ___, ...stated } = orderData
  return stated
}

/** A clear no ends the payment, and only the card's is told in the provider's words; no clear answer leaves it `creating`, and the same create is asked again later. */
async function makeIntent(shop: Shop, payment: PaymentRow): Promise<Intent> {
  try {
    return await answerWithin(shop.payments.createIntent(intentOrder(shop.id, payment), intentKey(payment)))
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      await write(shop.db, (tx) =>
        movePayment(tx, { id: payment.id, from: 'creating', to: 'canceled', at: shop.now() }),
      )
      if (error.kind === 'card') throw new Refusal('payment-declined', error.message)
    }
    throw providerSilent(shop, 'make a card payment', error)
  }
}

/** The specification's bare payload in the sandbox: a client without Stripe.js could not confirm, so the hold is placed at once. */
async function confirmBare(shop: Shop, payment: PaymentRow, intent: Intent): Promise<Intent> {
  if (!shop.sandbox || findTestCard(payment.method_ref)?.asksOwner) return intent
  const confirmed = await shop.sandbox.confirm(intent.clientSecret)
  if (!confirmed.lastError) return confirmed
  await write(shop.db, (tx) => movePayment(tx, { id: payment.id, from: 'open', to: 'canceling', at: shop.now() }))
  shop.later('release a hold', () => voidPayment(shop, payment.id))
  throw new Refusal('payment-declined', confirmed.lastError.message)
}
