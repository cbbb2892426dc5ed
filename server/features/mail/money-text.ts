import { formatList } from '#contract/format-list.ts'
import { type Cents, formatDollars, toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-dollars.ts'
import { standingOf } from '#contract/standing.ts'
import { formatWeighed } from '#server/features/standing/weighings.ts'
import type { MailFacts } from './mail-queries.ts'

export const BANK_DAYS = 'Your bank may take five to ten days to show it.'

/** Of an order that nothing is refunded of: it never was paid, or its money went back before. */
export function moneyOfCancelled({ balance, givenBack, livemode }: MailFacts): string[] {
  if (!livemode) return []
  if (balance && balance.due < 0)
    return [`You get ${formatDollars(toCents(-balance.due))} back from us.`]
  if (balance) return ['There is nothing to pay.']
  if (givenBack > 0) return [`We refunded ${formatDollars(givenBack)} to your card before.`]
  return ['Nothing is left to pay. Your bank may take a few days to release what it held.']
}

/** Of an order without a card, as it stands when the mail goes out. */
export function whatIsDue({ balance, order }: MailFacts): string[] {
  if (!balance) return []
  const amount = formatDollars(toCents(Math.abs(balance.due)))
  if (balance.due < 0) return [`You get ${amount} back from us.`]
  if (balance.due === 0) return balance.paid > 0 ? ['It is paid.'] : []
  const when = order.delivery_method === 'pickup' ? 'when you pick it up' : 'when we deliver it'
  return [`Please pay ${amount} ${when}.`]
}

export function moneyOfChange(facts: MailFacts): string[] {
  const { change, balance } = facts
  if (balance) return whatIsDue(facts)
  if (!change || change.refunded_cents === 0) return []
  const amount = formatCents(change.refunded_cents)
  return facts.livemode ? [`We refunded ${amount} to the card you used. ${BANK_DAYS}`] : []
}

export function whatIsRefunded({ livemode, order, refund }: MailFacts): string {
  const { id, total_cents } = order
  const amount = formatDollars((refund?.amount_cents ?? 0) as Cents)
  const total = formatDollars(total_cents)
  return livemode
    ? `we refunded ${amount} of the ${total} you paid for order #${id} to the card you used.`
    : `a real order #${id} would get back ${amount} of its ${total} now.`
}

export function moneyOfRefund({ livemode, order, refund }: MailFacts): string[] {
  const cents = refund?.amount_cents ?? 0
  const amount = formatCents(cents)
  if (!livemode) return [`A real order would get back ${amount} now.`]
  const what = cents === order.total_cents ? `your full payment of ${amount}` : amount
  return [`We refunded ${what} to the card you used. ${BANK_DAYS}`]
}

/** Of goods that nobody weighed yet, whose price is for the most that they may weigh. */
export function chargedAtTheTop({ order, items, balance, livemode }: MailFacts): string[] {
  const open = items.filter((item) => item.weigh_unit && standingOf(item) > 0)
  const names = open.filter((item) => formatWeighed(item) === null).map(({ name }) => name)
  if (names.length === 0 || order.status === 'cancelled') return []
  const [price, it] = names.length === 1 ? ['price', 'it'] : ['prices', 'they']
  const rest =
    livemode && !balance
      ? `Once we have weighed ${it === 'it' ? it : 'them'}, we refund the rest to your card.`
      : `You pay for what ${it === 'it' ? 'it weighs' : 'they weigh'}.`
  return [
    `The ${price} of ${formatList(names)} ${it === 'it' ? 'is' : 'are'} for the most ${it} may weigh. ${rest}`,
  ]
}
