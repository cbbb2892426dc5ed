import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Gift, NotebookPen, PackageCheck, Replace, UserRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTogether } from '#contract/packing/box-text.ts'
import { orderTickEndpoints } from '#contract/packing/packing.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatBoxState } from './box-text.ts'
import { refreshOrders } from './orders-query.ts'

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
          Gift: no prices in the box
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

type NotedOrder = { id: number; farmNote: string | null }

type NoteChange = { farmNote: string; base: { farmNote: string | null } }

function useFarmNote(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NoteChange) =>
      call(orderTickEndpoints.changeFarmNote, { params: { id: String(id) }, body }),
    // The shop's own message quotes what somebody else wrote meanwhile.
    onError: (failure) => toastFailure('The note was not saved', failure),
    onSettled: () => refreshOrders(client),
  })
}

function FarmNote({ order }: { order: NotedOrder }) {
  const isHelper = useIsHelper()
  const [loaded, setLoaded] = useState<NotedOrder | null>(null)
  if (loaded) return <NoteForm order={loaded} onClose={() => setLoaded(null)} />
  return (
    <div>
      {order.farmNote && (
        <p className="mb-1 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Our note:</span> {order.farmNote}
        </p>
      )}
      {!isHelper && (
        <Button
          variant="plain"
          size="sm"
          className="-ml-3"
          aria-label={`${order.farmNote ? 'Change our note' : 'Add a note of ours'} to order ${order.id}`}
          onClick={() => setLoaded(order)}
        >
          <NotebookPen aria-hidden="true" className="size-5" />
          {order.farmNote ? 'Change our note' : 'Add a note of ours'}
        </Button>
      )}
    </div>
  )
}

function NoteForm({ order, onClose }: { order: NotedOrder; onClose: () => void }) {
  const book = useDraftBook(`orders/${order.id}/note`, 'customers')
  const [text, setText] = useDraft('text', order.farmNote ?? '', book)
  const saving = useFarmNote(order.id)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = { farmNote: text, base: { farmNote: order.farmNote } }
    saving.mutate(body, { onSuccess: onClose })
  }
  return (
    <form className="grid gap-2" noValidate onSubmit={save}>
      <TextAreaField
        label={`Our note to order ${order.id}`}
        hint="Only the farm reads it."
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="flex gap-2">
        <Button type="submit" busy={saving.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
