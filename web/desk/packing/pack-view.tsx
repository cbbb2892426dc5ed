import { useQuery } from '@tanstack/react-query'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { isToPack } from '#contract/orders/order-status.ts'
import { packing } from '#contract/packing/packing.ts'
import type { PackList, PackOrder } from '#contract/packing/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { DayList } from './day-list.tsx'
import type { ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'
import { PackSheets } from './pack-sheets.tsx'
import { Together } from './together.tsx'

/** On paper: boxes are packed on the page of the market day. */
export function PackView({ request }: { request: ListRequest }) {
  return (
    <DayList
      name="pack list"
      query={useQuery(query(packing.pack.show, request))}
      isEmpty={({ orders }) => orders.length === 0}
      empty={<ListEmpty text="There is nothing to pack for this day yet." />}
    >
      {(list) => <Pack list={list} request={request} />}
    </DayList>
  )
}

/** Neither packed nor gone, by whatever tick or status. */
const isOpen = (order: PackOrder) => order.packedAt === null && isToPack(order)

/** One box for two orders, or two that could be one. */
const isOfTwo = ({ sameBuyerAs, packedWith = [] }: PackOrder) =>
  sameBuyerAs !== undefined || packedWith.length > 0

function Pack({ list, request }: { list: PackList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const packed = list.orders.filter((order) => !isOpen(order)).length
  const ofTwo = list.orders.filter((order) => isOpen(order) && isOfTwo(order))
  return (
    <>
      <ListTools
        text={`${packed} of ${list.orders.length} packed`}
        part={packed / list.orders.length}
        file={packing.pack.export}
        request={request}
        onPrint={() => print('sheet', <PackSheets list={list} day={request.params.day} />)}
      />
      <a href={`${STALL_PAGE}#pack`} className={buttonLook({ size: 'lg' }, 'w-full')}>
        Pack on the market page
      </a>
      <CardList className="mt-4" hidden={ofTwo.length === 0}>
        {ofTwo.map((order) => (
          <CardRow key={order.id} className="grid gap-2 p-4">
            <p className="wrap-anywhere">
              <strong className="tabular-nums">#{order.id}</strong> {order.customerName}
            </p>
            <Together order={order} />
          </CardRow>
        ))}
      </CardList>
      {sheet}
    </>
  )
}
