type Row = readonly [number: string, token: string, name: string]

/** By what becomes of it: the only numbers test mode accepts; each stands for a provider token. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'Goes through': [
    ['4242424242424242', 'pm_card_visa', 'Visa'],
    ['5555555555554444', 'pm_card_mastercard', 'Mastercard'],
    ['378282246310005', 'pm_card_amex', 'American Express'],
    ['6011111111111117', 'pm_card_discover', 'Discover'],
  ],
  'The bank asks first (3-D Secure)': [
    ['4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'Bank asks on setup'],
    ['4000002760003184', 'pm_card_authenticationRequired', 'Bank asks'],
    ['4000000000003220', 'pm_card_threeDSecure2Required', '3-D Secure 2'],
    [
      '4000008260003178',
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      'Bank asks, then no funds',
    ],
    ['4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', 'Bank asks, then declined'],
  ],
  'Is declined': [
    ['4000000000000002', 'pm_card_visa_chargeDeclined', 'Declined'],
    ['4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'Insufficient funds'],
    ['4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', 'Lost card'],
    ['4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', 'Stolen card'],
    ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'Expired card'],
    ['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'Incorrect CVC'],
    ['4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'Processing error'],
  ],
}

export const TEST_CARDS = Object.entries(ROWS).flatMap(([group, rows]) =>
  rows.map(([number, token, name]) => ({ group, number, token, name })),
)

export type TestCard = (typeof TEST_CARDS)[number]

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
