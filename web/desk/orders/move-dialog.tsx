import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskCalendar } from '#contract/calendar.ts'
import { formatDay } from '#contract/date-format.ts'
import type { OrderDetail } from '#contract/desk-orders.ts'
import { marketDayChanges, type OrderMove } from '#contract/market-day-changes.ts'
import { formatHours } from '#contract/wall-time.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { CONCERNED, calendarQuery } from '../calendar/calendar-query.ts'
import { PlanFooter } from '../calendar/plan-footer.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { REFRESHED } from './orders-query.ts'

type MoveDialogProps = { order: OrderDetail; onClose: () => void }

const FAILED = 'The order was not moved'

/** Moves one order to another day: where to, what that does, then once. */
export function MoveDialog({ order, onClose }: MoveDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const calendar = useQuery(calendarQuery)
  const days = daysFor(order, calendar.data)
  const [day, setDay] = useState('')
  const [message, setMessage] = useState('')
  const [label = ''] = days.flatMap(([value, text]) => (value === day ? [text] : []))
  const { look, isSaving, confirm } = useMoving(order, label, onClose)
  const preview = () => {
    if (day) look.mutate({ id: newUuid(), moveTo: Number(day), message })
    else form.current?.querySelector('select')?.focus()
  }
  return (
    <FormDialog
      title={`Move order #${order.id}`}
      open
      onClose={onClose}
      isTouched={() => message !== ''}
      form={form}
      onSubmit={look.data ? confirm : preview}
      footer={(formId) => (
        <PlanFooter
          {...{ formId, isSaving }}
          isPlanned={look.data !== undefined}
          isLooking={look.isPending}
          lookLabel="See what it does"
          saveLabel="Move the order"
          onBack={look.reset}
        />
      )}
    >
      {look.data ? (
        <MovePreview move={look.data} {...{ order, label, message }} />
      ) : (
        <QueryStates
          loading="Loading the days…"
          failed="The days could not be loaded."
          query={calendar}
        >
          {() => <MoveFields {...{ days, day, message }} onDay={setDay} onMessage={setMessage} />}
        </QueryStates>
      )}
    </FormDialog>
  )
}

/** The days to come of pickup places for a pickup, of zones for a delivery. */
function daysFor(order: OrderDetail, calendar: DeskCalendar | undefined): ToolOptions {
  const kind = order.deliveryMethod === 'pickup' ? 'pickup' : 'delivery'
  const places = new Map(calendar?.places.map((place) => [place.id, place]))
  return (calendar?.days ?? []).flatMap((day) => {
    const place = places.get(day.placeId)
    if (place?.kind !== kind || day.state === 'closed' || day.id === order.marketDay?.id) return []
    return [[String(day.id), `${formatDay(day.day)}, ${formatHours(day)} · ${place.name}`]]
  })
}

type MoveBody = { id: string; moveTo: number; message: string }

function useMoving(order: OrderDetail, label: string, onClose: () => void) {
  const ask = (body: MoveBody & { revision?: number }) =>
    call(marketDayChanges.moveOrder, { params: { id: String(order.id) }, body })
  const look = useMutation({
    mutationFn: (body: MoveBody) => ask(body),
    onError: (failure) => toastFailure(FAILED, failure),
  })
  const save = useChange({
    send: ask,
    done: () => ({ title: `Order #${order.id} moved`, description: `It is for ${label} now.` }),
    failed: FAILED,
    refreshes: [...REFRESHED, ...CONCERNED],
    onShown: onClose,
  })
  const confirm = () => {
    const { data, variables } = look
    // What it does is looked at anew where it was refused, with what changed meanwhile.
    if (data && variables)
      save.mutate({ ...variables, revision: data.revision }, { onError: look.reset })
  }
  return { look, isSaving: save.isPending, confirm }
}

type MoveFieldsProps = {
  days: ToolOptions
  day: string
  message: string
  onDay: (day: string) => void
  onMessage: (message: string) => void
}

function MoveFields({ days, day, message, onDay, onMessage }: MoveFieldsProps) {
  if (days.length === 0) return <p>There is no other market day to move it to.</p>
  return (
    <div className="grid gap-6">
      <ToolSelect
        label="Move to"
        value={day}
        options={[['', 'Choose a day and place'], ...days]}
        onChoose={onDay}
      />
      <TextAreaField
        label="What the buyer reads"
        hint="It stands in the email."
        name="message"
        maxLength={1000}
        rows={4}
        value={message}
        onChange={({ target }) => onMessage(target.value)}
      />
    </div>
  )
}

type PreviewProps = { move: OrderMove; order: OrderDetail; label: string; message: string }

function MovePreview({ move, order, label, message }: PreviewProps) {
  return (
    <div className="grid gap-4">
      <p className="text-lg font-semibold">
        #{order.id}, {order.customerName}: {label}
      </p>
      {move.most !== null && (
        <Notice tone="warning">
          That day is full. With this order it has {move.most} boxes, more than you set.
        </Notice>
      )}
      {move.tellsBuyer ? (
        <p>
          The buyer gets one email, and may cancel by its link for a day, or until the new day
          begins.
        </p>
      ) : (
        <Notice tone="warning">
          No email can be sent, so the buyer is not told. Please call
          {order.customerPhone ? ` ${order.customerPhone}` : ''}.
        </Notice>
      )}
      {message && (
        <p className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{message}</p>
      )}
    </div>
  )
}
