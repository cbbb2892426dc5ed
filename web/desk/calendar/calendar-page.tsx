import { useQuery } from '@tanstack/react-query'
import { calendar, type DeskCalendar } from '#contract/calendar/calendar.ts'
import { marketDayChanges, type UnsettledDay } from '#contract/calendar/market-day-changes.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { DeskRule } from '#contract/calendar/rules.ts'
import { placeInSentence, SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { Card, QueryStates } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ViewLinks } from '../shared/view-links.tsx'
import { calendarQuery, useCalendarChange, useOpenDelivery } from './calendar-query.ts'
import { dayHash, formatOrdersLeft } from './calendar-text.ts'
import { ClosuresView } from './closures-view.tsx'
import { DayView } from './day-view.tsx'
import { DaysView } from './days-view.tsx'
import { OrdersPause, PauseTools } from './orders-pause.tsx'
import { PlaceDialog, type PlaceField } from './place-dialog.tsx'
import { PlacesView } from './places-view.tsx'

export function CalendarPage() {
  const [, part = '', id = ''] = useHash().split('/')
  const query = useQuery(calendarQuery)
  return (
    <>
      <OrdersPause />
      <ViewLinks label="Calendar" views={VIEWS} here={part ? `calendar/${part}` : 'calendar'} />
      <QueryStates what="the calendar" query={query}>
        {(calendar) => <Part calendar={calendar} part={part} id={id} />}
      </QueryStates>
    </>
  )
}

function Part({ calendar, part, id }: { calendar: DeskCalendar; part: string; id: string }) {
  if (part === 'places') return <PlacesView calendar={calendar} />
  if (part === 'closed') return <ClosuresView calendar={calendar} />
  if (part === 'day') return <DayView key={id} calendar={calendar} id={Number(id)} />
  return (
    <>
      <p className="mb-4 empty:hidden">
        <PauseTools />
      </p>
      <UnsettledDays calendar={calendar} />
      <CalendarSteps calendar={calendar} />
      <DaysView calendar={calendar} />
    </>
  )
}

const VIEWS = [
  ['calendar', 'Coming days'],
  ['calendar/places', 'Places'],
  ['calendar/closed', 'Days off'],
] as const

function UnsettledDays({ calendar }: { calendar: DeskCalendar }) {
  const { data = [] } = useQuery(query(marketDayChanges.listUnsettled))
  if (data.length === 0) return null
  return (
    <div className="mb-8 grid gap-4">
      {data.map((day) => (
        <UnsettledCard
          key={day.id}
          day={day}
          isToCome={calendar.days.some(({ id }) => id === day.id)}
        />
      ))}
    </div>
  )
}

function UnsettledCard({ day, isToCome }: { day: UnsettledDay; isToCome: boolean }) {
  const title = `${day.placeName}, ${formatDay(day.day)} is closed, and ${formatOrdersLeft(day.orders.length)} on it`
  return (
    <section
      aria-label={title}
      className="rounded-2xl border-2 border-beet bg-beet-pale p-4 sm:p-6"
    >
      <h2 className="mb-1 text-xl text-balance text-beet sm:text-2xl">{title}.</h2>
      <p>Move or cancel them, or call each customer and check them off here.</p>
      <ul className="my-3 divide-y divide-straw rounded-xl bg-card">
        {day.orders.map((order) => (
          <UnsettledOrder key={order.id} order={order} />
        ))}
      </ul>
      {isToCome && <TextLink href={`#${dayHash(day.id)}`}>Move or cancel all of them</TextLink>}
    </section>
  )
}

