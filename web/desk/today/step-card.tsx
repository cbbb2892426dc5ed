import { Check } from 'lucide-react'
import { formatOrderBy } from '#contract/calendar/day-text.ts'
import { formatMoney, toCents } from '#contract/money/money.ts'
import { formatBoxes, formatOrders } from '#contract/packing/box-text.ts'
import {
  type FarmDates,
  formatBriefDay,
  formatDay,
  formatShortDay,
} from '#contract/time/date-format.ts'
import { formatHours, formatWallTime } from '#contract/time/wall-time.ts'
import type { PlaceOfDay } from '#contract/today.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formatPeople } from '../calendar/calendar-text.ts'
import { hashOf } from '../packing/list-address.ts'
import { useHasMail } from '../shared/desk-session.ts'
import { useFarmDates, useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { countOrders, marketHref, type NextDay } from './work-of-today.ts'

const CARD = 'rounded-2xl bg-foot px-4 pt-3 pb-4 text-on-foot'

const BUTTON =
  'mt-3 flex min-h-14 items-center justify-center rounded-4xl px-4 text-center text-lg leading-tight font-semibold'

const FILLED = 'bg-card text-leaf-deep hover:bg-sprout dark:bg-leaf dark:text-on-leaf'

export function StepCard({ next, today }: { next: NextDay | null; today: string }) {
  const [dates, timeZone, hasMail] = [useFarmDates(), useFarmTimeZone(), useHasMail()]
  if (!next) return <NoDay />
  const { when, title, about, label, href, note } = textOfStep(next, {
    ...dates,
    timeZone,
    today,
    hasMail,
  })
  return (
    <div className={CARD}>
      <p className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem]">
        <span>{when}</span>
        <span>{formatBriefDay(today)}</span>
      </p>
      <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold">
        {title}
      </h2>
      <p className="tabular-nums">{about}</p>
      <Steps steps={next.steps} />
      <a
        href={href}
        className={classNames(
          BUTTON,
          next.step.notBefore ? 'border-2 border-dashed border-on-foot/60' : FILLED,
        )}
      >
        {label}
      </a>
      {note && <p className="mt-2 text-center text-[0.9375rem] tabular-nums">{note}</p>}
    </div>
  )
}

const NAMES = {
  letter: 'Letter',
  harvest: 'Harvest',
  pack: 'Pack',
  ready: 'Ready',
  market: 'Market',
  close: 'Close',
}

const STATES = { done: ': done', skipped: ': left out', now: ': now', coming: '' }

function Steps({ steps }: Pick<NextDay, 'steps'>) {
  return (
    <ol className="mt-3 flex flex-wrap gap-y-1 overflow-hidden text-sm" aria-label="This week">
      {steps.map(({ name, state }, index) => (
        <li
          key={name}
          aria-current={state === 'now' ? 'step' : undefined}
          className={classNames(
            'relative grid min-w-fit grow basis-13 justify-items-center gap-0.5',
            state === 'now' && 'font-bold',
          )}
        >
          {index > 0 && (
            <span className="absolute top-2.75 right-[calc(50%+0.9rem)] left-[calc(-50%+0.9rem)] h-0.5 bg-on-foot/25" />
          )}
          <Dot state={state} />
          <span>{NAMES[name]}</span>
          <span className="sr-only">{STATES[state]}</span>
        </li>
      ))}
    </ol>
  )
}

function Dot({ state }: { state: NextDay['steps'][number]['state'] }) {
  const look = {
    done: 'size-5.5 bg-on-foot text-foot',
    now: 'size-5.5 border-2 border-yolk',
    skipped: 'size-3 border-2 border-dashed border-on-foot/60',
    coming: 'size-3 border-2 border-on-foot/60',
  }[state]
  return (
    <span className="grid size-6 place-items-center" aria-hidden="true">
      <span className={classNames('grid place-items-center rounded-full', look)}>
        {state === 'done' && <Check className="size-4" strokeWidth={3} />}
        {state === 'now' && <span className="size-2.5 rounded-full bg-yolk" />}
      </span>
    </span>
  )
}

function NoDay() {
  return (
    <div className={CARD}>
      <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold">
        No market day is planned
      </h2>
      <p>Nobody can order until there is one.</p>
      <a href="#calendar" className={classNames(BUTTON, FILLED)}>
        Plan a market day
      </a>
    </div>
  )
}

type StepText = {
  when: string
  title: string
  about: string
  label: string
  href: string
  note: string
}

type Clock = FarmDates & { timeZone: string; today: string; hasMail: boolean }

function textOfStep(next: NextDay, clock: Clock): StepText {
  const { step, places } = next
  const place = places.find(({ marketDayId }) => marketDayId === step.marketDayId)
  if (step.name === 'figures') return textOfFigures(next, clock)
  if (place && step.name === 'close') return { ...textOfDay(next, clock), ...textOfClose(place) }
  if (place && step.name === 'market') return textOfMarket(next, place, clock)
  return { ...textOfDay(next, clock), ...textOfPreparing(next, clock) }
}

