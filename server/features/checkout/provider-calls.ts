import type { IntentStatus } from '#contract/money/payments.ts'
import { inTime } from '#server/core/in-time.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { QuotedBasket } from '#server/db/tables.ts'
import {
  type DeliveryAddress,
  type Intent,
  type IntentOrder,
  nullIfRefused,
  type PaymentProvider,
  ProviderFailure,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './payment-record.ts'

type Origin = Pick<PaymentRow, 'provider' | 'livemode'>

/** What a card payment is made of at its provider. */
export type CardPayment = Origin & Pick<PaymentRow, 'id' | 'amount_cents' | 'method_ref' | 'basket'>

/** Payments of another provider are never completed, only refunded. */
export function isOfThisProvider({ payments }: Shop, { provider, livemode }: Origin): boolean {
  return payments.name === provider && payments.livemode === livemode
}

export function providerOf(shop: Shop, payment: Origin): PaymentProvider {
  return isOfThisProvider(shop, payment) ? shop.payments : shop.formerPayments(payment)
}

export function requireOpenPayments({ payments }: Shop): void {
  if (!payments.isOpen) throw paymentsClosed()
}

export function paymentsClosed(): Refusal {
  return new Refusal('not-now', 'Card payments are unavailable right now.', { retryAfter: 60 })
}

export function noAnswer(shop: Shop, what: string, error: unknown): Refusal {
  shop.report(what, error)
  const message = 'Card payments aren’t responding right now. Please try again in a moment.'
  return new Refusal('not-now', message, { retryAfter: 5 })
}

/** How long a buyer waits for the provider, in milliseconds. */
const MAX_WAIT = 10_000

/** Stops waiting, but the call itself continues. */
export function answerInTime<T>(call: Promise<T>): Promise<T> {
  return inTime(MAX_WAIT, call, `No answer in ${MAX_WAIT} ms.`)
}

/** Null if the provider does not know it. @throws Refusal 'not-now' */
export async function readIntent(
  shop: Shop,
  payment: PaymentRow,
  intentId: string,
): Promise<Intent | null> {
  try {
    return await answerInTime(providerOf(shop, payment).retrieve(intentId))
  } catch (error) {
    if (error instanceof ProviderRefusal) return null
    throw noAnswer(shop, 'read a card payment', error)
  }
}

/** Built from the stored payment alone: the same call and key give the same intent. */
export function makeIntent(shop: Shop, payment: CardPayment): Promise<Intent> {
  return providerOf(shop, payment).createIntent(
    intentOrder(shop.id, payment),
    `intent:${payment.id}`,
  )
}

export async function remakeIntent(shop: Shop, payment: PaymentRow): Promise<string | null> {
  const intent = await makeIntent(shop, payment).catch(nullIfRefused)
  return intent?.id ?? null
}

function intentOrder(shopId: string, payment: CardPayment): IntentOrder {
  const { id, amount_cents, method_ref, basket } = payment
  const order = {
    amount: amount_cents,
    method: method_ref,
    metadata: { shop: shopId, payment: id },
  }
  if (!basket) return order
  const delivery = deliveryOf(basket)
  return { ...order, description: descriptionOf(basket), ...(delivery ? { delivery } : {}) }
}

const MAX_DESCRIPTION = 500

function descriptionOf({ lines, orderData }: QuotedBasket): string {
  const how = orderData.deliveryMethod === 'pickup' ? 'pickup' : 'delivery'
  const text = [...lines.map(({ name, quantity }) => `${quantity} × ${name}`), how].join(', ')
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text
}

function deliveryOf({ orderData }: QuotedBasket): DeliveryAddress | null {
  const { customerName: name, shippingAddress: to, deliveryMethod } = orderData
  if (deliveryMethod === 'pickup' || !to) return null
  return { name, line: to.address, city: to.city, state: to.state, zip: to.zipCode }
}

const MAX_KEYS = 3

type KeyedCall<T> = {
  name: string
  call: (key: string) => Promise<T>
  /** The outcome of an earlier call; null if it had none. */
  look: () => Promise<T | null>
  isStored?: (error: unknown) => boolean
  /** For when the numbered keys are used up. */
  lastKey?: string
}

const isFailure = (error: unknown) => error instanceof ProviderFailure

/**
 * Calls a provider under the keys `<name>:0`, `<name>:1`, …, moving on only after a failure that
 * the provider stores and when `look` shows that nothing happened. Other errors are thrown.
 */
export async function callAgain<T>(keyed: KeyedCall<T>): Promise<T> {
  const { name, call, look, isStored = isFailure, lastKey } = keyed
  const keys = Array.from({ length: MAX_KEYS }, (_, number) => `${name}:${number}`)
  let last: unknown
  for (const key of lastKey ? [...keys, lastKey] : keys) {
    try {
      return await call(key)
    } catch (error) {
      if (!isStored(error)) throw error
      const happened = await look()
      if (happened) return happened
      last = error
    }
  }
  throw last
}

type HoldChange = {
  name: string
  at: Date
  call: (key: string) => Promise<Intent>
  isDone: (status: IntentStatus) => boolean
}

/**
 * Captures or cancels a hold; neither can happen twice, whatever the key. If the provider refuses
 * while the hold stands, the next key is tried, then a new one every hour, since refusals are
 * stored for a day. A final refusal is returned as is.
 */
export async function changeHold(
  provider: PaymentProvider,
  intentId: string,
  { name, at, call, isDone }: HoldChange,
): Promise<Intent> {
  const look = async () => {
    const intent = await provider.retrieve(intentId)
    return isDone(intent.status) ? intent : null
  }
  const isStored = (error: unknown) =>
    isFailure(error) || (error instanceof ProviderRefusal && error.kind === 'state')
  try {
    return await callAgain({ name, call, look, isStored, lastKey: hourlyKey(name, at) })
  } catch (error) {
    if (error instanceof ProviderRefusal) return provider.retrieve(intentId)
    throw error
  }
}

/** A key for calls that are safe to repeat: a stored refusal is replayed for at most an hour. */
export function hourlyKey(name: string, at: Date): string {
  return `${name}:${at.toISOString().slice(0, 13)}`
}
