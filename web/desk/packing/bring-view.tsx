import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { type BringList, type BringPlace, bring } from '#contract/market/bring-list.ts'
import { formatDay, formatShortDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/call.ts'
import { Card, ListEmpty } from '../shared/card.tsx'
import { SumTable } from '../shared/sum-table.tsx'
import type { ListRequest } from './list-address.ts'
import { dayList } from './list-sheet.tsx'

export function BringView({ request }: { request: ListRequest }) {
  if (request.params.day === WITHOUT_DAY)
    return <ListEmpty text="Deliveries without a day have no earlier days to compare with." />
  return <Bring request={request} />
}

const Bring = dayList({
  name: 'list of what to bring',
  part: 'places',
  Shown: PlaceTables,
  ask: (request) => query(bring.show, request),
  empty: 'There is no place to bring anything to on this day.',
})

function PlaceTables({ list: { places } }: { list: BringList }) {
  return places.map((place) => <PlaceTable key={place.key} place={place} />)
}

function PlaceTable({ place: { name, days, products } }: { place: BringPlace }) {
  return (
    <section className="mb-6">
      <h3 className="text-xl">{name}</h3>
      <p className="mb-2 text-bark-deep">{formatDays(days)}</p>
      {products.length > 0 && (
        <Card>
          <SumTable
            caption={name}
            head={['Product', ...days.map(formatShortDay), 'Ordered now']}
            onPhone={days.map((_, index) => index + 1)}
            most={Infinity}
            rows={products.map((line) => ({
              id: line.productId,
              name: line.name,
              cells: [...line.sold, <b key="ordered">{line.ordered}</b>],
            }))}
          />
        </Card>
      )}
    </section>
  )
}

function formatDays(days: readonly string[]): string {
  const [last] = days
  if (last === undefined)
    return 'This place has not had a market on this weekday yet, so there is nothing to compare.'
  const weekday = formatDay(last).split(',', 1)[0] ?? ''
  const which = days.length === 1 ? `last ${weekday}` : `last ${days.length} ${weekday}s`
  return `Sold here on the ${which}.`
}
