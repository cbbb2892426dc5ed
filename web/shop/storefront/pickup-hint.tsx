import { farmDates, formatDay } from '#contract/date-format.ts'
import { formatOrderUntil, openPickupDays } from '#contract/day-words.ts'
import { PICKUP_LOCATIONS, PICKUP_PLACES } from '#contract/delivery.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from '#contract/market-days.ts'
import { formatHours } from '#contract/wall-time.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'

/** Where and when an order is picked up next, at each place. */
export function PickupHint() {
  const { calendar, timeZone } = useMarketDays()
  return (
    <div className="mt-5 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
      <p className="font-semibold">{calendar?.pause ?? 'Free pickup'}</p>
      {calendar ? <NextDays calendar={calendar} timeZone={timeZone} /> : <Windows />}
    </div>
  )
}

/** What holds in every week, while the market days are not known. */
function Windows() {
  return PICKUP_LOCATIONS.map((location) => (
    <p key={location}>
      {PICKUP_PLACES[location].name}, {PICKUP_PLACES[location].window}
    </p>
  ))
}

type NextDaysProps = { calendar: OrderingCalendar; timeZone: string }

function NextDays({ calendar, timeZone }: NextDaysProps) {
  const days = openPickupDays(calendar)
  return calendar.places.map((place) => {
    const day = days.find(({ placeKey }) => placeKey === place.key)
    return day && <NextDay key={place.key} place={place} day={day} timeZone={timeZone} />
  })
}

type NextDayProps = { place: MarketPlace; day: MarketDay; timeZone: string }

function NextDay({ place, day, timeZone }: NextDayProps) {
  const { formatWeekday } = farmDates(timeZone)
  return (
    <p className="mt-1">
      {place.name}, {formatWeekday(day.opensAt)} {formatHours(day)}
      {place.address && `, ${place.address}`}
      {place.mapUrl && (
        <>
          {' '}
          <a href={place.mapUrl} target="_blank" rel="noopener" className="underline">
            Map
          </a>
        </>
      )}
      <span className="block text-bark-deep">
        For {formatDay(day.day)} · {formatOrderUntil(day, timeZone)}
      </span>
    </p>
  )
}
