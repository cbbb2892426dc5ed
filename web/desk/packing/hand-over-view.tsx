import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { formatBoxes, formatGiftFor, formatTogether } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { HandOverList } from '#contract/packing/packing-lists.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { query } from '#web/api/call.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { toPayText } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import type { ListRequest } from './list-address.ts'
import { dayList, formatCollected, PlaceSheets, SheetTable } from './list-sheet.tsx'
import { ListTools } from './list-tools.tsx'

export const HandOverView = dayList({
  name: 'hand-over list',
  part: 'orders',
  Shown: HandOver,
  ask: (request) => query(packing.handOver.show, request),
  empty: 'Nobody picks up on this day yet.',
})

function HandOver({ list, request }: { list: HandOverList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const gone = list.orders.filter(({ isDone }) => isDone).length
  return (
    <>
      <ListTools
        text={`${gone} of ${list.orders.length} picked up`}
        part={gone / list.orders.length}
        file={packing.handOver.export}
        request={request}
        onPrint={() => print('sheet', <HandOverSheets list={list} day={request.params.day} />)}
      />
      <a href={`${STALL_PAGE}#hand-out`} className={buttonLook({ size: 'lg' }, 'w-full')}>
        Hand out on the market page
      </a>
      {sheet}
    </>
  )
}

type Entry = HandOverList['orders'][number]

function orderNote(order: Entry, dates: FarmDates): string {
  if (order.isDone) return formatCollected(order, 'picked up', dates)
  return marksOf(order).join(' · ')
}

function marksOf({ isCold, pickupName, shortName, packedWith, ...gift }: Entry): string[] {
  return [
    ...(packedWith ? [formatTogether(packedWith)] : []),
    ...(isCold ? ['COLD'] : []),
    ...(pickupName ? [`ordered by ${shortName}`] : []),
    ...(gift.isGift ? [formatGiftFor(gift)] : []),
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
    <PlaceSheets title="Hand over" list={list} day={day}>
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
                {order.isUnpaid && <b className="print-unpaid">{toPayText(order.balance)}</b>}
              </td>
              <td className="print-short">{formatBoxes(order.boxes)}</td>
              <td>{orderNote(order, dates)}</td>
            </tr>
          ))}
        </SheetTable>
      )}
    </PlaceSheets>
  )
}
