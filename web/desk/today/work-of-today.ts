import {
  CalendarClock,
  CalendarX,
  Coins,
  HandCoins,
  MessageCircleQuestion,
  Package,
  Phone,
  Scale,
  Smartphone,
  Sprout,
  Truck,
  Undo2,
} from 'lucide-react'
import { formatMoney } from '#contract/money/money.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatList } from '#contract/text/format-list.ts'
import { type FarmDates, formatBriefDay, formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Today } from '#contract/today.ts'
import { formatPeople } from '../calendar/calendar-text.ts'
import { hashOf } from '../packing/list-address.ts'
import type { Work } from '../shared/work-row.tsx'

export function workOfToday(today: Today, { formatMoment }: FarmDates): Work[] {
  return [
    ...workOfMarket(today),
    ...workOfDays(today),
    ...workOfMoney(today),
    ...workOfPeople(today, formatMoment),
  ]
}

function workOfMarket({ today, next, goingShort, short, uncounted }: Today): Work[] {
  return [
    ...(next?.day === today && next.step.name === 'market' ? workBesideMarket(next) : []),
    ...short.flatMap(({ productId, name, calls }) =>
      some(calls, {
        name: `short ${productId}`,
        Icon: Sprout,
        tone: 'warning',
        title: `${name} came up short`,
        detail:
          calls === 1
            ? 'A customer is waiting for your call'
            : `${calls} customers are waiting for your call`,
        href: next ? marketHref(next.places[0]?.marketDayId ?? 0, 'harvest') : '#lists',
      }),
    ),
    ...goingShort.flatMap(({ productId, name, marketDayId, units, orders }) =>
      some(units, {
        name: `going short ${marketDayId} ${productId}`,
        Icon: Sprout,
        tone: 'warning',
        title: `Sold ${units} more ${name} than you had`,
        detail: `Goes short: ${formatList(orders.map((order) => `#${order.id} (${order.units})`))}`,
        href: marketHref(marketDayId, 'close'),
      }),
    ),
    ...uncounted.map(({ id, day, placeName }) => ({
      name: `uncounted ${id}`,
      Icon: Coins,
      tone: 'warning' as const,
      title: `Count the cash of ${formatBriefDay(day)}`,
      detail: placeName,
      href: marketHref(id, 'close'),
    })),
  ]
}

function workBesideMarket({ step, day, places }: NextDay): Work[] {
  const open = places.filter(({ isOver }) => !isOver)
  const unpacked = open.flatMap(({ name, orders, packed }) =>
    packed < orders ? [`${orders - packed} ${name}`] : [],
  )
  const driven = open.filter(
    ({ kind, marketDayId, orders, handedOver }) =>
      kind === 'delivery' && marketDayId !== step.marketDayId && handedOver < orders,
  )
  const deliveries =
    countOrders({ places: driven }, 'orders') - countOrders({ places: driven }, 'handedOver')
  return [
    ...some(unpacked.length, {
      name: 'pack',
      Icon: Package,
      tone: 'warning',
      title: 'Not packed yet',
      detail: formatList(unpacked),
      href: marketHref(step.marketDayId ?? 0, 'pack'),
    }),
    ...some(deliveries, {
      name: 'deliver',
      Icon: Truck,
      tone: 'plain',
      title: deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`,
      detail: formatList(driven.map((place) => `${place.name}, ${formatHours(place)}`)),
      href: `#${hashOf({ day, list: 'delivery', place: '' })}`,
    }),
  ]
}