function textOfDay(next: NextDay, { timeZone, today }: Clock) {
  const { day, orderUntil } = next
  const orders = countOrders(next, 'orders')
  const soFar = orders === 0 ? 'No orders yet' : `${formatOrders(orders)} so far`
  return {
    when: day === today ? 'Market day today' : 'Next market day',
    title: formatDay(day),
    about: orderUntil
      ? `${soFar} · ${formatOrderBy({ day, orderUntil }, timeZone, { today })}`
      : formatPlaces(next),
  }
}

function formatPlaces({ places }: NextDay): string {
  const named = places.filter(({ orders }) => orders > 0)
  if (named.length === 0) return 'No orders'
  return named.map(({ name, boxes }) => `${name} ${boxes}`).join(' · ')
}

function textOfPreparing(next: NextDay, { hasMail }: Clock) {
  const { step, places } = next
  const orders = countOrders(next, 'orders')
  const open = places.filter(({ isOver }) => !isOver)
  const withOrders = open.filter((place) => place.orders > 0)
  const toPack = withOrders.find((place) => place.packed < place.orders)
  const at = (toPack ?? withOrders[0] ?? open[0])?.marketDayId ?? 0
  const pack = { href: marketHref(at, 'pack') }
  if (step.name === 'letter')
    return {
      label: 'Send the newsletter',
      href: '#newsletter',
      note: `${formatPeople(step.count)} · begins with what is in stock`,
    }
  if (step.name === 'pack')
    return { label: 'Pack', ...pack, note: `${countOrders(next, 'packed')} of ${orders} packed` }
  if (step.name === 'ready')
    return {
      label: `${hasMail ? 'Tell' : 'Call'} ${formatPeople(step.count)}${hasMail ? ' it’s ready' : ''}`,
      href: marketHref(at, 'pack/ready'),
      note: orders === 1 ? 'The box is packed' : `All ${formatOrders(orders)} packed`,
    }
  return {
    label: 'Harvest list',
    href: marketHref(at, 'harvest'),
    note: step.notBefore ? 'Complete when ordering ends' : formatOrders(step.count),
  }
}

function textOfMarket(next: NextDay, place: PlaceOfDay, { today, formatWeekday }: Clock): StepText {
  const { day, places, step } = next
  const { notBefore, count } = step
  const after = places.find((one) => !one.isOver && one.opens > place.opens)
  const isPickup = place.kind === 'pickup'
  const boxes = count === 0 ? 'No boxes to hand out' : `${formatBoxes(count)} to hand out`
  const then = after && `then ${after.name} at ${formatWallTime(after.opens)}`
  return {
    when: `${day === today ? 'Today' : formatBriefDay(day)}, ${formatHours(place)}`,
    title: place.name,
    about: [isPickup ? boxes : `${formatBoxes(count)} to deliver`, then].filter(Boolean).join(', '),
    label: isPickup ? 'Open the market' : 'Deliver',
    href: isPickup
      ? marketHref(place.marketDayId, count > 0 ? 'hand-out' : 'sell')
      : `#${hashOf({ day, list: 'delivery', place: '' })}`,
    note: notBefore
      ? `All is ready. It opens ${formatWeekday(notBefore)} at ${formatWallTime(place.opens)}.`
      : 'Works without a signal.',
  }
}

function textOfClose({ marketDayId, name, closes }: PlaceOfDay) {
  return {
    when: `Over since ${formatWallTime(closes)}`,
    title: name,
    label: 'Count the cash and close',
    href: marketHref(marketDayId, 'close'),
    note: 'Count what is in the box, starting cash and all.',
  }
}

function textOfFigures(next: NextDay, { today }: Clock): StepText {
  const { following, step } = next
  const [orders, handedOver] = [countOrders(next, 'orders'), countOrders(next, 'handedOver')]
  const { from = '', to = '', amount = 0, weekBefore = 0 } = step.money ?? {}
  const more = toCents(amount) - toCents(weekBefore)
  const difference = `${formatMoney(Math.abs(more) / 100)} ${more < 0 ? 'less' : 'more'}`
  return {
    when: `Week of ${formatShortDay(from)}`,
    title: amount > 0 ? 'All closed. Nice week.' : 'All closed.',
    about: [
      ...(orders > 0 ? [`${handedOver} of ${formatOrders(orders)} handed out`] : []),
      ...(following ? [`next: ${formatBriefDay(following)}`] : []),
    ].join(' · '),
    label: `${to < today ? 'Last' : 'This'} week: ${formatMoney(amount)}`,
    href: `#money/${from}/${to}`,
    note: weekBefore === 0 ? '' : `${difference} than the week before`,
  }
}
