import { useQuery } from '@tanstack/react-query'
import type { DeskCalendar } from '#contract/calendar.ts'
import { formatBriefDay } from '#contract/date-format.ts'
import type { OrderDetail } from '#contract/desk-orders.ts'
import { formatHours } from '#contract/wall-time.ts'
import { calendarQuery } from '../calendar/calendar-query.ts'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import type { EditedChange } from './change-draft.ts'

export function DayField({ order, form, onForm }: EditedChange) {
  const calendar = useQuery(calendarQuery)
  const days = daysFor(order, calendar.data)
  return (
    <div className="grid gap-1.5">
      <ToolSelect
        label="Day and place"
        value={form.moveTo}
        options={[['', presentDay(order)], ...days]}
        onChoose={(moveTo) => onForm((now) => ({ ...now, moveTo }))}
      />
      {calendar.error && (
        <p className="text-[0.9375rem] text-bark-deep">The other days could not be loaded.</p>
      )}
    </div>
  )
}

function presentDay({ marketDay }: OrderDetail): string {
  return marketDay ? labelOf(marketDay, marketDay.placeName) : 'No day yet'
}

/** The place stands before the hours, which a phone cuts off. */
function labelOf(day: { day: string; opens: string; closes: string }, place: string): string {
  return `${formatBriefDay(day.day)} · ${place}, ${formatHours(day)}`
}

/** The open days to come of pickup places, and of zones for a delivery, which may be picked up too. */
function daysFor(order: OrderDetail, calendar: DeskCalendar | undefined): ToolOptions {
  const places = new Map(calendar?.places.map((place) => [place.id, place]))
  const isMeant = (kind: string) => kind === 'pickup' || order.deliveryMethod === 'shipping'
  return (calendar?.days ?? []).flatMap((day) => {
    const place = places.get(day.placeId)
    if (!place || !isMeant(place.kind) || day.state === 'closed') return []
    if (day.id === order.marketDay?.id) return []
    return [[String(day.id), labelOf(day, place.name)]]
  })
}
