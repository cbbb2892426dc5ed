import { Gift, PackageCheck, Replace, UserRound } from 'lucide-react'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatGift, formatTogether } from '#contract/packing/box-text.ts'
import { orderTickEndpoints } from '#contract/packing/packing.ts'
import { call } from '#web/api/call.ts'
import { useIsHelper } from '../shared/desk-session.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { NoteEditor } from './note-editor.tsx'
import { formatBoxState } from './order-marks.tsx'
import { REFRESHED } from './orders-query.ts'

export function OrderBox({ order }: { order: Order }) {
  const dates = useFarmDates()
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      {order.pickupName && (
        <p className="flex gap-2.5 text-lg leading-snug font-semibold wrap-anywhere">
          <UserRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
          Pickup by {order.pickupName}
        </p>
      )}
      {order.ifShort && (
        <p className="flex gap-2.5 leading-snug">
          <Replace aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
          {IF_SHORT_LABELS[order.ifShort]}
        </p>
      )}
      {order.isGift && (
        <p className="flex gap-2.5 leading-snug">
          <Gift aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
          <span>
            {formatGift(order)}
            {order.giftPhone && ` · ${order.giftPhone}`}
          </span>
        </p>
      )}
      <p className="flex gap-2.5 leading-snug">
        <PackageCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
        {formatBoxState(order, dates)}
      </p>
      {order.packedWith && <p className="font-semibold">{formatTogether(order.packedWith)}</p>}
      <FarmNote order={order} />
    </div>
  )
}

function FarmNote({ order: { id, farmNote } }: { order: Order }) {
  if (useIsHelper())
    return farmNote && <p className="whitespace-pre-line wrap-anywhere">Private note: {farmNote}</p>
  return (
    <NoteEditor
      note={farmNote}
      of={`to order ${id}`}
      address={`orders/${id}/note`}
      save={(text, base) =>
        call(orderTickEndpoints.changeFarmNote, {
          params: { id: String(id) },
          body: { farmNote: text, base: { farmNote: base } },
        })
      }
      refreshes={REFRESHED}
    />
  )
}
