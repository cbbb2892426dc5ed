import { useQuery } from '@tanstack/react-query'
import { Check, Gift, Minus, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import { isToPack, ORDER_STATUS } from '#contract/orders/order-status.ts'
import { formatBoxes, formatTogether } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { PackList, PackOrder } from '#contract/packing/packing-lists.ts'
import { MAX_BOXES } from '#contract/products/unit-counts.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { FarmNote } from '../orders/farm-note.tsx'
import { TellDay } from '../orders/tell-day.tsx'
import { CARD } from '../shared/card.tsx'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { DayList } from './day-list.tsx'
import type { ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'
import { ColdMark, formatToCall, PackSheets } from './pack-sheets.tsx'
import { SendBack } from './send-back.tsx'
import { Together } from './together.tsx'
import { NotSaved, usePacked } from './use-tick.tsx'
import { LineWeight } from './weigh-field.tsx'

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

const isByWeight = ({ items }: PackOrder) => items.some(({ byWeight }) => byWeight)

function Pack({ list, request }: { list: PackList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const packed = list.orders.filter((order) => !isOpen(order)).length
  return (
    <>
      <ListTools
        text={`${packed} of ${list.orders.length} packed`}
        part={packed / list.orders.length}
        file={packing.pack.export}
        request={request}
        onPrint={() => print('sheet', <PackSheets list={list} day={request.params.day} />)}
      />
      {list.orders.some(isByWeight) && <SendBack ids={list.orders.map(({ id }) => id)} />}
      {list.places.map(({ key, name, orders }) => (
        <section key={key} aria-label={name} hidden={orders === 0}>
          {list.places.length > 1 && <h3 className="mt-5 mb-2 text-xl">{name}</h3>}
          <ul className="grid items-start gap-3 lg:grid-cols-2">
            {list.orders
              .filter(({ placeKey }) => placeKey === key)
              .map((order) =>
                isOpen(order) ? (
                  <OpenBox key={order.id} order={order} />
                ) : (
                  <PackedBox key={order.id} order={order} />
                ),
              )}
          </ul>
        </section>
      ))}
      {request.params.day !== WITHOUT_DAY && !request.query.place && (
        <FarmerOnly>
          <TellDay
            day={request.params.day}
            packed={packed}
            address={`lists/${request.params.day}/pack/ready`}
          />
        </FarmerOnly>
      )}
      {sheet}
    </>
  )
}

function formatState(order: PackOrder, { formatTime }: FarmDates): string {
  const { packedAt, collectedAt, status } = order
  if (collectedAt !== null) return `handed over ${formatTime(collectedAt)}`
  if (packedAt === null || !ORDER_STATUS[status].isToPack) return status
  return `packed ${formatTime(packedAt)}`
}

function PackedBox({ order }: { order: PackOrder }) {
  const dates = useFarmDates()
  const tick = usePacked(order.id)
  const unweighed = order.items.filter(({ byWeight }) => byWeight?.amount === null)
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-2xl border border-straw bg-sprout p-4">
      <strong className="text-2xl tabular-nums">#{order.id}</strong>
      <p className="mr-auto min-w-0 flex-1 basis-24 wrap-anywhere">
        <strong className="block font-semibold">{order.customerName}</strong>
        {formatBoxes(order.boxes)} · {formatState(order, dates)}
        {order.packedWith && <span className="block">{formatTogether(order.packedWith)}</span>}
        {unweighed.length > 0 && (
          <span className="block font-semibold text-yolk-deep">
            Still to weigh: {unweighed.map(({ name }) => name).join(', ')}
          </span>
        )}
      </p>
      {order.packedAt !== null && isToPack(order) && (
        <span className="grid justify-items-end gap-1">
          <Button
            variant="quiet"
            busy={tick.isPending}
            aria-label={`Undo packed, order ${order.id}`}
            onClick={() => tick.mutate({ packed: false })}
          >
            <Undo2 aria-hidden="true" className="size-5" /> Undo
          </Button>
          <NotSaved tick={tick} />
        </span>
      )}
      {isByWeight(order) && (
        <details open={unweighed.length > 0} className="basis-full">
          <summary className="min-h-11 cursor-pointer content-center">Weights</summary>
          {order.items.map((item) => (
            <div key={item.productId}>
              {item.byWeight && <p className="font-semibold">{item.name}</p>}
              <LineWeight order={order} item={item} />
            </div>
          ))}
        </details>
      )}
    </li>
  )
}

function OpenBox({ order }: { order: PackOrder }) {
  const tick = usePacked(order.id)
  const [boxes, setBoxes] = useState(order.boxes)
  return (
    <li className={`${CARD} grid grid-cols-1 gap-3 p-4`}>
      <div className="flex flex-wrap items-start gap-3">
        <strong className="text-2xl tabular-nums">#{order.id}</strong>
        <p className="mr-auto min-w-0 flex-1 basis-24 wrap-anywhere">
          <strong className="block font-semibold">{order.customerName}</strong>
          {order.pickupName && <span className="block">Pickup by {order.pickupName}</span>}
          {order.isGift && (
            <span className="flex items-center gap-1">
              <Gift aria-hidden="true" className="size-4.5" /> Gift: no prices in the box
            </span>
          )}
          {order.ifShort && <span className="block">{IF_SHORT_LABELS[order.ifShort]}</span>}
          {order.isUnpaid && <NotPaidMark balance={order.balance} />}
        </p>
        <BoxCount order={order} boxes={boxes} onCount={setBoxes} />
      </div>
      {order.toCallAbout.length > 0 && (
        <Notice tone="failure">
          Please call before you pack this: {formatToCall(order)}.{' '}
          <FarmerOnly>
            <a href={`#orders/${order.id}`} className="underline underline-offset-4">
              Open the order
            </a>
          </FarmerOnly>
        </Notice>
      )}
      {order.notes && (
        <p className="rounded-xl bg-yolk-pale px-3 py-2 whitespace-pre-line wrap-anywhere">
          “{order.notes}”
        </p>
      )}
      <ul>
        {order.items.map((item) => (
          <li key={item.productId} className="border-t border-straw wrap-anywhere">
            <p className="flex items-center justify-between gap-3 py-2 text-lg">
              <span>
                <strong className="tabular-nums">{item.units} ×</strong> {item.name}
              </span>
              {item.isCold && <ColdMark />}
            </p>
            <LineWeight order={order} item={item} />
          </li>
        ))}
      </ul>
      <Together order={order} />
      <FarmNote order={order} />
      <NotSaved tick={tick} />
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

function BoxCount({ order: { id }, boxes, onCount }: BoxCountProps) {
  return (
    <div className="flex shrink-0 items-center rounded-full border border-bark">
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
