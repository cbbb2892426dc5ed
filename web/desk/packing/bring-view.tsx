import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { type BringList, type BringPlace, bring } from '#contract/market/bring-list.ts'
import { formatDay, formatShortDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/call.ts'
import { CARD, ListEmpty } from '../shared/card.tsx'
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
        <table className={`${CARD} w-full border-separate border-spacing-0 tabular-nums`}>
          <thead className="text-[0.9375rem] text-bark-deep">
            <tr className="[&>th]:border-b [&>th]:border-straw [&>th]:px-2 [&>th]:py-2 [&>th]:font-semibold">
              <th scope="col" className="pl-4! text-left">
                Product
              </th>
              {days.map((day) => (
                <th key={day} scope="col" className="text-right">
                  {formatShortDay(day)}
                </th>
              ))}
              <th scope="col" className="pr-4! text-right">
                Ordered now
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map((line) => (
              <ProductLine key={line.productId} line={line} />
            ))}
          </tbody>
        </table>
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

function ProductLine({ line }: { line: BringPlace['products'][number] }) {
  return (
    <tr className="[&>*]:border-b [&>*]:border-straw [&>*]:px-2 [&>*]:py-2.5 last:[&>*]:border-0">
      <th scope="row" className="pl-4! text-left font-semibold wrap-anywhere">
        {line.name}
      </th>
      {line.sold.map((units, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one cell for each of the days above
        <td key={place} className="text-right text-lg">
          {units}
        </td>
      ))}
      <td className="pr-4! text-right text-lg font-bold">{line.ordered}</td>
    </tr>
  )
}
