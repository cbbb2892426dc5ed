import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FarmDates } from '#contract/date-format.ts'
import { packing } from '#contract/packing.ts'
import type { HandOverList } from '#contract/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { formatBoxes } from '../orders/order-box.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CollectedButton, formatCollected } from './collected-button.tsx'
import { formatListDay, type ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'

export function HandOverView({ request }: { request: ListRequest }) {
  return (
    <QueryStates
      loading="Loading the hand-over list…"
      failed="The hand-over list could not be loaded."
      query={useQuery(query(packing.handOver.show, request))}
    >
      {(list) =>
        list.orders.length === 0 ? (
          <ListEmpty text="Nobody picks up on this day yet." />
        ) : (
          <HandOver list={list} request={request} />
        )
      }
    </QueryStates>
  )
}

type Entry = HandOverList['orders'][number]

function HandOver({ list, request }: { list: HandOverList; request: ListRequest }) {
  const [text, setText] = useState('')
  const { print, sheet } = usePrintSheet()
  const done = list.orders.filter(({ isDone }) => isDone).length
  const found = list.orders.filter((order) => isFound(order, text))
  const shown = found.toSorted((one, other) => Number(one.isDone) - Number(other.isDone))
  return (
    <>
      <ListTools
        text={`${done} of ${list.orders.length} picked up`}
        file={packing.handOver.export}
        request={request}
        onPrint={() => print('list', <HandOverSheet list={list} day={request.params.day} />)}
      />
      <ToolSearch label="Number or first name" value={text} onType={setText} />
      <p className="my-2 text-bark-deep">{list.orders.length - done} still here</p>
      {shown.length === 0 ? (
        <ListEmpty text="Nobody found." />
      ) : (
        <CardList>
          {shown.map((order) => (
            <HandOverRow key={order.id} order={order} />
          ))}
        </CardList>
      )}
      {sheet}
    </>
  )
}

function isFound({ id, shortName, pickupName }: Entry, text: string): boolean {
  const wanted = text.trim().replace(/^#/, '').toLowerCase()
  const words = `${shortName} ${pickupName ?? ''}`.toLowerCase()
  return String(id).includes(wanted) || words.includes(wanted)
}

function HandOverRow({ order }: { order: Entry }) {
  const dates = useFarmDates()
  return (
    <CardRow className="flex items-center gap-3 px-4 py-3">
      <strong className="text-xl tabular-nums">#{order.id}</strong>
      <RowText
        title={
          <>
            {order.pickupName ?? order.shortName} {order.isUnpaid && <NotPaidMark />}
          </>
        }
        note={noteOf(order, dates)}
      />
      <CollectedButton order={order} deed="Give" />
    </CardRow>
  )
}

function noteOf(order: Entry, dates: FarmDates): string {
  if (order.isDone) return formatCollected(order, 'picked up', dates)
  const more = [
    order.pickupName && `ordered by ${order.shortName}`,
    order.isGift && 'gift',
    order.packedAt === null && 'not packed yet',
  ]
  return [formatBoxes(order.boxes), ...more.filter(Boolean)].join(' · ')
}

function HandOverSheet({ list, day }: { list: HandOverList; day: string }) {
  const dates = useFarmDates()
  return (
    <>
      <h2>Hand over, {formatListDay(day)}</h2>
      <table>
        <tbody>
          {list.orders.map((order) => (
            <tr key={order.id}>
              <td>
                <span className="print-box" />
              </td>
              <td>
                <strong>#{order.id}</strong>
              </td>
              <td>
                {order.pickupName ?? order.shortName} {order.isUnpaid && <b>NOT PAID</b>}
              </td>
              <td>{noteOf(order, dates)}</td>
              <td>{list.places.find(({ key }) => key === order.placeKey)?.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
