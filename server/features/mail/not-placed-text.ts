import { formatDollars } from '#contract/money.ts'
import { nothingToCome } from './destination-text.ts'
import { type MailText, noteOf } from './mail-text.ts'
import type { NotPlaced } from './not-placed-queries.ts'

/**
 * The farm's words for an order that could not be kept. One about a test order holds nothing its
 * buyer typed.
 */
export function notPlacedText(
  { name, cents, reason, livemode, wanted }: NotPlaced,
  linkOrigin: string,
): MailText {
  const hello = livemode && name ? `Hello ${name}, ` : 'Hello, '
  return {
    note: noteOf({ livemode }),
    subject: 'Your order did not go through',
    title: 'Your order did not go through',
    sentences: [
      `${hello}you approved a card payment of ${formatDollars(cents)}, but your order did not go through: ${inSentence(reason)}`,
      ...(wanted ? [nothingToCome(wanted)] : []),
      'You were not charged. We released the hold on your card; your bank may take a few days to show it.',
      'You are welcome to order again or give us a call. We may still be able to help.',
    ],
    showsLines: false,
    link: { text: 'Back to the shop', url: linkOrigin },
  }
}

function inSentence(reason: string): string {
  const [what = reason] = reason.split(' Please ')
  const start = /^(Prices|Delivery|One|Only|The|That)\b/.test(what)
    ? what.charAt(0).toLowerCase() + what.slice(1)
    : what
  return /[.!?]$/.test(start) ? start : `${start}.`
}
