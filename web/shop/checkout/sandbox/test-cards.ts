export type TestCard = {
  number: string
  token: string
  name: string
  outcome: 'paid' | 'asks' | 'declined'
}

/** The only numbers test mode accepts; each stands for a provider token. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', name: 'Visa', outcome: 'paid' },
  { number: '5555555555554444', token: 'pm_card_mastercard', name: 'Mastercard', outcome: 'paid' },
  { number: '378282246310005', token: 'pm_card_amex', name: 'American Express', outcome: 'paid' },
  { number: '6011111111111117', token: 'pm_card_discover', name: 'Discover', outcome: 'paid' },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    name: 'Bank asks on setup',
    outcome: 'asks',
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    name: 'Bank asks',
    outcome: 'asks',
  },
  {
    number: '4000000000003220',
    token: 'pm_card_threeDSecure2Required',
    name: '3-D Secure 2',
    outcome: 'asks',
  },
  {
    number: '4000008260003178',
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    name: 'Bank asks, then no funds',
    outcome: 'asks',
  },
  {
    number: '4000008400001629',
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
    name: 'Bank asks, then declined',
    outcome: 'asks',
  },
  {
    number: '4000000000000002',
    token: 'pm_card_visa_chargeDeclined',
    name: 'Declined',
    outcome: 'declined',
  },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    name: 'Insufficient funds',
    outcome: 'declined',
  },
  {
    number: '4000000000009987',
    token: 'pm_card_visa_chargeDeclinedLostCard',
    name: 'Lost card',
    outcome: 'declined',
  },
  {
    number: '4000000000009979',
    token: 'pm_card_visa_chargeDeclinedStolenCard',
    name: 'Stolen card',
    outcome: 'declined',
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    name: 'Expired card',
    outcome: 'declined',
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    name: 'Incorrect CVC',
    outcome: 'declined',
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    name: 'Processing error',
    outcome: 'declined',
  },
]

export const NOT_A_TEST_CARD =
  'This shop is in test mode. Use a test card such as 4242 4242 4242 4242. Don’t type a real card.'

export function acceptedDigits(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '')
  return TEST_CARDS.some(({ number }) => number.startsWith(digits)) ? digits : null
}

export function testCardOf(typed: string): TestCard | undefined {
  const digits = typed.replaceAll(/\D/g, '')
  return TEST_CARDS.find(({ number }) => number === digits)
}

export function groupedNumber(digits: string): string {
  const groups = digits.startsWith('3')
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
    : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}

export type TypedCard = { number: string; expiry: string; cvc: string }

export type CardField = keyof TypedCard

/** By field. Dates and codes are checked here and go no further. */
export function faultsOf(
  { number, expiry, cvc }: TypedCard,
  now: Date,
): Partial<Record<CardField, string>> {
  const card = testCardOf(number)
  const hasCvc = /^\d+$/.test(cvc) && cvc.length === (card?.number.startsWith('3') ? 4 : 3)
  return {
    ...(card ? {} : { number: 'Your card number is incomplete.' }),
    ...expiryFault(expiry, now),
    ...(hasCvc ? {} : { cvc: "Your card's security code is incomplete." }),
  }
}

function expiryFault(expiry: string, now: Date): { expiry?: string } {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\D*(\d{2})$/.exec(expiry.trim()) ?? []
  if (!month) return { expiry: "Your card's expiration date is incomplete." }
  const firstDayAfter = new Date(2000 + Number(year), Number(month), 1)
  return firstDayAfter > now ? {} : { expiry: "Your card's expiration date is in the past." }
}
