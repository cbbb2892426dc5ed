import { formatDollars } from '#contract/money.ts'
import type { MailWords } from './mail-words.ts'
import type { NotKept } from './not-kept-queries.ts'

/** The farm's words for an order that could not be kept. One about a test order holds nothing its buyer typed. */
export function wordsOfNotKept({ name, cents, reason, livemode }: NotKept, linkOrigin: string): MailWords {
  const hello = livemode && name ? `Hello ${name}, ` : 'Hello, '
  return {
    note: livemode ? null : 'Test order – no money was taken.',
    subject: 'Your order could not be kept',
    title: 'Your order could not be kept',
    sentences: [
      `${hello}you confirmed your card for an order of ${formatDollars(cents)}. When we came to write it into our book, it could not be kept: ${inSentence(reason)}`,
      'You were not charged. The hold on your card is released; your bank may take a few days to show it.',
      'You are welcome to order again, or to call us: perhaps we can still find you something.',
    ],
    showsLines: false,
    link: { words: 'Back to the stall', url: linkOrigin },
  }
}

function inSentence(reason: string): string {
  const [told = reason] = reason.split(' Please ')
  const start = /^(Prices|Delivery|One|Only|The|That)\b/.test(told)
    ? told.charAt(0).toLowerCase() + told.slice(1)
    : told
  return /[.!?]$/.test(start) ? start : `${start}.`
}
