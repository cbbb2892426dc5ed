import { asSentence } from '#contract/calendar/day-text.ts'
import type { RefusalBody } from '#contract/refusal.ts'
import type { CardFault } from './card-provider.ts'
import { declineOf } from './declines.ts'
import type { Failed } from './pay.ts'

export type Failure = {
  title: string
  /** What to do next, continuing with 'or call us'; null when the title says it all. */
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
  const where = { ...PLAIN, isOfCard, isOfWallet }
  if (cardCode) {
    const { cause, next, fault } = declineOf(cardCode)
    const title = `${cause} Nothing was charged.`
    return {
      ...where,
      title,
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
    title: 'No connection. Nothing was charged.',
    next: 'Pay again when you’re back online',
  }
}

/** The bank's answer was lost; by now it is certain that it took nothing. */
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
