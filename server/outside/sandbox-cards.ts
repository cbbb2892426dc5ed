import type { CardError } from '#contract/money/payments.ts'

export type CardBehaviour = { needsAuthentication: boolean; declined: CardError | null }

const GENERIC_DECLINE = 'Your card was declined.'

const paid: CardBehaviour = { needsAuthentication: false, declined: null }
const authenticated: CardBehaviour = { needsAuthentication: true, declined: null }

function declined(
  code: string,
  decline_code: string | null,
  message: string,
  needsAuthentication = false,
): CardBehaviour {
  return { needsAuthentication, declined: { code, decline_code, message } }
}

const genericDecline = declined('card_declined', 'generic_decline', GENERIC_DECLINE)

/** With the names and outcomes of Stripe's test mode, so that API tests are portable. */
const CARDS = new Map<string, CardBehaviour>([
  ['pm_card_visa', paid],
  ['pm_card_mastercard', paid],
  ['pm_card_amex', paid],
  ['pm_card_discover', paid],
  ['pm_card_chargeDeclined', genericDecline],
  ['pm_card_visa_chargeDeclined', genericDecline],
  [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  ],
  ['pm_card_visa_chargeDeclinedLostCard', declined('card_declined', 'lost_card', GENERIC_DECLINE)],
  [
    'pm_card_visa_chargeDeclinedStolenCard',
    declined('card_declined', 'stolen_card', GENERIC_DECLINE),
  ],
  ['pm_card_chargeDeclinedExpiredCard', declined('expired_card', null, 'Your card has expired.')],
  [
    'pm_card_chargeDeclinedIncorrectCvc',
    declined('incorrect_cvc', null, "Your card's security code is incorrect."),
  ],
  [
    'pm_card_chargeDeclinedProcessingError',
    declined(
      'processing_error',
      null,
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ],
  ['pm_card_authenticationRequiredOnSetup', authenticated],
  ['pm_card_authenticationRequired', authenticated],
  ['pm_card_threeDSecure2Required', authenticated],
  [
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.', true),
  ],
  [
    'pm_card_threeDSecureRequiredChargeDeclined',
    declined('card_declined', 'generic_decline', GENERIC_DECLINE, true),
  ],
])

const ALIASES = new Map([
  ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
  ['pm_card_chargeDeclinedLostCard', 'pm_card_visa_chargeDeclinedLostCard'],
  ['pm_card_chargeDeclinedStolenCard', 'pm_card_visa_chargeDeclinedStolenCard'],
])

export function findTestCard(token: string): CardBehaviour | null {
  return CARDS.get(ALIASES.get(token) ?? token) ?? null
}
