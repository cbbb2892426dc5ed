import { checkouts, type IntentStatus, payments } from '#contract/money/payments.ts'
import { orders, type PlacedOrder } from '#contract/orders/orders.ts'
import type { RefusalBody } from '#contract/refusal.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, SOMETHING_WENT_WRONG, sentenceOf } from '#web/api/request.ts'
import { rememberOrder } from '#web/shop/cart/last-order-store.ts'
import { rememberPlaced } from '#web/shop/cart/placed-store.ts'
import { carryToast } from '#web/ui/toast-store.ts'
import type { CardConfirmation, CardEntryHandle, CardFailure } from './card-provider.ts'
import type { Purchase } from './purchase.ts'
import { forgetStored } from './stored-state.ts'

/** `isRefused` is false when the outcome is unknown. */
export type Failed = {
  error: string
  field?: string
  code?: RefusalBody['code']
  cardCode?: string
  isOfCard?: boolean
  isOfWallet?: boolean
  isAtPickup?: boolean
  isLost?: boolean
  /** The card was being confirmed: the money may be held and may still become an order. */
  mayBeHeld?: boolean
  isRefused: boolean
}

const HELD: readonly IntentStatus[] = ['requires_capture', 'succeeded']

export async function holdMoney(
  card: CardEntryHandle | null,
  purchase: Purchase,
): Promise<Failed | null> {
  if (!card) return { error: 'Card element not found', isRefused: true }
  const method = await card.createPaymentMethod(purchase.basket.orderData)
  if ('error' in method) return { ...refusedBy(method), isOfCard: !method.error.isLost }
  const intent = await attempt(
    createIntent(purchase, method.paymentMethod.id),
    'Failed to create payment intent',
  )
  if ('error' in intent) return intent
  return confirmIfRequired(card, intent)
}

/** Call once the money is held. Idempotent: the same call again gives the same order. */
export function placeOrder({ basket, checkoutKey }: Purchase): Promise<PlacedOrder | Failed> {
  return attempt(
    call(orders.place, { body: { ...basket, checkout_key: checkoutKey } }),
    'Failed to create order',
  )
}

/**
 * After a lost answer: the order, or null if nothing was or will be charged. While nobody knows, a
 * failure that isn't a refusal.
 */
export function findOutcome(checkoutKey: string): Promise<PlacedOrder | null | Failed> {
  return attempt(
    call(checkouts.resume, { params: { checkout_key: checkoutKey } }),
    SOMETHING_WENT_WRONG,
  )
}

/** The order this cart got in another tab or by the provider's event; null if none or no answer. */
export async function findPlacedOrder(checkoutKey: string): Promise<PlacedOrder | null> {
  return call(orders.ofCheckout, { params: { checkout_key: checkoutKey } }).catch(() => null)
}

function createIntent({ basket, amount, checkoutKey }: Purchase, paymentMethod: string) {
  return call(payments.createIntent, {
    body: {
      amount,
      payment_method_id: paymentMethod,
      customer_email: basket.orderData.customerEmail,
      customer_name: basket.orderData.customerName,
      checkout_key: checkoutKey,
      basket,
    },
  })
}

async function confirmIfRequired(
  card: CardConfirmation,
  { status, client_secret }: { status: IntentStatus; client_secret: string },
): Promise<Failed | null> {
  const result = await (status === 'requires_confirmation'
    ? card.confirmCardPayment(client_secret)
    : status === 'requires_action'
      ? card.handleNextAction(client_secret)
      : { paymentIntent: { status } })
  if ('error' in result) {
    const mayBeHeld = result.error.isOpen === true
    return { ...refusedBy(result), mayBeHeld, isRefused: !mayBeHeld }
  }
  return HELD.includes(result.paymentIntent.status)
    ? null
    : { error: SOMETHING_WENT_WRONG, isRefused: true }
}

function refusedBy({ error: { message, code, isLost } }: CardFailure): Failed {
  return {
    error: message,
    isRefused: true,
    ...(code ? { cardCode: code } : {}),
    ...(isLost ? { isLost } : {}),
  }
}

async function attempt<Answer extends object | null>(
  answer: Promise<Answer>,
  wordless: string,
): Promise<Answer | Failed> {
  try {
    return await answer
  } catch (failure) {
    if (!(failure instanceof ApiFailure))
      return { error: SOMETHING_WENT_WRONG, isLost: true, isRefused: false }
    const { code, field } = failure.refusal
    return {
      error: sentenceOf(failure, wordless),
      code,
      isRefused: isDecided(failure.status),
      ...(field ? { field } : {}),
    }
  }
}

/** Too busy or broken decides nothing: the same call may still succeed. */
function isDecided(status: number): boolean {
  return status < 500 && status !== 408 && status !== 429
}

/** A full page load, as each page has its own policy; the home page says the order was placed. */
export function goHomeWithOrder({ id, testMode, receiptUrl }: PlacedOrder): void {
  forgetStored()
  rememberOrder(receiptUrl)
  rememberPlaced({ id, receiptUrl })
  const isSaid = carryToast({
    title: 'Order Placed Successfully!',
    description: `Your order number is #${id}. A confirmation email follows.${testMode ? ' Test order – no money was taken.' : ''}`,
    link: { href: receiptUrl, label: 'See your receipt' },
    variant: 'success',
  })
  // If nothing could be carried over, the receipt says it.
  window.location.assign(isSaid ? '/' : receiptUrl)
}
