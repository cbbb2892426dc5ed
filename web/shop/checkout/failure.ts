import { asSentence } from '#contract/calendar/day-text.ts'
import type { RefusalBody } from '#contract/refusal.ts'
import type { CardFault, CardField } from './card-provider.ts'
import type { Failed } from './pay.ts'

export type Failure = {
  title: string
  /** What to do next, followed by 'or call us'; null when the title says it all. */
  next: string | null
  isDecline: boolean
  /** Cleared as soon as anything about the card changes. */
  isOfCard: boolean
  isOfWallet: boolean
  fault: CardFault | null
}

const PLAIN = { next: null, isDecline: false, isOfCard: false, isOfWallet: false, fault: null }

const BEFORE_CHARGE: readonly (RefusalBody['code'] | undefined)[] = [
  'sold-out',
  'product-gone',
  'price-changed',
  'stock-changed',
  'delivery-not-allowed',
  'delivery-not-here',
  'paused',
  'place-closed',
  'day-closed',
  'day-full',
]

export function failureOf(failed: Failed): Failure {
  const { error, cardCode, isLost = false, isOfCard = false, isOfWallet = false } = failed
  const { isAtPickup = false } = failed
  const where = { ...PLAIN, isOfCard, isOfWallet }
  if (cardCode) {
    const { cause, next, fault } = BY_CODE[cardCode] ?? GENERIC
    return {
      ...where,
      title: `${cause} Nothing was charged.`,
      next,
      isDecline: true,
      isOfCard: true,
      fault: isOfWallet ? null : fault,
    }
  }
  if (BEFORE_CHARGE.includes(failed.code))
    return { ...where, title: `${asSentence(error)} Nothing was charged.` }
  if (!isLost) return { ...where, title: error }
  return {
    ...where,
    title: `No connection. ${isAtPickup ? 'We don’t have your order yet.' : 'Nothing was charged.'}`,
    next: `${isAtPickup ? 'Order' : 'Pay'} again when you’re back online`,
  }
}

/** The bank's answer was lost, but by now it certainly took nothing. */
export const NOT_TAKEN: Failure = {
  ...PLAIN,
  title: 'We got no answer from your bank. Nothing was charged.',
  next: 'Please pay again',
}

export const LEFT_OPEN: Failure = {
  ...PLAIN,
  title: 'We don’t know yet whether your last payment went through.',
  next: 'You can pay again and won’t be charged twice',
}

type Decline = {
  /** The bank's reason, in gentle words: no buyer reads that a card was stolen. */
  cause: string
  /** What to do next, followed by 'or call us'. */
  next: string
  fault: CardFault | null
}

const ANOTHER = 'Try another card'
const WAIT = 'Wait a few minutes and pay again'
const DECLINED = at('number', 'This card was declined.', false)

const GENERIC: Decline = {
  cause: 'Your bank declined this card.',
  next: ANOTHER,
  fault: DECLINED,
}

const NO_MONEY = { ...GENERIC, cause: 'Your bank says there isn’t enough money on this card.' }
const LIMIT = { ...GENERIC, cause: 'Your bank says this card has reached its limit.' }
const NOT_FOR_THIS = { ...GENERIC, cause: 'Your bank doesn’t allow this card for this purchase.' }

const NUMBER: Decline = {
  cause: 'Your bank doesn’t recognize this card number.',
  next: 'Check the number and pay again',
  fault: at('number', 'Check this number. Nothing was charged.'),
}

const EXPIRY: Decline = {
  cause: 'Your bank says this card has expired.',
  next: 'Check the date or try another card',
  fault: at('expiry', 'Check this date. Nothing was charged.'),
}

const CVC: Decline = {
  cause: 'The security code (CVC) doesn’t match this card.',
  next: 'Check the code and pay again',
  fault: at('cvc', 'Check this code. Nothing was charged.'),
}

const ZIP: Decline = {
  cause: 'The ZIP code doesn’t match this card.',
  next: 'Check the ZIP code and pay again',
  fault: at('zip', 'Check the ZIP code of this card. Nothing was charged.'),
}

const BUSY: Decline = {
  cause: 'Your bank couldn’t take the payment just now.',
  next: WAIT,
  fault: null,
}

const TWICE: Decline = {
  cause: 'Your bank thought this was a duplicate payment.',
  next: WAIT,
  fault: null,
}

const NOT_YOU: Decline = {
  cause: 'Your bank couldn’t confirm that it was you.',
  next: 'Try again and confirm with your bank, or try another card',
  fault: null,
}

/**
 * Decline codes of the sandbox and of Stripe, or its error codes when there is none; any other,
 * such as a stolen card's, is a plain decline.
 */
const BY_CODE: Readonly<Record<string, Decline>> = {
  insufficient_funds: NO_MONEY,
  card_velocity_exceeded: LIMIT,
  withdrawal_count_limit_exceeded: LIMIT,
  card_not_supported: NOT_FOR_THIS,
  currency_not_supported: NOT_FOR_THIS,
  not_permitted: NOT_FOR_THIS,
  service_not_allowed: NOT_FOR_THIS,
  transaction_not_allowed: NOT_FOR_THIS,
  incorrect_number: NUMBER,
  invalid_number: NUMBER,
  invalid_account: NUMBER,
  expired_card: EXPIRY,
  invalid_expiry_month: EXPIRY,
  invalid_expiry_year: EXPIRY,
  incorrect_cvc: CVC,
  invalid_cvc: CVC,
  incorrect_zip: ZIP,
  incorrect_address: ZIP,
  processing_error: BUSY,
  try_again_later: BUSY,
  issuer_not_available: BUSY,
  reenter_transaction: BUSY,
  approve_with_id: BUSY,
  duplicate_transaction: TWICE,
  authentication_required: NOT_YOU,
  payment_intent_authentication_failure: NOT_YOU,
  offline_pin_required: NOT_YOU,
  online_or_offline_pin_required: NOT_YOU,
}

function at(field: CardField, text: string, isMistyped = true): CardFault {
  return { field, text, isMistyped }
}
