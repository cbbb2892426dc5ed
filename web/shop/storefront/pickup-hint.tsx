import { farmDates, formatDay, formatShortDay } from '#contract/date-format.ts'
import { openPickupDays } from '#contract/day-words.ts'
import type { MarketDay, MarketPlace } from '#contract/market-days.ts'
import { SEEDED_PLACES, seededWindow } from '#contract/seeded-facts.ts'
import { formatHours } from '#contract/wall-time.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'

/** Where and when an order is picked up next, at each place. */
export function PickupHint() {
  const { calendar, timeZone } = useMarketDays()
  const open = calendar ? openPickupDays(calendar) : []
  const next = (calendar?.places ?? []).flatMap((place) => {
    const day = open.find(({ placeKey }) => placeKey === place.key)
    return day ? [{ place, day }] : []
  })
  const days = new Set(next.map(({ day }) => day.day))
  const [only = ''] = days.size === 1 ? days : []
  return (
    <div className="mt-5 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
      <p className="font-semibold">
        {calendar?.pause ?? `Free pickup${only && ` on ${formatDay(only)}`}`}
      </p>
      {next.map(({ place, day }) => (
        <NextDay key={place.key} place={place} day={day} timeZone={timeZone} isDated={!only} />
      ))}
      {!calendar && <Windows />}
    </div>
  )
}

/** What holds in every week, while the market days are not known. */
function Windows() {
  return SEEDED_PLACES.map((place) => (
    <p key={place.key}>
      {place.name}, {seededWindow(place)}
    </p>
  ))
}

type NextDayProps = { place: MarketPlace; day: MarketDay; timeZone: string; isDated: boolean }

function NextDay({ place, day, timeZone, isDated }: NextDayProps) {
  const { formatWeekday } = farmDates(timeZone)
  return (
    <p>
      {place.name}, {formatWeekday(day.opensAt)} {formatHours(day)}
      {isDated && `, ${formatShortDay(day.day)}`}
      {place.address && `, ${place.address}`}{' '}
      {place.mapUrl && (
        <a href={place.mapUrl} target="_blank" rel="noopener" className="underline">
          Map
        </a>
      )}
    </p>
  )
}
