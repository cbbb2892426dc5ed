import { formatOrderBy } from '#contract/calendar/day-text.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { CalendarPlan } from '#contract/calendar/plans.ts'
import { formatBoxes, formatOrders } from '#contract/packing/box-text.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { Notice } from '../shared/notice.tsx'
import { useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { placeName } from './calendar-text.ts'

type PlanDaysProps = { plan: CalendarPlan; places: readonly DeskPlace[]; isNew: boolean }

type Line = { key: string; text: string }

export function PlanDays({ plan, places, isNew }: PlanDaysProps) {
  const timeZone = useFarmTimeZone()
  const nameOf = ({ placeId, day }: { placeId: number; day: string }) =>
    `${formatDay(day)}, ${placeName(places, placeId)}`
  const keyOf = ({ placeId, day }: { placeId: number; day: string }) => `${placeId} ${day}`
  const planned = (day: CalendarPlan['made'][number]): Line => ({
    key: keyOf(day),
    text: [nameOf(day), ...(day.state === 'closed' ? ['closed'] : termsOf(day, timeZone))].join(
      ' · ',
    ),
  })
  const retained = plan.kept.map((day) => ({
    key: keyOf(day),
    text: `${nameOf(day)} · ${whyRetained(day)}`,
  }))
  const isNothing = plan.made.length + plan.changed.length + plan.removed.length === 0
  return (
    <div className="grid gap-5">
      {isNew && (
        <Notice tone="warning" role="alert">
          Something changed in the meantime. This is the new plan.
        </Notice>
      )}
      {isNothing && <p>No coming day changes.</p>}
      <Lines title="New days" lines={plan.made.map(planned)} />
      <Lines title="Changed days" lines={plan.changed.map(planned)} />
      <Lines
        title="Days that go away"
        lines={plan.removed.map((day) => ({ key: keyOf(day), text: nameOf(day) }))}
      />
      <Lines title="Days that stay as they are" lines={retained} />
    </div>
  )
}

function termsOf(day: CalendarPlan['made'][number], timeZone: string): string[] {
  return [
    formatHours(day),
    formatOrderBy(day, timeZone),
    ...(day.capacity === null ? [] : [`at most ${formatBoxes(day.capacity)}`]),
  ]
}

function whyRetained({ orders, byHand }: CalendarPlan['kept'][number]): string {
  return [
    ...(orders > 0 ? [formatOrders(orders)] : []),
    ...(byHand ? ['made or edited by hand'] : []),
  ].join(', ')
}

const SHOWN_AT_ONCE = 5

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  const rest = lines.slice(SHOWN_AT_ONCE)
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-sans text-base font-semibold tracking-normal">
        {title}: {lines.length}
      </h3>
      <LineList lines={lines.slice(0, SHOWN_AT_ONCE)} />
      {rest.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
            {rest.length} more
          </summary>
          <LineList lines={rest} />
        </details>
      )}
    </section>
  )
}

function LineList({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="list-disc pl-5">
      {lines.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
}
