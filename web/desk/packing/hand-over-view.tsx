import { useQuery } from '@tanstack/react-query'
import { formatBoxes, formatTogether } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { HandOverList } from '#contract/packing/packing-lists.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark, notPaidText } from '../shared/not-paid-mark.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatCollected } from './collected-button.tsx'
import { DayList } from './day-list.tsx'
import { HandedOverList } from './handed-over-list.tsx'
import type { ListRequest } from './list-address.ts'
import { PlaceSheets, SheetTable } from './list-sheet.tsx'

export function HandOverView({ request }: { request: ListRequest }) {
  return (
    <DayList
      name="hand-over list"
      query={useQuery(query(packing.handOver.show, request))}
      isEmpty={({ orders }) => orders.length === 0}
      empty={<ListEmpty text="Nobody picks up on this day yet." />}
    >
      {(list) => (
        <>
          <HandedOverList
            orders={list.orders}
            file={packing.handOver.export}
            verb="Give"
            done="picked up"
            sheet={<HandOverSheets list={list} day={request.params.day} />}
            findLabel="Number or first name"
            textOf={({ shortName, pickupName }) => `${shortName} ${pickupName ?? ''}`}
            request={request}
          >
            {(order) => <HandOverText order={order} />}
          </HandedOverList>
          <FarmerOnly>
            <AfterClosing />
          </FarmerOnly>
        </>
      )}
    </DayList>
  )
}

function AfterClosing() {
  return (
    <p className="mt-4">
      <a
        href="/admin/stall#close/no-shows"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Orders that were not picked up
      </a>
    </p>
  )
}

type Entry = HandOverList['orders'][number]

function HandOverText({ order }: { order: Entry }) {
  const dates = useFarmDates()
  return (
    <div className="min-w-0 grow basis-28 wrap-anywhere">
      <p className="text-lg leading-snug font-semibold">
        {order.pickupName ?? order.shortName}{' '}
        {order.isUnpaid && <NotPaidMark balance={order.balance} />}
      </p>
      <p className="text-[0.9375rem] text-bark-deep">{noteOf(order, dates)}</p>
    </div>
  )
}

function noteOf(order: Entry, dates: FarmDates): string {
  if (order.isDone) return formatCollected(order, 'picked up', dates)
  const packed = order.packedAt === null ? ['not packed yet'] : []
  return [formatBoxes(order.boxes), ...marksOf(order), ...packed].join(' · ')
}

function marksOf({ isCold, isGift, pickupName, shortName, packedWith }: Entry): string[] {
  return [
    ...(packedWith ? [formatTogether(packedWith)] : []),
    ...(isCold ? ['COLD'] : []),
    ...(pickupName ? [`ordered by ${shortName}`] : []),
    ...(isGift ? ['gift'] : []),
  ]
}

const COLUMNS = [
  ['Given', 'w-[0.55in]'],
  ['Order', 'w-[0.75in]'],
  ['Name', 'w-[2.4in]'],
  ['Box', 'w-[0.85in]'],
  ['Notes', ''],
] as const

function HandOverSheets({ list, day }: { list: HandOverList; day: string }) {
  const dates = useFarmDates()
  return (
    <PlaceSheets title="Hand over" {...{ list, day }}>
      {(orders) => (
        <SheetTable columns={COLUMNS}>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <span className="print-box" />
              </td>
              <td className="print-number">#{order.id}</td>
              <td>
                <strong>{order.pickupName ?? order.shortName}</strong>{' '}
                {order.isUnpaid && <b className="print-unpaid">{notPaidText(order.balance)}</b>}
              </td>
              <td className="print-short">{formatBoxes(order.boxes)}</td>
              <td>{order.isDone ? noteOf(order, dates) : marksOf(order).join(' · ')}</td>
            </tr>
          ))}
        </SheetTable>
      )}
    </PlaceSheets>
  )
}
