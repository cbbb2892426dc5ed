import { formatDollars } from '#contract/money/money.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import type { LowNews, News, OrderNews } from './farm-news-queries.ts'
import type { Paragraph } from './mail-layout.ts'
import type { MailText } from './mail-text.ts'

/** The most listed one by one; the desk shows the rest. */
const MAX_SHOWN = 25

const MAX_QUOTE = 200

/** What happened, in one mail to the farmer; of a test order nothing that its buyer typed. */
export function composeNews(news: News, linkOrigin: string): MailText {
  const title = titleOf(news)
  const more = news.length - MAX_SHOWN
  return {
    subject: title,
    title,
    note: null,
    sentences: [
      ...news.slice(0, MAX_SHOWN).map((one) => paragraphOf(one, linkOrigin)),
      ...(more > 0 ? [`And ${more} more, which the desk shows.`] : []),
    ],
    showsLines: false,
    link: { text: 'Open the desk', url: `${linkOrigin}/admin#orders` },
  }
}

/** `New order #7: $21.50`, `Twelve orders came, one was cancelled` */
function titleOf(news: News): string {
  const [only] = news
  if (only && news.length === 1) return titleOfOne(only)
  const count = (kind: News[number]['kind']) => news.filter((one) => one.kind === kind).length
  const parts = [
    plural(count('order'), 'order came', 'orders came'),
    plural(count('cancelled'), 'was cancelled', 'were cancelled'),
    plural(count('disputed'), 'charge is disputed', 'charges are disputed'),
    plural(count('question'), 'question waits', 'questions wait'),
    plural(count('low'), 'product runs low', 'products run low'),
  ].filter((part) => part !== '')
  const title = parts.join(', ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function titleOfOne(one: News[number]): string {
  if (one.kind === 'question') return 'A question waits for your answer'
  if (one.kind === 'low') return lowStockText(one)
  const what = `order #${one.id}${one.isTest ? ' (test)' : ''}`
  if (one.kind === 'disputed') return `The charge of ${what} is disputed`
  return one.kind === 'order'
    ? `New ${what}: ${formatDollars(one.total)}`
    : `O${what.slice(1)} was cancelled`
}

function lowStockText({ name, stock }: LowNews): string {
  return stock > 0 ? `${name}: ${stock} left` : `${name} is sold out`
}

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

function plural(many: number, one: string, several: string): string {
  if (many === 0) return ''
  return `${NUMBERS[many] ?? many} ${many === 1 ? one : several}`
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
  if (kind === 'cancelled') return [`${what}: cancelled by the buyer`]
  if (kind === 'disputed')
    return [
      `${what}: the buyer disputes the charge at their bank`,
      'Please answer the bank in time; your card provider shows the deadline.',
    ]
  return where === '' ? [what] : [what, where]
}
