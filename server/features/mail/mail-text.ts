import { type Cents, formatDollars, formatMoney } from '#contract/money/money.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import { ORDER_CANCELLED } from '#contract/money/refunds.ts'
import { formatProvided, standingOf } from '#contract/money/standing.ts'
import { ADD_TO_ORDER, ORDER_AGAIN, receiptPath } from '#contract/orders/receipt-link.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { firstName } from '#contract/people/person-name.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { formatWeighed } from '#server/features/order-balance/order-balance.ts'
import {
  mayCancel,
  movedTo,
  nothingToCome,
  pickItUp,
  whatRemains,
  whereItGoes,
} from './destination-text.ts'
import type { Farm, MailText } from './mail-layout.ts'
import type { DayFacts, DayListFacts, MailFacts } from './mail-queries.ts'

const BANK_DAYS = 'Your bank may take five to ten days to show it.'

function moneyOfCancelled({ balance, givenBack, livemode }: MailFacts): string[] {
  if (!livemode) return []
  if (balance && balance.due < 0) return [`We owe you ${formatMoney(-balance.due)}.`]
  if (balance) return ['There is nothing to pay.']
  if (givenBack > 0) return [`We refunded ${formatDollars(givenBack)} to your card before.`]
  return ['Nothing is left to pay. Your bank may take a few days to release what it held.']
}

function whatIsDue({ balance, order }: MailFacts): string[] {
  if (!balance) return []
  const amount = formatMoney(Math.abs(balance.due))
  if (balance.due < 0) return [`We owe you ${amount}.`]
  if (balance.due === 0) return balance.paid > 0 ? ['It’s paid.'] : []
  const when = order.delivery_method === 'pickup' ? 'when you pick it up' : 'when we deliver it'
  return [`Please pay ${amount} ${when}.`]
}

function moneyOfChange(facts: MailFacts): string[] {
  const { change, balance } = facts
  if (balance) return whatIsDue(facts)
  if (!change || change.refunded_cents === 0) return []
  const amount = formatCents(change.refunded_cents)
  return facts.livemode ? [`We refunded ${amount} to the card you used. ${BANK_DAYS}`] : []
}

function whatIsRefunded({ livemode, order, refund }: MailFacts): string {
  const { id, total_cents } = order
  const amount = formatDollars((refund?.amount_cents ?? 0) as Cents)
  const total = formatDollars(total_cents)
  return livemode
    ? `we refunded ${amount} of the ${total} you paid for order #${id} to the card you used.`
    : `for a real order #${id}, we’d refund ${amount} of its ${total}.`
}

function moneyOfRefund({ livemode, order, refund }: MailFacts): string[] {
  const cents = refund?.amount_cents ?? 0
  const amount = formatCents(cents)
  if (!livemode) return [`(A real order would be refunded ${amount}.)`]
  const what = cents === order.total_cents ? `your full payment of ${amount}` : amount
  return [`We refunded ${what} to the card you used. ${BANK_DAYS}`]
}

function chargedAtTheTop({ order, items, balance, livemode }: MailFacts): string[] {
  const open = items.filter((item) => item.weigh_unit && standingOf(item) > 0)
  const names = open.filter((item) => formatWeighed(item) === null).map(({ name }) => name)
  if (names.length === 0 || order.status === 'cancelled') return []
  const [price, it] = names.length === 1 ? ['price', 'it'] : ['prices', 'they']
  const rest =
    livemode && !balance
      ? `Once we weigh ${it === 'it' ? it : 'them'}, we’ll refund the difference to your card.`
      : `You pay for what ${it === 'it' ? 'it weighs' : 'they weigh'}.`
  return [
    `The ${price} for ${formatList(names)} ${it === 'it' ? 'is' : 'are'} based on the most ${it} can weigh. ${rest}`,
  ]
}

type OrderText = MailText & { showsLines?: boolean }

/** For a test order, contains nothing the buyer typed, since it may go to a stranger. */
export function composeText(facts: MailFacts, farm: Farm): OrderText {
  return { ...COMPOSERS[facts.kind](facts, farm), isTest: !facts.livemode }
}

type Composer = (facts: MailFacts, farm: Farm) => OrderText

