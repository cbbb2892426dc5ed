import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { formatBoxes, formatGift, formatTogether } from '#contract/packing/box-text.ts'
import { orderTickEndpoints, packing } from '#contract/packing/packing.ts'
import type { DeliveryList } from '#contract/packing/packing-lists.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { NotPaidMark, toPayText } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import type { ListRequest } from './list-address.ts'
import { dayList, formatCollected, PlaceSheets, SheetTable } from './list-sheet.tsx'
import { ListTools } from './list-tools.tsx'
import { NotSaved, useTick } from './use-tick.tsx'

export const DeliveryView = dayList({
  name: 'delivery list',
  part: 'orders',
  Shown: Deliveries,
  ask: (request) => query(packing.delivery.show, request),
  empty: 'There is nothing to deliver on this day yet.',
})

function Deliveries({ list, request }: { list: DeliveryList; request: ListRequest }) {
  const [text, setText] = useState('')
  const { print, sheet } = usePrintSheet()
  const { orders } = list
  const gone = orders.filter(({ isDone }) => isDone).length
  const shown = orders
    .filter((order) => isFound(order, text))
    .toSorted((one, other) => Number(one.isDone) - Number(other.isDone))
  return (
    <>
      <ListTools
        text={`${gone} of ${orders.length} delivered`}
        part={gone / orders.length}
        file={packing.delivery.export}
        request={request}
        onPrint={() => print('sheet', <DeliverySheets list={list} day={request.params.day} />)}
      />
      <SearchField label="Number, name or street" value={text} onType={setText} />
      <p className="my-2 text-bark-deep">
        <strong className="text-soil">{orders.length - gone}</strong> still here
      </p>
      <CardList empty="Nobody found.">
        {shown.map((order) => (
          <CardRow key={order.id} className="flex items-center gap-3 px-4 py-3 max-sm:flex-wrap">
            <strong className="min-w-12 text-2xl tabular-nums">#{order.id}</strong>
            <DeliveryText order={order} />
            <CollectedButton order={order} />
          </CardRow>
        ))}
      </CardList>
      {sheet}
    </>
  )
}

function isFound({ id, customerName, street, city }: Entry, text: string): boolean {
  return includesWords(`#${id}`, text) || includesWords(`${customerName} ${street} ${city}`, text)
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
      {order.phone && <PhoneLink number={order.phone} className="inline-block py-2.5" />}
    </div>
  )
}

function notesOf({ notes, farmNote, ...gift }: Entry): string[] {
  return [gift.isGift ? formatGift(gift) : null, notes, farmNote].flatMap((note) => note ?? [])
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
    <PlaceSheets title="Delivery list" list={list} day={day}>
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
                {order.isUnpaid && <b className="print-unpaid">{toPayText(order.balance)}</b>}
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

function CollectedButton({ order }: { order: Entry }) {
  const tick = useTick((collected: boolean) =>
    call(orderTickEndpoints.collected, { params: { id: order.id }, body: { collected } }),
  )
  if (order.isDone && order.collectedAt === null) return null
  const isDone = order.collectedAt !== null
  const label = isDone ? 'Undo' : 'Delivered'
  return (
    <span className="grid justify-items-end gap-1">
      <Button
        size="lg"
        variant={isDone ? 'quiet' : 'primary'}
        busy={tick.isPending}
        aria-label={`${label}, order ${order.id}`}
        onClick={() => tick.mutate(!isDone)}
      >
        {isDone && <Undo2 aria-hidden="true" className="size-5" />}
        {label}
      </Button>
      {/* Somebody else's tick may have come through since. */}
      {tick.variables !== isDone && <NotSaved tick={tick} />}
    </span>
  )
}
