import {
  CalendarClock,
  CalendarX,
  HandCoins,
  MessageCircleQuestion,
  Package,
  Phone,
  Scale,
  Smartphone,
  Sprout,
  Store,
  Undo2,
} from 'lucide-react'
import { type FarmDates, formatDay } from '#contract/date-format.ts'
import { formatList } from '#contract/format-list.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import type { Today } from '#contract/today.ts'
import { WITHOUT_DAY } from '#contract/without-day.ts'
import { hashOf, type ListName } from '../packing/list-address.ts'
import type { Work } from '../shared/work-row.tsx'

export type NextDay = NonNullable<Today['next']>

export function listOfDay({ day }: { day: string }, list: ListName): string {
  return `#${hashOf({ day, list, place: '' })}`
}

type Counted = Exclude<keyof NextDay['places'][number], 'key' | 'kind' | 'name' | 'isOver'>

type Places = Pick<NextDay, 'places'>

export function sumOf({ places }: Places, of: Counted): number {
  return places.reduce((sum, place) => sum + place[of], 0)
}

const openOf = ({ places }: Places): Places => ({ places: places.filter(({ isOver }) => !isOver) })

/** What a place that is over still has is asked about as not picked up. */
export function leftToHandOver(next: Places): number {
  return sumOf(openOf(next), 'orders') - sumOf(openOf(next), 'handedOver')
}

/** On its day the market is opened, which works without a network, too. */
export function handingOver(next: NextDay, isToday: boolean): { href: string; label: string } {
  const has = (kind: string) => next.places.some((place) => place.kind === kind && place.orders > 0)
  if (has('delivery') && !has('pickup'))
    return { href: listOfDay(next, 'delivery'), label: 'Deliver' }
  if (isToday) return { href: '/admin/stall', label: 'Open the market' }
  return { href: listOfDay(next, 'hand-over'), label: 'Hand over' }
}

export function workOfDay({ today, next, withoutDay, short }: Today): Work[] {
  return [
    ...(next ? workOfNext(next, next.day === today) : []),
    ...some(withoutDay, {
      ...{ name: 'without day', Icon: Package, tone: 'plain', title: 'Deliveries without a day' },
      ...{ detail: 'Still to pack', href: listOfDay({ day: WITHOUT_DAY }, 'pack') },
    }),
    ...short.flatMap(({ productId, name, calls }) =>
      some(calls, {
        ...{ name: `short ${productId}`, Icon: Sprout, tone: 'warning', title: `Short: ${name}` },
        detail: calls === 1 ? 'A buyer waits for your call' : 'Buyers wait for your call',
        href: next ? listOfDay(next, 'harvest') : '#lists',
      }),
    ),
  ]
}

function workOfNext(next: NextDay, isToday: boolean): Work[] {
  const toPack = sumOf(next, 'orders') - sumOf(next, 'packed')
  return [
    ...some(toPack, {
      ...{ name: 'pack', Icon: Package, tone: 'plain', title: 'To pack' },
      ...{ detail: formatLeft(next, 'packed'), href: listOfDay(next, 'pack') },
    }),
    ...some(isToday ? leftToHandOver(next) : 0, {
      ...{ name: 'hand over', Icon: Store, tone: 'plain', title: 'To hand over' },
      detail: formatLeft(openOf(next), 'handedOver'),
      href: handingOver(next, isToday).href,
    }),
  ]
}

function formatLeft({ places }: Places, of: 'packed' | 'handedOver'): string {
  return places
    .map((place) => ({ name: place.name, left: place.orders - place[of] }))
    .filter(({ left }) => left > 0)
    .map(({ name, left }) => `${left} ${name}`)
    .join(', ')
}

export function workOfPeople(today: Today, { formatMoment }: FarmDates): Work[] {
  const { questions, unpaid, notPickedUp, atStall, goingShort } = today
  const { weights, toCall, changedDays } = today
  const since = questions.since
    ? `The oldest has waited since ${formatMoment(questions.since)}`
    : ''
  const people = toCall.map(({ customerName, customerPhone }) =>
    [customerName, customerPhone].filter(Boolean).join(' '),
  )
  return [
    ...some(toCall.length, {
      ...{ name: 'to call', Icon: Phone, tone: 'warning', href: '#calls' },
      title: toCall.length === 1 ? 'Call 1 person' : `Call ${toCall.length} people`,
      detail: people.join(', '),
    }),
    ...changedDays.flatMap(({ id, day, placeName, people: many }) =>
      some(many, {
        ...{ name: `changed ${id}`, Icon: CalendarClock, tone: 'warning' },
        title: `${formatDay(day)} changed: tell its buyers`,
        ...{ detail: placeName, href: `#calendar/day/${id}/tell` },
      }),
    ),
    ...some(weights.toWeigh, {
      ...{ name: 'to weigh', Icon: Scale, tone: 'warning', title: 'Never weighed' },
      ...{ detail: 'These customers paid the most it may cost', href: '#weights' },
    }),
    ...some(weights.toSendBack.orders, {
      ...{ name: 'to send back', Icon: Undo2, tone: 'warning', href: '#weights' },
      title: `Money to send back: ${formatDollars(toCents(weights.toSendBack.amount))}`,
      detail: 'Goes back to the card by itself when the box is handed out',
    }),
    ...some(weights.toGiveBack.orders, {
      ...{ name: 'to give back', Icon: HandCoins, tone: 'warning', href: '#weights' },
      title: `Money to give back: ${formatDollars(toCents(weights.toGiveBack.amount))}`,
      detail: 'Paid without a card, more than it costs',
    }),
    ...some(questions.waiting, {
      ...{ name: 'questions', Icon: MessageCircleQuestion, tone: 'warning', title: 'Questions' },
      ...{ detail: since, href: '#questions' },
    }),
    ...some(unpaid, {
      ...{ name: 'unpaid', Icon: HandCoins, tone: 'warning', title: 'Not paid' },
      ...{ detail: 'Orders of the last two months', href: '#orders?status=unpaid' },
    }),
    ...some(notPickedUp, {
      ...{ name: 'not picked up', Icon: CalendarX, tone: 'warning', title: 'Not picked up' },
      detail: `Decide what becomes of ${notPickedUp === 1 ? 'it' : 'them'}`,
      href: '#market/not-picked-up',
    }),
    ...goingShort.flatMap(({ productId, name, marketDayId, units, orders }) =>
      some(units, {
        ...{ name: `going short ${marketDayId} ${productId}`, Icon: Sprout, tone: 'warning' },
        title: `Sold more ${name} than you had`,
        detail: `Goes short: ${formatList(orders.map((order) => `#${order.id} (${order.units})`))}`,
        href: `#market/truck/${marketDayId}`,
      }),
    ),
    ...some(atStall, {
      ...{ name: 'at the stall', Icon: Smartphone, tone: 'warning', title: 'At the stall' },
      ...{ detail: 'Needs your decision', href: '#stall' },
    }),
  ]
}

function some(count: number, work: Work): Work[] {
  return count > 0 ? [{ ...work, count }] : []
}