const COMPOSERS: Record<MailFacts['kind'], Composer> = {
  order_confirmed: (facts, farm) => ({
    subject: `We received your order #${facts.order.id}`,
    title: 'Thank you for your order',
    sentences: [
      facts.order.packed_with === null
        ? `${greeting(facts)}thanks for your order #${facts.order.id}!`
        : `${greeting(facts)}we added this to order #${facts.order.packed_with}; it comes in the same box.`,
      ...whatIsDue(facts),
      ...chargedAtTheTop(facts),
      ...whereItGoes(facts, farm),
    ],
    showsLines: true,
    link: receipt(facts, farm.linkOrigin),
    after: {
      text: 'Order the same again',
      url: receipt(facts, farm.linkOrigin).url + ORDER_AGAIN,
    },
  }),
  order_failed: (facts, { linkOrigin }) => ({
    subject: `Order #${facts.order.id} didn’t go through`,
    title: 'Your order didn’t go through',
    sentences: [
      `${greeting(facts)}the hold on your card expired before we could collect the payment for order #${facts.order.id}, so the order didn’t go through. You weren’t charged.`,
      `${nothingToCome(facts)} Your items are back in the shop, and you’re welcome to order again.`,
    ],
    link: { text: 'Back to the shop', url: linkOrigin },
  }),
  refunded: (facts, { linkOrigin }) => ({
    ...(facts.order.status === 'cancelled' && facts.refund
      ? cancelledOpening(facts, reasonOf(facts.refund), moneyOfRefund(facts))
      : moneyBackOpening(facts)),
    link: receipt(facts, linkOrigin),
  }),
  changed: (facts, farm) => ({
    subject: `${whoChanged(facts)} changed your order #${facts.order.id}`,
    title: `${whoChanged(facts)} changed your order`,
    sentences: [
      `${greeting(facts)}${whoChanged(facts).toLowerCase()} changed your order #${facts.order.id}.`,
      ...whatChanged(facts),
      ...whatWeighed(facts),
      ...(facts.change?.reason ? [formatReason(facts.change.reason)] : []),
      ...moneyOfChange(facts),
      ...whereItGoes(facts, farm),
      ...(facts.change?.to_day_id ? mayCancel(facts, farm.settings) : []),
    ],
    showsLines: true,
    link: receipt(facts, farm.linkOrigin),
  }),
  cancelled: (facts, { linkOrigin }) => ({
    ...cancelledOpening(facts, facts.message, moneyOfCancelled(facts)),
    link: receipt(facts, linkOrigin),
  }),
  add_link: (facts, farm) => ({
    subject: `Add to your order #${facts.order.id}`,
    title: 'Forgot something?',
    sentences: [
      `${greeting(facts)}with this link you can add to your order #${facts.order.id}. What you add comes in the same box, with no extra fee.`,
      ...whereItGoes(facts, farm),
    ],
    link: { text: 'Add to this order', url: receipt(facts, farm.linkOrigin).url + ADD_TO_ORDER },
  }),
}

type MailOpening = Pick<MailText, 'subject' | 'title' | 'sentences'>

function cancelledOpening(facts: MailFacts, reason: string | null, money: string[]): MailOpening {
  const { id } = facts.order
  return {
    subject: `Your order #${id} was canceled`,
    title: 'Your order was canceled',
    sentences: [
      `${greeting(facts)}your order #${id} was canceled.`,
      ...(reason ? [formatReason(reason)] : []),
      nothingToCome(facts),
      ...money,
    ],
  }
}

/** Null for a cancellation, which the mail states itself. */
function reasonOf({ reason }: NonNullable<MailFacts['refund']>): string | null {
  return reason === ORDER_CANCELLED ? null : reason
}

function moneyBackOpening(facts: MailFacts): MailOpening {
  const { order, refund, livemode } = facts
  return {
    subject: `Refund for order #${order.id}`,
    title: livemode ? 'Your refund is on its way' : 'Your order was refunded as a test',
    sentences: [
      `${greeting(facts)}${whatIsRefunded(facts)}`,
      ...(refund ? [formatReason(refund.reason)] : []),
      ...linesGivenBack(facts),
      ...(livemode ? [BANK_DAYS] : []),
      ...whatRemains(facts),
    ],
  }
}

function whoChanged({ change }: MailFacts): 'You' | 'We' {
  return change?.changed_by === 'buyer' ? 'You' : 'We'
}

function whatChanged({ change, ...facts }: MailFacts): string[] {
  if (change?.changed_by === 'buyer') return [`Taken off: ${listUnits(change.lines)}.`]

  const went = listUnits(change?.lines.filter(({ units }) => units < 0) ?? [])
  const came = listUnits(change?.lines.filter(({ units }) => units > 0) ?? [])
  if (went && came) return [`We took ${went} off your order and added ${came}.`]
  if (went) return [`We took ${went} off your order.`]
  if (came) return [`We added ${came} to your order.`]
  return change?.to_day_id ? [movedTo(facts)] : []
}

function whatWeighed({ change, items }: MailFacts): string[] {
  const weighed = change?.lines.filter(({ units }) => units === 0) ?? []
  return weighed.map(({ product_id, name }) => {
    const weighedItem = items.find((item) => item.product_id === product_id)
    const weight = weighedItem ? formatWeighed(weighedItem) : null
    return `We weighed ${name}${weight === null ? '' : ` (${weight})`}.`
  })
}

function listUnits(lines: readonly { units: number; name: string }[]): string {
  return formatList(lines.map(({ units, name }) => `${Math.abs(units)} × ${name}`))
}