function workOfDays({ toCall, changedDays, calledOff, withoutDay }: Today): Work[] {
  const people = toCall.map(({ customerName, customerPhone }) =>
    [customerName, customerPhone].filter(Boolean).join(' '),
  )
  return [
    ...some(toCall.length, {
      name: 'to call',
      Icon: Phone,
      tone: 'warning',
      href: '#calls',
      title: `Call ${formatPeople(toCall.length)}`,
      detail: people.join(', '),
    }),
    ...changedDays.map(({ id, day, placeName, people: many }) => ({
      name: `changed ${id}`,
      Icon: CalendarClock,
      tone: 'warning' as const,
      title: `${formatDay(day)} changed: tell ${formatPeople(many)}`,
      detail: placeName,
      href: `#calendar/day/${id}/tell`,
    })),
    ...calledOff.map(({ id, day, placeName, orders }) => ({
      name: `called off ${id}`,
      Icon: CalendarX,
      tone: 'failure' as const,
      title: `${formatDay(day)} is called off: ${formatOrders(orders)}`,
      detail: `${placeName}: move or cancel them, or call`,
      href: '#calendar',
    })),
    ...some(withoutDay.orders, {
      name: 'without day',
      Icon: Package,
      tone: 'plain',
      title:
        withoutDay.orders === 1
          ? '1 delivery has no day'
          : `${withoutDay.orders} deliveries have no day`,
      detail: withoutDay.toPack > 0 ? `${withoutDay.toPack} still to pack` : 'All packed',
      href: '#orders?pickupDate=none',
    }),
  ]
}

function workOfMoney({ weights, unpaid, notPickedUp }: Today): Work[] {
  const { toWeigh, toSendBack, toGiveBack } = weights
  return [
    ...some(toWeigh.length, {
      name: 'to weigh',
      Icon: Scale,
      tone: 'warning',
      href: '#weights',
      title: `Weigh ${formatList(toWeigh.map(({ name, units }) => `${units} ${name}`))}`,
      detail: 'Customers paid the maximum',
    }),
    ...some(toSendBack.orders, {
      name: 'to send back',
      Icon: Undo2,
      tone: 'warning',
      href: '#weights',
      title: `Refunds to send: ${formatMoney(toSendBack.amount)}`,
      detail: 'Goes back to the card by itself when the box is handed out',
    }),
    ...some(toGiveBack.orders, {
      name: 'to give back',
      Icon: HandCoins,
      tone: 'warning',
      href: '#weights',
      title: `Money to give back: ${formatMoney(toGiveBack.amount)}`,
      detail: 'Paid without a card, then canceled or reduced',
    }),
    ...some(unpaid, {
      name: 'unpaid',
      Icon: HandCoins,
      tone: 'warning',
      href: '#orders?status=unpaid',
      title: unpaid === 1 ? '1 order not paid' : `${unpaid} orders not paid`,
      detail: 'Of the last two months',
    }),
    ...some(notPickedUp, {
      name: 'not picked up',
      Icon: CalendarX,
      tone: 'warning',
      title: notPickedUp === 1 ? '1 no-show: choose' : `${notPickedUp} no-shows: choose`,
      detail: 'Keep, move, give away or refund',
      href: '/admin/stall#close/no-shows',
    }),
  ]
}

function workOfPeople(
  { questions, atStall }: Today,
  formatMoment: FarmDates['formatMoment'],
): Work[] {
  const { waiting, since } = questions
  return [
    ...some(waiting, {
      name: 'questions',
      Icon: MessageCircleQuestion,
      tone: 'warning',
      href: '#questions',
      title: waiting === 1 ? '1 question' : `${waiting} questions`,
      detail: since ? `The oldest has waited since ${formatMoment(since)}` : '',
    }),
    ...some(atStall, {
      name: 'at the stall',
      Icon: Smartphone,
      tone: 'warning',
      href: '#stall',
      title: atStall === 1 ? '1 note from the market' : `${atStall} notes from the market`,
      detail: 'Needs your decision',
    }),
  ]
}

function some(count: number, work: Work): Work[] {
  return count > 0 ? [work] : []
}

export type NextDay = NonNullable<Today['next']>

type Part = 'harvest' | 'pack' | 'pack/ready' | 'hand-out' | 'sell' | 'close'

export function marketHref(marketDayId: number, part: Part): string {
  return `/admin/stall?day=${marketDayId}#${part}`
}

export function countOrders(
  { places }: Pick<NextDay, 'places'>,
  of: 'orders' | 'packed' | 'handedOver',
) {
  return places.reduce((sum, place) => sum + place[of], 0)
}