function UnsettledOrder({ order }: { order: UnsettledDay['orders'][number] }) {
  const { id, customerName, customerPhone } = order
  const settle = useCalendarChange({
    send: () => call(marketDayChanges.settleOrder, { params: { id }, body: { isSettled: true } }),
    done: `Order #${id} is settled`,
    failed: 'Not saved, please tap again',
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <TextLink href={`#orders/${id}`}>#{id}</TextLink>
      <span className="grow wrap-anywhere">{customerName}</span>
      {customerPhone && (
        <PhoneLink number={customerPhone} className="inline-flex min-h-11 items-center" />
      )}
      <Button
        variant="quiet"
        size="sm"
        busy={settle.isPending}
        aria-label={`Settled by phone, order ${id}`}
        onClick={() => settle.mutate()}
      >
        Settled by phone
      </Button>
    </li>
  )
}

const THURSDAY = 4
const EIGHT_PM = '20:00'

function CalendarSteps({ calendar: { places } }: { calendar: DeskCalendar }) {
  const { bare, everywhere, rules } = listSteps(places)
  const openDelivery = useOpenDelivery()
  if (bare.length + everywhere.length + rules.length === 0) return null
  return (
    <Card aria-labelledby="calendar-steps" className="mb-8">
      <h2 id="calendar-steps" className="mb-2 text-xl sm:text-2xl">
        Before the first market day
      </h2>
      <ul className="divide-y divide-straw">
        {bare.map((place) => (
          <Step
            key={place.id}
            text={`Buyers cannot see yet where ${placeInSentence(place.name)} is.`}
            label={`Add an address for ${placeInSentence(place.name)}`}
            onDo={() => openDialog(stepAddress(place, 'address'))}
          />
        ))}
        {everywhere.map((place) => (
          <Step
            key={place.id}
            text={openDelivery}
            label={`Say which ZIP codes ${place.name === SEEDED_ZONE ? 'you deliver to' : `${place.name} covers`}`}
            onDo={() => openDialog(stepAddress(place, 'zips'))}
          />
        ))}
        {rules.length > 0 && <ProposedEnd rules={rules} />}
      </ul>
      {[...bare, ...everywhere].map((place) => {
        const focused = place.kind === 'delivery' ? 'zips' : 'address'
        return (
          <DialogAt key={place.id} address={stepAddress(place, focused)} parent="calendar">
            {(dialog) => <PlaceDialog place={place} focused={focused} {...dialog} />}
          </DialogAt>
        )
      })}
    </Card>
  )
}

function stepAddress({ id }: DeskPlace, field: PlaceField): string {
  return `calendar/step-${id}/${field}`
}

function listSteps(places: readonly DeskPlace[]) {
  const used = places.filter(({ isRetired }) => !isRetired)
  return {
    bare: used.filter(({ kind, address }) => kind === 'pickup' && address === ''),
    everywhere: used.filter(({ kind, zips }) => kind === 'delivery' && zips === null),
    rules: used.flatMap((place) => place.rules.filter(isAsAtFirst)),
  }
}

/** Still the rule a shop starts with: order until the end of the day before. */
function isAsAtFirst({ weekday, orderDays, orderTime }: DeskRule): boolean {
  return weekday > THURSDAY && orderDays === 0 && orderTime === '00:00'
}

function ProposedEnd({ rules }: { rules: readonly DeskRule[] }) {
  const take = useCalendarChange({
    send: () => takeThursday(rules),
    done: (kept) => ({
      title: 'Buyers order by Thursday, 8 PM',
      ...(kept.length > 0 && {
        description: `Days with orders keep their time: ${kept.map((day) => formatDay(day)).join('; ')}.`,
      }),
    }),
    failed: 'Not everything was saved',
  })
  return (
    <Step
      text="Buyers can order until midnight before the market day, which leaves you no time to pick and pack."
      label="Order by Thursday, 8 PM"
      busy={take.isPending}
      onDo={() => take.mutate()}
    />
  )
}

/** In turn: each is confirmed against what was just previewed. Resolves to the days it leaves. */
async function takeThursday(rules: readonly DeskRule[]): Promise<string[]> {
  const kept = new Set<string>()
  for (const { id, weekday, orderDays, orderTime } of rules) {
    const params = { id }
    const base = { orderDays, orderTime }
    const change = { orderDays: weekday - THURSDAY, orderTime: EIGHT_PM, base }
    const plan = await call(calendar.changeRule, { params, body: change })
    await call(calendar.changeRule, { params, body: { ...change, confirm: plan.hash } })
    for (const { day, orders } of plan.kept) if (orders > 0) kept.add(day)
  }
  return [...kept]
}

type StepProps = { text: string; label: string; busy?: boolean; onDo: () => void }

function Step({ text, label, busy = false, onDo }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <p className="flex-1 basis-60">{text}</p>
      <Button variant="quiet" size="sm" busy={busy} onClick={onDo}>
        {label}
      </Button>
    </li>
  )
}
