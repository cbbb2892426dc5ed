import { PackagePlus, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import { isToPack } from '#contract/orders/order-status.ts'
import {
  formatBoxes,
  formatGift,
  formatGiftFor,
  formatNumbers,
  formatTogether,
} from '#contract/packing/box-text.ts'
import { orderTickEndpoints, packing } from '#contract/packing/packing.ts'
import type { LabelList, PackList, PackOrder } from '#contract/packing/packing-lists.ts'
import { call, query } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { CARD, CardList, CardRow } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { toPayText } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { formatListDay, type ListRequest } from './list-address.ts'
import { dayList, PlaceSheets } from './list-sheet.tsx'
import { ListTools } from './list-tools.tsx'
import { NotSaved, useTick } from './use-tick.tsx'

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
  const tick = useTick((orderId: number | null) =>
    call(orderTickEndpoints.packedWith, { params: { id }, body: { orderId } }),
  )
  // The later order joined the earlier one's box, so undo is on the later one.
  const isHelper = useIsHelper()
  const mayUndo = !isHelper && packedWith.some((other) => other < id)
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
    <PlaceSheets title="Pack list" list={list} day={day}>
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

const PAPERS = {
  letter: { label: 'Letter paper, 10 large ones to cut', perSheet: 10 },
  'sheet-30': { label: 'Label sheet, 30 of 1 × 2⅝ in', perSheet: 30 },
  'roll-62': { label: 'Label roll, 2.4 in (62 mm) wide', perSheet: 1 },
} as const

type Paper = keyof typeof PAPERS

export const LabelsView = dayList({
  name: 'labels',
  part: 'labels',
  Shown: Labels,
  ask: (request) => query(packing.labels.show, request),
  empty: 'There are no boxes for this day yet.',
})

function Labels({ list, request }: { list: LabelList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const [paper, setPaper] = useState<Paper>('letter')
  const { length } = list.labels
  const labels = list.labels.map((label) => (
    <BoxLabel key={`${label.orderId} ${label.box}`} label={label} day={request.params.day} />
  ))
  const onPaper = (
    <LabelSheets paper={paper} perSheet={PAPERS[paper].perSheet}>
      {labels}
    </LabelSheets>
  )
  return (
    <>
      <ListTools
        text={length === 1 ? '1 label' : `${length} labels`}
        file={packing.labels.export}
        request={request}
        onPrint={() => print('labels', onPaper)}
      />
      <div className="mb-4 sm:w-96">
        <ToolSelect
          label="Print on"
          value={paper}
          options={keysOf(PAPERS).map((key) => [key, PAPERS[key].label])}
          onChoose={(key) => setPaper(keysOf(PAPERS).find((one) => one === key) ?? paper)}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">{labels}</div>
      {sheet}
    </>
  )
}

type LabelSheetsProps = { paper: Paper; perSheet: number; children: readonly ReactNode[] }

/** Separate sheets: each label must land where the paper has one. */
function LabelSheets({ paper, perSheet, children }: LabelSheetsProps) {
  const sheets = Array.from({ length: Math.ceil(children.length / perSheet) }, (_, index) => index)
  return sheets.map((index) => (
    <div key={index} className="print-labels" data-paper={paper}>
      {children.slice(index * perSheet, (index + 1) * perSheet)}
    </div>
  ))
}

function BoxLabel({ label, day }: { label: LabelList['labels'][number]; day: string }) {
  return (
    <div className={`${CARD} print-label p-4 wrap-anywhere`}>
      <p className="flex items-baseline justify-between gap-2">
        <strong className="text-3xl tabular-nums">#{label.orderId}</strong>
        <span className="font-semibold whitespace-nowrap">
          {label.box} of {label.boxes}
        </span>
      </p>
      <p className="print-label-name text-lg font-semibold">
        {label.pickupName ?? label.shortName}
      </p>
      <p className="print-label-place">
        {label.placeName} · {formatListDay(day)}
      </p>
      {label.packedWith && <p className="font-semibold">with {formatNumbers(label.packedWith)}</p>}
      <p>
        {label.isCold && <b>{label.boxes === 1 ? 'COLD' : 'PART COLD'}</b>}
        {label.isCold && label.isGift && ' · '}
        {label.isGift && formatGiftFor(label)}
      </p>
    </div>
  )
}
