import { useQuery } from '@tanstack/react-query'
import { Children, type ComponentType, type ReactNode } from 'react'
import { formatBoxes } from '#contract/packing/box-text.ts'
import type { ListPlace } from '#contract/packing/packing-lists.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import type { Query } from '#web/api/call.ts'
import { ListEmpty, QueryStates } from '../shared/card.tsx'
import { useSetting } from '../shared/use-setting.ts'
import { formatListDay, type ListRequest } from './list-address.ts'

type ListSheetProps = {
  title: string
  day: string
  places: readonly ListPlace[]
  note?: string
  children: ReactNode
}

/** The title is in the table's head, the only thing a printer repeats on each page. */
export function ListSheet({ title, day, places, note, children }: ListSheetProps) {
  const farmName = useSetting('farm_name')
  const boxes = places.reduce((sum, place) => sum + place.boxes, 0)
  const parts = places.map((place) => `${place.name} ${place.boxes}`)
  return (
    <table className="print-list">
      <thead>
        <tr>
          <th>
            <div className="print-head">
              <div>
                {farmName}
                <h2>{title}</h2>
              </div>
              <div>
                <strong>{formatListDay(day)}</strong>
                <br />
                {places.length === 1
                  ? `${places[0]?.name}: ${formatBoxes(boxes)}`
                  : `${formatBoxes(boxes)}: ${parts.join(', ')}`}
                {note && <small>{note}</small>}
              </div>
            </div>
          </th>
        </tr>
      </thead>
      <tbody>
        {Children.map(children, (part) => (
          <tr>
            <td>{part}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Placed = { placeKey: string }

type PlaceSheetsProps<Entry extends Placed> = {
  title: string
  day: string
  list: { places: readonly ListPlace[]; orders: readonly Entry[] }
  children: (orders: readonly Entry[]) => ReactNode
}

export function PlaceSheets<Entry extends Placed>(props: PlaceSheetsProps<Entry>) {
  const { title, day, list, children } = props
  return list.places
    .filter(({ orders }) => orders > 0)
    .map((place) => (
      <ListSheet key={place.key} title={title} day={day} places={[place]}>
        {children(list.orders.filter(({ placeKey }) => placeKey === place.key))}
      </ListSheet>
    ))
}

/** Widths are fixed so that every place's sheet has the same columns. */
type Column = readonly [name: string, width: string]

type SheetTableProps = { columns: readonly Column[]; children: ReactNode }

export function SheetTable({ columns, children }: SheetTableProps) {
  return (
    <table className="print-rows">
      <thead>
        <tr>
          {columns.map(([name, width]) => (
            <th key={name} scope="col" className={width}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** `picked up 9:14 AM`, or without the time when it is unknown. */
export function formatCollected(
  { collectedAt }: { collectedAt: string | null },
  verb: string,
  { formatTime }: FarmDates,
): string {
  return collectedAt === null ? verb : `${verb} ${formatTime(collectedAt)}`
}

type DayListProps<Part extends string, List> = {
  name: string
  ask: (request: ListRequest) => Query<List>
  /** Without these the list is empty. */
  part: Part
  empty: string
  hint?: string
  Shown: ComponentType<{ list: List; request: ListRequest }>
}

type ListOf<Part extends string> = Record<Part, readonly unknown[]>
type Asked = { request: ListRequest }

export function dayList<Part extends string, List extends ListOf<Part>>(
  list: DayListProps<Part, List>,
) {
  return ({ request }: Asked) => <DayList {...list} request={request} />
}

function DayList<Part extends string, List extends ListOf<Part>>(
  props: DayListProps<Part, List> & Asked,
) {
  const { name, ask, part, empty, hint, Shown, request } = props
  return (
    <QueryStates what={`the ${name}`} query={useQuery(ask(request))}>
      {(list) =>
        list[part].length > 0 ? (
          <Shown list={list} request={request} />
        ) : (
          <ListEmpty text={empty} hint={hint} />
        )
      }
    </QueryStates>
  )
}