/** `Reason: Frost.`, with exactly one period. */
function formatReason(reason: string): string {
  return `Reason: ${reason}.`.replace(/[.!?]\.$/, (end) => end.slice(0, 1))
}

export function formatLine(item: MailFacts['items'][number]): string {
  return `${item.name}: ${formatProvided({ ...item, standing: standingOf(item) })}`
}

function linesGivenBack({ order, items }: MailFacts): string[] {
  const less = order.status === 'cancelled' ? [] : items.filter(({ returned }) => returned > 0)
  return less.length > 0 ? [`${less.map(formatLine).join('. ')}.`] : []
}

type AboutOrder = Pick<MailFacts, 'order' | 'livemode'> | Pick<DayFacts, 'order' | 'livemode'>

function greeting({ order, livemode }: AboutOrder): string {
  return livemode ? `Hi ${firstName(order.customer_name)}, ` : 'Hi, '
}

function receipt({ order }: AboutOrder, linkOrigin: string) {
  return { text: 'Your receipt', url: linkOrigin + receiptPath(order.receipt_secret) }
}

/** For a test order, contains nothing the buyer typed, and no products. */
export function composeDayText(facts: DayFacts, farm: Farm): MailText {
  return {
    ...DAY_COMPOSERS[facts.kind](facts, farm),
    isTest: !facts.livemode,
    link: receipt(facts, farm.linkOrigin),
  }
}

const DAY_COMPOSERS: Record<DayFacts['kind'], (facts: DayFacts, farm: Farm) => MailOpening> = {
  moved: (facts, farm) => ({
    subject: `Your order #${facts.order.id} was moved to ${formatLongDay(facts.day.day)}${at(facts.day)}`,
    title: 'Your order was moved',
    sentences: [
      `${greeting(facts)}we had to move your order #${facts.order.id} to ${formatLongDay(facts.day.day)}${at(facts.day)}.`,
      ...paragraphsOf(facts.message),
      ...pickItUp(facts, farm),
      ...mayCancel(facts, farm.settings),
    ],
  }),
  day_message: (facts) => ({
    subject: `About your order #${facts.order.id} for ${formatLongDay(facts.day.day)}`,
    title: 'A message about your order',
    sentences: [
      `${greeting(facts)}this is about your order #${facts.order.id} for ${formatLongDay(facts.day.day)}${at(facts.day)}.`,
      ...paragraphsOf(facts.message),
    ],
  }),
  reminder: (facts, farm) => ({
    subject: isDelivery(facts.day)
      ? `Your order #${facts.order.id} arrives on ${formatLongDay(facts.day.day)}`
      : `Pick up your order #${facts.order.id} on ${formatLongDay(facts.day.day)}`,
    title: isDelivery(facts.day) ? 'Your order arrives soon' : 'Your pickup is coming up',
    sentences: [
      `${greeting(facts)}this is a reminder about your order #${facts.order.id}.`,
      ...pickItUp(facts, farm),
      ...boxes(facts),
    ],
  }),
  ready: (facts, farm) => ({
    ...titleOfReady(facts),
    sentences: [
      facts.message
        ? `${greeting(facts)}your orders ${facts.message} are packed and ready.`
        : `${greeting(facts)}your order #${facts.order.id} is packed and ready.`,
      ...pickItUp(facts, farm),
      ...boxes(facts),
    ],
  }),
}

function titleOfReady({ order, message }: DayFacts): Pick<MailOpening, 'subject' | 'title'> {
  if (message)
    return { subject: `Your orders ${message} are ready`, title: 'Your orders are ready' }
  return { subject: `Your order #${order.id} is ready`, title: 'Your order is ready' }
}

function isDelivery({ place }: DayFacts['day']): boolean {
  return place.kind === 'delivery'
}

function at(day: DayFacts['day']): string {
  return isDelivery(day) ? '' : `, at ${placeInSentence(day.place.name)}`
}

function paragraphsOf(message: string): string[] {
  return message.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || [])
}

function boxes({ order: { boxes: count } }: DayFacts): string[] {
  return count > 1 ? [`There are ${count} boxes.`] : []
}

export function composeDayList(
  { day, orders, totals }: DayListFacts,
  linkOrigin: string,
): MailText {
  const count = formatOrders(orders.length)
  const when = formatLongDay(day.day)
  return {
    subject: `${count} for ${when}, ${day.place.name}`,
    title: `${count} for ${when}`,
    sentences: [
      `Ordering for ${when} (${day.place.name}, ${formatHours(day)}) has ended.`,
      ...(totals.length > 0
        ? [`In all: ${totals.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}.`]
        : []),
      ...orders.map(({ id, name, livemode, lines }) =>
        livemode ? `#${id} ${name}: ${lines}` : `#${id}: test order`,
      ),
    ],
    link: { text: 'Open the orders', url: `${linkOrigin}/admin#orders` },
  }
}
