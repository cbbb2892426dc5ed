import { useQuery } from '@tanstack/react-query'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { calendarQuery } from './calendar-query.ts'
import { dayHash, placeName } from './calendar-text.ts'

export function OrderedDaysNote() {
  const { data } = useQuery(calendarQuery)
  const ordered = data?.days.filter(({ orders }) => orders > 0) ?? []
  if (!data || ordered.length === 0) return null
  return (
    <div className="rounded-xl bg-yolk-pale px-3 py-2">
      <p>
        Days nobody ordered for keep their hours by the new clock. These stay at the hour their
        buyers were told; to move one, open it and save it:
      </p>
      <ul>
        {ordered.map(({ id, placeId, day, orders }) => (
          <li key={id}>
            <a href={`#${dayHash(id)}`} className="font-semibold underline underline-offset-4">
              {placeName(data.places, placeId)}, {formatDay(day)}
            </a>{' '}
            ({formatOrders(orders)})
          </li>
        ))}
      </ul>
    </div>
  )
}
