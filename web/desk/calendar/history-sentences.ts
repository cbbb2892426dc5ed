import { formatOrders } from '#contract/packing/box-text.ts'
import type { HistoryEntry } from '#contract/people/history.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay, formatShortDay } from '#contract/time/date-format.ts'
import { listIn, numberOf, type Sentences, type State, textIn } from '../shared/recorded-state.ts'
import { formatPeople, formatRule } from './calendar-text.ts'

export const CALENDAR_SENTENCES = {
  'shop paused': ({ after }, { formatMoment }) => {
    const until = textIn(after, 'resumesAt')
    return `Stopped taking orders${until === '' ? '' : ` until ${formatMoment(until)}`}`
  },
  'shop resumed': () => 'Took orders again',
  'place created': ({ after }) => `${nameIn(after, 'name')} added`,
  'place changed': ({ before }) => `${nameIn(before, 'name')} changed`,
  'place market days made': ({ after }) =>
    `Days added at ${nameIn(after, 'place')}: ${formatList(listIn(after, 'days').map(formatDay))}`,
  'rule created': ({ after }) => `Rule added for ${nameIn(after, 'place')}: ${ruleIn(after)}`,
  'rule changed': ({ before }) => `Rule of ${nameIn(before, 'place')} changed: ${ruleIn(before)}`,
  'rule deleted': ({ before }) => `Rule of ${nameIn(before, 'place')} deleted: ${ruleIn(before)}`,
  'closure created': ({ after }) => `Days off added ${spanIn(after)}`,
  'closure deleted': ({ before }) => `Days off taken back ${spanIn(before)}`,
  'day changed': (entry) => {
    const isReopened = entry.before?.state === 'closed' && entry.after?.state === 'open'
    return `${dayIn(entry)} ${isReopened ? 'opened again' : 'changed'}`
  },
  'day closed': (entry) => {
    const orders = listIn(entry.after, 'orders').length
    return `${dayIn(entry)} closed${orders === 0 ? '' : `, with ${formatOrders(orders)} on it`}`
  },
  'day limited': (entry) =>
    `${dayIn(entry)}: ${mostIn(entry)} of ${textIn(entry.after, 'product')}`,
  'day ready': (entry) => `${peopleIn(entry)} told that their orders are ready, ${dayIn(entry)}`,
  'day written to': (entry) =>
    entry.after && 'known' in entry.after
      ? `Buyers know what changed, ${dayIn(entry)}`
      : `Message sent to ${peopleIn(entry)} of ${dayIn(entry)}`,
  'order moved': ({ subject, before, after }) =>
    `Order ${numberOf({ subject })} moved from ${stopIn(before)} to ${stopIn(after)}`,
} as const satisfies Sentences

export function listBuyersTexts({ after }: HistoryEntry): string[] {
  const message = textIn(after, 'message')
  return message === '' ? [] : [`Buyers read: “${message}”`]
}

const nameIn = (state: State, field: string) => textIn(state, field) || 'a place'

const ruleIn = (state: State) => formatRule({ ...BLANK, ...state })

const BLANK: Parameters<typeof formatRule>[0] = {
  weekday: 6,
  everyWeeks: 1,
  opens: '',
  closes: '',
}

function spanIn(state: State): string {
  const [from, until] = [textIn(state, 'fromDay'), textIn(state, 'untilDay')]
  const where = textIn(state, 'place') === '' ? 'at all places' : `at ${textIn(state, 'place')}`
  if (from === '') return where
  const when = from === until ? formatShortDay(from) : spanOf(from, until)
  return `${where}: ${when}`
}

const spanOf = (from: string, until: string) =>
  `${formatShortDay(from)} to ${formatShortDay(until)}`

export function dayIn({ subject, after }: HistoryEntry): string {
  const day = textIn(after, 'day')
  if (day === '') return `market day ${numberOf({ subject })}`
  return `${nameIn(after, 'place')} on ${formatDay(day)}`
}

function mostIn({ after }: HistoryEntry): string {
  return typeof after?.most === 'number' ? `at most ${after.most}` : 'any number'
}

function peopleIn({ after }: HistoryEntry): string {
  return typeof after?.people === 'number' ? formatPeople(after.people) : 'Customers'
}

function stopIn(state: State): string {
  const day = textIn(state, 'day')
  return `${nameIn(state, 'place')}${day === '' ? '' : ` on ${formatDay(day)}`}`
}
