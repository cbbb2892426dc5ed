import { PackagePlus, Undo2 } from 'lucide-react'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import { isToPack } from '#contract/orders/order-status.ts'
import { formatBoxes, formatGift, formatTogether } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { PackList, PackOrder } from '#contract/packing/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { toPayText } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { dayList } from './day-list.tsx'
import type { ListRequest } from './list-address.ts'
import { PlaceSheets } from './list-sheet.tsx'
import { ListTools } from './list-tools.tsx'
import { NotSaved, usePackTogether } from './use-tick.tsx'

export const PackView = dayList({
  name: 'pack list',
  part: 'orders',
  Shown: Pack,
  ask: (request) => query(packing.pack.show, request),
  empty: 'There is nothing to pack for this day yet.',
})

const isOpen = (order: PackOrder) => order.packedAt === null && isToPack(order)

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

function Together({ order }: { order: PackOrder }) {
  const { id, sameBuyerAs, packedWith = [] } = order
  const tick = usePackTogether(id)
  // The later order joined the earlier one's box, so undo is on the later one.
  const isHelper = useIsHelper()
  const mayUndo = !isHelper && packedWith.some((other) => other < id)
  if (sameBuyerAs === undefined && packedWith.length === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-sprout px-3 py-1.5">
      <p className="py-1">
        {packedWith.length > 0 ? (
          <strong className="font-semibold">{formatTogether(packedWith)}</strong>
        ) : (
          `Same email address as #${sameBuyerAs}`
        )}
      </p>
      <NotSaved tick={tick} />
      {sameBuyerAs !== undefined && (
        <Button
          variant="plain"
          size="sm"
          className="-mx-3"
          busy={tick.isPending}
          aria-label={`Pack together, order ${id} with order ${sameBuyerAs}`}
          onClick={() => tick.mutate(sameBuyerAs)}
        >
          <PackagePlus aria-hidden="true" className="size-5" /> Pack together
        </Button>
      )}
      {mayUndo && (
        <Button
          variant="plain"
          size="sm"
          className="-mx-3"
          busy={tick.isPending}
          aria-label={`Undo, pack order ${id} on its own`}
          onClick={() => tick.mutate(null)}
        >
          <Undo2 aria-hidden="true" className="size-5" /> Undo
        </Button>
      )}
    </div>
  )
}

function formatToCall({ toCallAbout }: Pick<PackOrder, 'toCallAbout'>): string {
  return toCallAbout.map(({ name, gets, units }) => `only ${gets} of ${units} × ${name}`).join(', ')
}

function PackSheets({ list, day }: { list: PackList; day: string }) {
  return (
    <PlaceSheets title="Pack list" {...{ list, day }}>
      {(orders) => (
        <div className="print-slips">
          {orders.map((order) => (
            <PackSlip key={order.id} order={order} />
          ))}
        </div>
      )}
    </PlaceSheets>
  )
}

/** A box on paper: no phone, no address, no price. */
function PackSlip({ order }: { order: PackOrder }) {
  return (
    <section className="print-slip">
      <h3>
        <span className="print-number">#{order.id}</span> {order.customerName} ·{' '}
        {formatBoxes(order.boxes)}
      </h3>
      {order.isUnpaid && <p className="print-unpaid">{toPayText(order.balance)}</p>}
      {order.packedWith && (
        <p>
          <strong>{formatTogether(order.packedWith)}</strong>
        </p>
      )}
      {(order.pickupName || order.isGift) && (
        <p>
          {order.pickupName && <strong>Pickup by {order.pickupName}</strong>}
          {order.pickupName && order.isGift && ' · '}
          {order.isGift && formatGift(order)}
        </p>
      )}
      {order.ifShort && <p>{IF_SHORT_LABELS[order.ifShort]}</p>}
      {order.toCallAbout.length > 0 && (
        <p className="print-unpaid">CALL FIRST: {formatToCall(order)}</p>
      )}
      <ul>
        {order.items.map(({ productId, name, units, isCold, byWeight }) => (
          <li key={productId}>
            <span className="print-box" /> {units} × {name}
            {byWeight && `, ${byWeight.weight ?? '______'} ${byWeight.unit}`}{' '}
            {isCold && <b>COLD</b>}
          </li>
        ))}
      </ul>
      {[order.notes, order.farmNote && `Private note: ${order.farmNote}`].map(
        (note) =>
          note && (
            <p key={note} className="print-note">
              {note}
            </p>
          ),
      )}
    </section>
  )
}
