import { useQuery } from '@tanstack/react-query'
import { formatBoxes, formatTogether } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { DeliveryList } from '#contract/packing/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { phoneHref } from '#web/ui/phone-href.ts'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark, notPaidText } from '../shared/not-paid-mark.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatCollected } from './collected-button.tsx'
import { DayList } from './day-list.tsx'
import { HandedOverList } from './handed-over-list.tsx'
import type { ListRequest } from './list-address.ts'
import { PlaceSheets, SheetTable } from './list-sheet.tsx'

export function DeliveryView({ request }: { request: ListRequest }) {
  return (
    <DayList
      name="delivery list"
      query={useQuery(query(packing.delivery.show, request))}
      isEmpty={({ orders }) => orders.length === 0}
      empty={<ListEmpty text="There is nothing to deliver on this day yet." />}
    >
      {(list) => (
        <HandedOverList
          orders={list.orders}
          file={packing.delivery.export}
          verb="Delivered"
          done="delivered"
          sheet={<DeliverySheets list={list} day={request.params.day} />}
          findLabel="Number, name or street"
          textOf={({ customerName, street, city }) => `${customerName} ${street} ${city}`}
          request={request}
        >
          {(order) => <DeliveryText order={order} />}
        </HandedOverList>
      )}
    </DayList>
  )
}

type Entry = DeliveryList['orders'][number]

const addressOf = ({ street, city, state, zipCode }: Entry) =>
  `${street}, ${city}, ${state} ${zipCode}`

function boxesOf({ boxes, isCold, packedWith }: Entry): string {
  const together = packedWith ? [formatTogether(packedWith)] : []
  return [formatBoxes(boxes), ...(isCold ? ['COLD'] : []), ...together].join(' · ')
}

function DeliveryText({ order }: { order: Entry }) {
  const dates = useFarmDates()
  return (
    <div className="min-w-0 grow basis-52 wrap-anywhere">
      <p className="font-semibold">
        {addressOf(order)} {order.isUnpaid && <NotPaidMark balance={order.balance} />}
      </p>
      <p className="text-[0.9375rem] text-bark-deep">
        {order.customerName} · {boxesOf(order)}
        {order.isDone && ` · ${formatCollected(order, 'delivered', dates)}`}
      </p>
      {notesOf(order).map((note) => (
        <p key={note} className="whitespace-pre-line">
          “{note}”
        </p>
      ))}
      {order.phone && (
        <a
          href={phoneHref(order.phone)}
          className="inline-block py-2.5 underline underline-offset-4"
        >
          {order.phone}
        </a>
      )}
    </div>
  )
}

function notesOf({ notes, farmNote }: Entry): string[] {
  return [notes, farmNote].flatMap((note) => note ?? [])
}

const COLUMNS = [
  ['Done', 'w-[0.55in]'],
  ['Order', 'w-[0.75in]'],
  ['Address', ''],
  ['Name and phone', 'w-[1.9in]'],
  ['Box', 'w-[0.95in]'],
] as const

function DeliverySheets({ list, day }: { list: DeliveryList; day: string }) {
  return (
    <PlaceSheets title="Delivery list" {...{ list, day }}>
      {(orders) => (
        <SheetTable columns={COLUMNS}>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <span className="print-box" />
              </td>
              <td className="print-number">#{order.id}</td>
              <td>
                <strong>{addressOf(order)}</strong>
                {notesOf(order).map((note) => (
                  <div key={note} className="print-note">
                    {note}
                  </div>
                ))}
              </td>
              <td className="print-name">
                {order.customerName}{' '}
                {order.isUnpaid && <b className="print-unpaid">{notPaidText(order.balance)}</b>}
                <br />
                {order.phone}
              </td>
              <td className="print-short">{boxesOf(order)}</td>
            </tr>
          ))}
        </SheetTable>
      )}
    </PlaceSheets>
  )
}
