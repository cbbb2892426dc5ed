import { type Cents, cents, formatDollars, times, toCents } from '#contract/money/money.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import { nameTaxLine, taxLinesOf } from '#contract/money/tax.ts'
import type { OrderBalance } from '#contract/orders/order-balance.ts'
import { formatPass } from '#contract/orders/pickup-pass.ts'
import { firstName } from '#contract/people/person-name.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import type { MailKind } from '#server/db/mail-kinds.ts'
import type { Db } from '#server/db/write.ts'
import { readDestinations } from '#server/features/calendar/read-destinations.ts'
import { formatWeighed, orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { taxOfOrder } from '#server/features/tax/rates.ts'
import { nothingToCome, type Uncoming } from './destination-text.ts'
import {
  type Composed,
  type Farm,
  layOut,
  type MailRow,
  type MailText,
  type Paragraph,
} from './mail-layout.ts'
import {
  type LowNews,
  type MailFacts,
  type News,
  type OrderNews,
  readDayFacts,
  readDayLists,
  readFacts,
  readNews,
} from './mail-queries.ts'
import { composeDayList, composeDayText, composeText, formatLine } from './mail-text.ts'
import type { OutboxMail } from './outbox.ts'

export function composeMail(facts: MailFacts, farm: Farm): Composed {
  const { showsLines, ...text } = composeText(facts, farm)
  return layOut({ ...text, rows: showsLines ? amountRows(facts) : [], code: passOf(facts) }, farm)
}

function passOf({ kind, order }: MailFacts): string | null {
  const { delivery_method, status } = order
  if (kind !== 'order_confirmed' || delivery_method !== 'pickup' || status === 'cancelled')
    return null
  return formatPass({ id: order.id, mark: orderMarkOf(order.receipt_secret) })
}

function amountRows(facts: MailFacts): MailRow[] {
  const { order, items, givenBack, changes, balance } = facts
  const placed = items.filter(({ quantity }) => quantity > 0)
  const lines = placed.map((item): MailRow => {
    const what =
      item.returned > 0 && item.changed === 0 && order.status !== 'cancelled'
        ? formatLine(item)
        : `${item.quantity} × ${item.name}${weightAside(item)}`
    return [what, formatDollars(times(item.unit_cents, item.quantity))]
  })
  const fee: MailRow[] =
    order.delivery_cents > 0 ? [['Delivery', formatCents(order.delivery_cents)]] : []
  const total: MailRow = ['Total', formatDollars(order.total_cents)]
  const tax = taxRows(facts)
  const changed = changedRows(facts)
  if (balance) return [...lines, ...fee, total, ...changed, ...tax, ...balanceRows(balance)]
  if (givenBack === 0 && changed.length === 0) return [...lines, ...fee, total, ...tax]
  const ofChanges = sumChanges(changes, ({ refunded_cents }) => refunded_cents)
  const other = cents(ofChanges - givenBack)
  const after = changed.length > 0 ? 'Total after changes' : 'Total after refund'
  return [
    ...lines,
    ...fee,
    total,
    ...changed,
    ...(other === 0 ? [] : [['Refunded', formatDollars(other)] satisfies MailRow]),
    [after, formatDollars(cents(order.total_cents - givenBack))],
    ...tax,
  ]
}

function taxRows({ order, items, changes, balance }: MailFacts): MailRow[] {
  const fee = order.delivery_cents + sumChanges(changes, ({ delivery_cents }) => delivery_cents)
  const ebt = toCents(balance?.ebtPaid ?? 0)
  return taxLinesOf(taxOfOrder(order, { items, fee, ebt })).map((line) => [
    nameTaxLine(line),
    formatDollars(toCents(line.amount)),
  ])
}

function balanceRows({ paid, due, ways }: OrderBalance): MailRow[] {
  const amounts = { paid: toCents(paid), due: toCents(due) }
  const way = ways.length > 0 ? ` by ${formatList(ways)}` : ''
  return [
    ...(amounts.paid === 0 ? [] : [[`Paid${way}`, formatDollars(amounts.paid)] satisfies MailRow]),
    amounts.due < 0
      ? ['We owe you', formatDollars(cents(0 - amounts.due))]
      : ['Due', formatDollars(amounts.due)],
  ]
}

function weightAside(item: MailFacts['items'][number]): string {
  const weight = formatWeighed(item)
  return weight === null ? '' : ` (${weight})`
}

function changedRows({ items, changes, balance }: MailFacts): MailRow[] {
  const ofItems = items
    .filter(({ changed, changed_cents }) => changed !== 0 || changed_cents !== 0)
    .map(({ changed, changed_cents, name }): MailRow => {
      if (changed === 0) return [`Weighed: ${name}`, formatDollars(cents(changed_cents))]
      const verb = changed < 0 ? 'Taken off' : 'Added'
      const amount = changed_cents === 0 ? 'Free' : formatDollars(cents(changed_cents))
      return [`${verb}: ${Math.abs(changed)} × ${name}`, amount]
    })
  const fee = sumChanges(changes, ({ delivery_cents }) => delivery_cents)
  const forgone = balance ? 0 : sumChanges(changes, ({ forgone_cents }) => forgone_cents)
  return [
    ...ofItems,
    ...(fee === 0 ? [] : [['Delivery', formatDollars(cents(fee))] satisfies MailRow]),
    ...(forgone === 0
      ? []
      : [['Refunded before', formatDollars(cents(forgone))] satisfies MailRow]),
  ]
}

function sumChanges(
  changes: MailFacts['changes'],
  figure: (change: MailFacts['changes'][number]) => number,
): number {
  return changes.reduce((sum, change) => sum + figure(change), 0)
}

export async function composeMails(
  db: Db,
  mails: readonly OutboxMail[],
  farm: Farm,
): Promise<Map<number, Composed>> {
  const [ofOrders, ofPayments] = [await readFacts(db, mails), await readNotPlaced(db, mails)]
  const [ofDays, lists] = [await readDayFacts(db, mails), await readDayLists(db, mails)]
  const news = await readNews(db, mails)
  const { linkOrigin } = farm
  const composed = mails.flatMap(({ id, kind, message }): [number, Composed][] => {
    const [ofDay, list, item] = [ofDays.get(id), lists.get(id), news.get(id)]
    const [facts, notPlaced] = [ofOrders.get(id), ofPayments.get(id)]
    if (facts) return [[id, composeMail(facts, farm)]]
    const text =
      ofFarm(kind, message ?? '', linkOrigin) ??
      (ofDay && composeDayText(ofDay, farm)) ??
      (list && composeDayList(list, linkOrigin)) ??
      (item && composeNews(item, linkOrigin)) ??
      (notPlaced && notPlacedText(notPlaced, linkOrigin))
    return text ? [[id, layOut(text, farm)]] : []
  })
  return new Map(composed)
}

function ofFarm(kind: MailKind, message: string, linkOrigin: string): MailText | null {
  if (kind === 'cards_changed') return cardsText(message, linkOrigin)
  if (kind !== 'hook_off') return null
  const subject = 'A webhook of your shop was turned off'
  const link = { text: 'Open the desk', url: `${linkOrigin}/admin#connections` }
  return { subject, title: subject, sentences: [message], link }
}

function cardsText(message: string, linkOrigin: string): MailText {
  const subject = 'How your shop takes cards has changed'
  return {
    subject,
    title: subject,
    sentences: [
      message,
      'Was it not you? Then change the password of your desk, and roll the keys in Stripe’s dashboard.',
    ],
    link: { text: 'Open the desk', url: `${linkOrigin}/admin#taking-money` },
  }
}

/** A mail about an order that was not placed. For a test order it holds nothing the buyer typed. */
function notPlacedText(
  { name, cents, reason, livemode, wanted }: NotPlaced,
  linkOrigin: string,
): MailText {
  const hello = livemode && name ? `Hi ${firstName(name)}, ` : 'Hi, '
  return {
    isTest: !livemode,
    subject: 'Your order didn’t go through',
    title: 'Your order didn’t go through',
    sentences: [
      `${hello}you approved a card payment of ${formatDollars(cents)}, but your order didn’t go through: ${inSentence(reason)}`,
      ...(wanted ? [nothingToCome(wanted)] : []),
      'You weren’t charged. We released the hold on your card; your bank may take a few days to show it.',
      'Please order again or give us a call. We may still be able to help.',
    ],
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

/** A payment that was held but became no order; `name` is deleted once the mail is sent. */
type NotPlaced = {
  name: string | null
  cents: Cents
  reason: string
  livemode: boolean
  /** The planned destination; null once deleted along with the name. */
  wanted: Uncoming | null
}

async function readNotPlaced(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, NotPlaced>> {
  const ids = mails.flatMap(({ kind, about }) => (kind === 'not_kept' ? about : []))
  if (ids.length === 0) return new Map()
  const payments = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
  const bound = payments.flatMap(({ id, basket }) => {
    if (!basket) return []
    const { orderData, marketDay } = basket
    return [{ id, market_day_id: marketDay?.id ?? null, pickup_location: orderData.pickupLocation }]
  })
  const destinations = await readDestinations(db, bound)
  const facts = mails.flatMap((mail) => {
    const payment = payments.find(({ id }) => id === mail.about)
    if (!payment) return []
    const { id, basket, amount_cents, error_message, livemode } = payment
    const order = basket && { delivery_method: basket.orderData.deliveryMethod }
    const destination = destinations.get(id)
    const notPlaced: NotPlaced = {
      name: basket?.orderData.customerName ?? null,
      cents: amount_cents,
      reason: error_message ?? '',
      livemode,
      wanted: order && destination ? { order, destination } : null,
    }
    return [[mail.id, notPlaced] as const]
  })
  return new Map(facts)
}

const MAX_SHOWN = 25

const MAX_QUOTE = 200

/** One mail about everything that happened; for test orders, nothing the buyer typed. */
function composeNews(news: News, linkOrigin: string): MailText {
  const title = titleOf(news)
  const more = news.length - MAX_SHOWN
  return {
    subject: title,
    title,
    sentences: [
      ...news.slice(0, MAX_SHOWN).map((one) => paragraphOf(one, linkOrigin)),
      ...(more > 0 ? [`And ${more} more, which the desk shows.`] : []),
    ],
    link: { text: 'Open the desk', url: `${linkOrigin}/admin#orders` },
  }
}

function titleOf(news: News): string {
  const [only] = news
  if (only && news.length === 1) return titleOfOne(only)
  const count = (kind: News[number]['kind']) => news.filter((one) => one.kind === kind).length
  const parts = [
    plural(count('order'), 'new order', 'new orders'),
    plural(count('changed'), 'changed order', 'changed orders'),
    plural(count('cancelled'), 'canceled order', 'canceled orders'),
    plural(count('disputed'), 'disputed charge', 'disputed charges'),
    plural(count('question'), 'question', 'questions'),
    plural(count('low'), 'product running low', 'products running low'),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

const DONE = { cancelled: 'canceled', changed: 'changed' }

function titleOfOne(one: News[number]): string {
  if (one.kind === 'question') return 'You have a question to answer'
  if (one.kind === 'low') return lowStockText(one)
  const what = `order #${one.id}${one.isTest ? ' (test)' : ''}`
  if (one.kind === 'disputed') return `The charge of ${what} is disputed`
  return one.kind === 'order'
    ? `New ${what}: ${formatDollars(one.total)}`
    : `O${what.slice(1)} was ${DONE[one.kind]}`
}

function lowStockText({ name, stock }: LowNews): string {
  return stock > 0 ? `${name}: ${stock} left` : `${name} is sold out`
}

function plural(many: number, one: string, several: string): string {
  return many === 0 ? '' : `${many} ${many === 1 ? one : several}`
}

function paragraphOf(one: News[number], linkOrigin: string): Paragraph {
  if (one.kind === 'question') {
    const { text } = one
    const quote = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text
    const link = { text: 'Answer it', url: `${linkOrigin}/admin#questions` }
    return { lines: ['A visitor asks', `“${quote}”`, link] }
  }
  if (one.kind === 'low') {
    const link = { text: 'Open it at the desk', url: `${linkOrigin}/admin#products/${one.id}` }
    return { lines: [lowStockText(one), link] }
  }
  const link = { text: 'Open the order', url: `${linkOrigin}/admin#orders/${one.id}` }
  return { lines: [...linesOf(one), link] }
}

function linesOf(order: OrderNews): string[] {
  const { id, name, total, isTest, place, day, kind } = order
  const who = isTest ? 'test order' : name
  const what = `#${id} ${who}, ${formatDollars(total)}`
  const where = [place, day && formatLongDay(day)].filter(Boolean).join(', ')
  if (kind === 'cancelled' || kind === 'changed') return [`${what}: ${DONE[kind]} by the buyer`]
  if (kind === 'disputed')
    return [
      `${what}: the customer disputed the charge with their bank`,
      'Please answer the bank in time; your card provider shows the deadline.',
    ]
  return where === '' ? [what] : [what, where]
}
