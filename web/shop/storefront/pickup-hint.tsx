import { closedSentence, formatOrderBy, openPickupDays } from '#contract/calendar/day-text.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from '#contract/calendar/market-days.ts'
import { SEEDED_PLACES, seededWindow } from '#contract/settings/seeded-facts.ts'
import { farmDates, formatDay, formatShortDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import { MapLink } from '#web/ui/map-link.tsx'

export function PickupHint() {
  const { calendar, timeZone } = useMarketDays()
  const closed = calendar && closedSentence(calendar)
  const next = calendar && closed === null ? nextDays(calendar) : []
  const [only = ''] = shared(next.map(({ day }) => day.day))
  const orderBy = (day: MarketDay) => formatOrderBy(day, timeZone, { today: calendar?.today })
  const [until = ''] = shared(next.map(({ day }) => orderBy(day)))
  return (
    <div className="mt-5 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
      <p>
        <strong>{closed ?? `Free pickup${only && ` on ${formatDay(only)}`}`}</strong>
        {until && ` · ${until}`}
      </p>
      {next.map(({ place, day }) => (
        <p key={place.key}>
          <strong>{place.name}</strong>, {farmDates(timeZone).formatWeekday(day.opensAt)}{' '}
          {formatHours(day)}
          {!only && `, ${formatShortDay(day.day)}`}
          {place.address && `, ${place.address}`}
          {place.mapUrl && (
            <>
              {' '}
              <MapLink href={place.mapUrl} className="underline" />
            </>
          )}
          {!until && ` · ${orderBy(day)}`}
        </p>
      ))}
      {!calendar &&
        SEEDED_PLACES.map((seeded) => (
          <p key={seeded.key}>
            {seeded.name}, {seededWindow(seeded)}
          </p>
        ))}
    </div>
  )
}

function nextDays(calendar: OrderingCalendar): { place: MarketPlace; day: MarketDay }[] {
  const known = new Set<string>()
  return openPickupDays(calendar).flatMap((day) => {
    const place = calendar.places.find(({ key }) => key === day.placeKey)
    if (!place || known.has(place.key)) return []
    known.add(place.key)
    return [{ place, day }]
  })
}

function shared(texts: readonly string[]): string[] {
  const each = [...new Set(texts)]
  return each.length === 1 ? each : []
}
