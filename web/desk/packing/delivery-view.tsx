import { useQuery } from '@tanstack/react-query'
import { packing } from '#contract/packing.ts'
import type { DeliveryList } from '#contract/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { formatBoxes } from '../orders/order-box.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CollectedButton, formatCollected } from './collected-button.tsx'
import { formatListDay, type ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'

export function DeliveryView({ request }: { request: ListRequest }) {
  return (
    <QueryStates
      loading="Loading the delivery list…"
      failed="The delivery list could not be loaded."
      query={useQuery(query(packing.delivery.show, request))}
    >
      {(list) =>
        list.orders.length === 0 ? (
          <ListEmpty text="There is nothing to deliver on this day yet." />
        ) : (
          <Delivery list={list} request={request} />
        )
      }
    </QueryStates>
  )
}

type Entry = DeliveryList['orders'][number]

function Delivery({ list, request }: { list: DeliveryList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const done = list.orders.filter(({ isDone }) => isDone).length
  return (
    <>
      <ListTools
        text={`${done} of ${list.orders.length} delivered`}
        file={packing.delivery.export}
        request={request}
        onPrint={() => print('list', <DeliverySheet list={list} day={request.params.day} />)}
      />
      <CardList>
        {list.orders.map((order) => (
          <DeliveryRow key={order.id} order={order} />
        ))}
      </CardList>
      {sheet}
    </>
  )
}

const addressOf = ({ street, city, state, zipCode }: Entry) =>
  `${street}, ${city}, ${state} ${zipCode}`

function DeliveryRow({ order }: { order: Entry }) {
  const dates = useFarmDates()
  return (
    <CardRow className="flex flex-wrap items-center gap-3 px-4 py-3">
      <strong className="text-2xl tabular-nums">#{order.id}</strong>
      <div className="min-w-48 grow wrap-anywhere">
        <p className="font-semibold">
          {addressOf(order)} {order.isUnpaid && <NotPaidMark />}
        </p>
        <p className="text-[0.9375rem] text-bark-deep">
          {order.customerName} · {formatBoxes(order.boxes)}
          {order.isDone && ` · ${formatCollected(order, 'delivered', dates)}`}
        </p>
        {notesOf(order).map((note) => (
          <p key={note} className="whitespace-pre-line">
            “{note}”
          </p>
        ))}
        {order.phone && (
          <a
            href={`tel:${order.phone.replace(/[^\d+]/g, '')}`}
            className="inline-block py-2.5 underline underline-offset-4"
          >
            {order.phone}
          </a>
        )}
      </div>
      <CollectedButton order={order} deed="Delivered" />
    </CardRow>
  )
}

function notesOf({ notes, farmNote }: Entry): string[] {
  return [notes, farmNote].flatMap((note) => note ?? [])
}

function DeliverySheet({ list, day }: { list: DeliveryList; day: string }) {
  return (
    <>
      <h2>Deliver, {formatListDay(day)}</h2>
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
                {addressOf(order)}
                {notesOf(order).map((note) => (
                  <div key={note}>“{note}”</div>
                ))}
              </td>
              <td>
                {order.customerName} {order.isUnpaid && <b>NOT PAID</b>}
                <br />
                {order.phone}
              </td>
              <td>{formatBoxes(order.boxes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
