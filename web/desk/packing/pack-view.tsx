import { useQuery } from '@tanstack/react-query'
import { Check, Gift, Minus, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_BOXES, packing } from '#contract/packing.ts'
import type { PackList, PackOrder } from '#contract/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { FarmNote } from '../orders/farm-note.tsx'
import { formatBoxes } from '../orders/order-box.tsx'
import { CARD } from '../shared/card.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import type { ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'
import { PackSlip } from './pack-slip.tsx'
import { usePacked } from './use-tick.ts'

export function PackView({ request }: { request: ListRequest }) {
  return (
    <QueryStates
      loading="Loading the pack list…"
      failed="The pack list could not be loaded."
      query={useQuery(query(packing.pack.show, request))}
    >
      {(list) =>
        list.orders.length === 0 ? (
          <ListEmpty text="There is nothing to pack for this day yet." />
        ) : (
          <Pack list={list} request={request} />
        )
      }
    </QueryStates>
  )
}

function Pack({ list, request }: { list: PackList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const packed = list.orders.filter(({ packedAt }) => packedAt !== null).length
  const slips = list.orders.map((order) => (
    <PackSlip key={order.id} order={order} place={placeOf(list, order)} />
  ))
  return (
    <>
      <ListTools
        text={`${packed} of ${list.orders.length} packed`}
        file={packing.pack.export}
        request={request}
        onPrint={() => print('list', slips)}
      />
      {list.places.map(({ key, name, orders }) => (
        <section key={key} aria-label={name} hidden={orders === 0}>
          {list.places.length > 1 && <h3 className="mt-5 mb-2 text-xl">{name}</h3>}
          <ul className="grid items-start gap-3 lg:grid-cols-2">
            {list.orders
              .filter(({ placeKey }) => placeKey === key)
              .map((order) => (
                <PackCard key={order.id} order={order} />
              ))}
          </ul>
        </section>
      ))}
      {sheet}
    </>
  )
}

function placeOf({ places }: PackList, { placeKey }: PackOrder): string {
  return places.find(({ key }) => key === placeKey)?.name ?? ''
}

function PackCard({ order }: { order: PackOrder }) {
  return order.packedAt === null ? <OpenBox order={order} /> : <PackedBox order={order} />
}

function PackedBox({ order }: { order: PackOrder }) {
  const { formatTime } = useFarmDates()
  const tick = usePacked(order.id)
  return (
    <li className="flex items-center gap-3 rounded-2xl border border-straw bg-sprout p-4">
      <strong className="text-2xl tabular-nums">#{order.id}</strong>
      <p className="mr-auto min-w-0 wrap-anywhere">
        <strong className="block font-semibold">{order.customerName}</strong>
        {formatBoxes(order.boxes)} · packed {formatTime(order.packedAt ?? '')}
      </p>
      <Button
        variant="quiet"
        busy={tick.isPending}
        aria-label={`Undo packed, order ${order.id}`}
        onClick={() => tick.mutate({ packed: false })}
      >
        <Undo2 aria-hidden="true" className="size-5" /> Undo
      </Button>
    </li>
  )
}

function OpenBox({ order }: { order: PackOrder }) {
  const tick = usePacked(order.id)
  const [boxes, setBoxes] = useState(order.boxes)
  return (
    <li className={`${CARD} grid gap-3 p-4`}>
      <div className="flex items-start gap-3">
        <strong className="text-2xl tabular-nums">#{order.id}</strong>
        <p className="mr-auto min-w-0 wrap-anywhere">
          <strong className="block font-semibold">{order.customerName}</strong>
          {order.pickupName && <span className="block">Picked up by {order.pickupName}</span>}
          {order.isGift && (
            <span className="flex items-center gap-1">
              <Gift aria-hidden="true" className="size-4.5" /> Gift: no prices in the box
            </span>
          )}
          {order.isUnpaid && <NotPaidMark />}
        </p>
        <BoxCount order={order} boxes={boxes} onCount={setBoxes} />
      </div>
      {order.notes && (
        <p className="rounded-xl bg-yolk-pale px-3 py-2 whitespace-pre-line wrap-anywhere">
          “{order.notes}”
        </p>
      )}
      <ul>
        {order.items.map(({ productId, name, units }) => (
          <li key={productId} className="border-t border-straw py-2 text-lg wrap-anywhere">
            <strong className="tabular-nums">{units} ×</strong> {name}
          </li>
        ))}
      </ul>
      <FarmNote order={order} />
      <Button
        size="lg"
        busy={tick.isPending}
        aria-label={`Packed, order ${order.id}`}
        onClick={() => tick.mutate({ packed: true, boxes })}
      >
        <Check aria-hidden="true" className="size-5" /> Packed
      </Button>
    </li>
  )
}

type BoxCountProps = { order: PackOrder; boxes: number; onCount: (boxes: number) => void }

/** Into how many boxes it goes; it is said with the tick. */
function BoxCount({ order: { id }, boxes, onCount }: BoxCountProps) {
  return (
    <div className="flex items-center rounded-full border border-bark">
      <IconButton
        tip="One box less"
        label={`One box less for order ${id}`}
        Icon={Minus}
        disabled={boxes <= 1}
        onClick={() => onCount(boxes - 1)}
      />
      <span className="whitespace-nowrap">{formatBoxes(boxes)}</span>
      <IconButton
        tip="One box more"
        label={`One box more for order ${id}`}
        Icon={Plus}
        disabled={boxes >= MAX_BOXES}
        onClick={() => onCount(boxes + 1)}
      />
    </div>
  )
}
