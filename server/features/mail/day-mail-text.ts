import { receiptPath } from '#contract/orders/receipt-link.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { DayFacts, DayListFacts } from './day-mail-queries.ts'
import { mayCancel, pickItUp } from './destination-text.ts'
import type { Farm } from './mail-layout.ts'
import { type MailText, noteOf } from './mail-text.ts'

/**
 * The farm's words to a buyer about a market day. One about a test order holds nothing its buyer
 * typed, and no product.
 */
export function composeDayText(facts: DayFacts, farm: Farm): MailText {
  const { order } = facts
  return {
    note: noteOf(facts),
    ...COMPOSERS[facts.kind](facts, farm),
    showsLines: false,
    link: { text: 'Your receipt', url: farm.linkOrigin + receiptPath(order.receipt_secret) },
  }
}

type Composed = Pick<MailText, 'subject' | 'title' | 'sentences'>

const COMPOSERS: Record<DayFacts['kind'], (facts: DayFacts, farm: Farm) => Composed> = {
  moved: (facts, farm) => ({
    subject: `Your order #${facts.order.id} was moved to ${formatLongDay(facts.day.day)}${at(facts.day)}`,
    title: 'Your order was moved',
    sentences: [
      `${hello(facts)}we had to move your order #${facts.order.id} to ${formatLongDay(facts.day.day)}.`,
      ...paragraphsOf(facts.message),
      ...pickItUp(facts, farm),
      ...mayCancel(facts, farm.settings),
    ],
  }),
  day_message: (facts) => ({
    subject: `About your order #${facts.order.id} for ${formatLongDay(facts.day.day)}`,
    title: 'A message about your order',
    sentences: [
      `${hello(facts)}this is about your order #${facts.order.id} for ${formatLongDay(facts.day.day)}${at(facts.day)}.`,
      ...paragraphsOf(facts.message),
    ],
  }),
  reminder: (facts, farm) => ({
    subject: isDelivery(facts.day)
      ? `Your order #${facts.order.id} arrives on ${formatLongDay(facts.day.day)}`
      : `Pick up your order #${facts.order.id} on ${formatLongDay(facts.day.day)}`,
    title: isDelivery(facts.day) ? 'Your order arrives soon' : 'Your pickup is coming up',
    sentences: [
      `${hello(facts)}this is a reminder about your order #${facts.order.id}.`,
      ...pickItUp(facts, farm),
      ...boxes(facts),
    ],
  }),
  ready: (facts, farm) => ({
    ...titleOfReady(facts),
    sentences: [
      facts.message
        ? `${hello(facts)}your orders ${facts.message} are packed and ready.`
        : `${hello(facts)}your order #${facts.order.id} is packed and ready.`,
      ...pickItUp(facts, farm),
      ...boxes(facts),
    ],
  }),
}

/** In a mail about several orders, their numbers are the message. */
function titleOfReady({ order, message }: DayFacts): Pick<Composed, 'subject' | 'title'> {
  if (message)
    return { subject: `Your orders ${message} are ready`, title: 'Your orders are ready' }
  return { subject: `Your order #${order.id} is ready`, title: 'Your order is ready' }
}

function hello({ order, livemode }: DayFacts): string {
  return livemode ? `Hello ${order.customer_name}, ` : 'Hello, '
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
    note: null,
    sentences: [
      `Ordering for ${when} (${day.place.name}, ${formatHours(day)}) has ended.`,
      ...(totals.length > 0
        ? [`In all: ${totals.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}.`]
        : []),
      ...orders.map(({ id, name, livemode, lines }) =>
        livemode ? `#${id} ${name}: ${lines}` : `#${id}: test order`,
      ),
    ],
    showsLines: false,
    link: { text: 'Open the orders', url: `${linkOrigin}/admin#orders` },
  }
}
