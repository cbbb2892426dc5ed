import type { CardFault } from './card-provider.ts'
import { declineOf } from './declines.ts'
import type { Failed } from './pay.ts'

/** Why it did not go through, as it stands above Pay until it is tried again. */
export type Failure = {
  title: string
  /** What to do next, to go on with 'or call us'; null where the title says all there is. */
  next: string | null
  isDecline: boolean
  /** Over as soon as something about the card is changed. */
  isOfCard: boolean
  fault: CardFault | null
}

const PLAIN = { next: null, isDecline: false, isOfCard: false, fault: null }

export function failureOf({ error, cardCode, isLost = false, isOfCard = false }: Failed): Failure {
  if (cardCode) {
    const { said, next, fault } = declineOf(cardCode)
    return { title: `${said} Nothing was charged.`, next, isDecline: true, isOfCard: true, fault }
  }
  if (!isLost) return { ...PLAIN, title: error, isOfCard }
  return {
    ...PLAIN,
    title: 'No connection. Nothing was charged.',
    next: 'Pay again when you are back online',
  }
}

/** The bank was asked and its answer was lost; by now it is certain that it took nothing. */
export const NOT_TAKEN: Failure = {
  ...PLAIN,
  title: 'We got no answer from your bank. Nothing was charged.',
  next: 'Please pay again',
}
