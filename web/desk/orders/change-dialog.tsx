import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDay } from '#contract/date-format.ts'
import type { OrderDetail } from '#contract/desk-orders.ts'
import { cents, formatDollars, toCents } from '#contract/money.ts'
import { type ChangeOutcome, orderChanges } from '#contract/order-changes.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { useChange } from '../shared/use-change.ts'
import { type ChangeForm, linesOf, NO_CHANGE, wrongPrice } from './change-draft.ts'
import { ChangeFields } from './change-fields.tsx'
import { REFRESHED } from './orders-query.ts'

type ChangeDialogProps = { order: OrderDetail; onClose: () => void }

/** Changes what an order gets: what goes back is said before it is done. */
export function ChangeDialog({ order, onClose }: ChangeDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [id] = useState(newUuid)
  const [typed, setTyped] = useState(NO_CHANGE)
  const { preview, save } = useChanging(order, typed, { id, onClose })
  const confirm = () => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else if (preview.data) save.mutate(preview.data.revision, { onError: () => preview.refetch() })
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Change order #${order.id}`}
      description={describe(order)}
      isTouched={() => typed !== NO_CHANGE}
      form={form}
      onSubmit={confirm}
      footer={(formId) => (
        <>
          <WhatItDoes order={order} preview={preview} />
          <Button
            type="submit"
            form={formId}
            size="lg"
            busy={save.isPending}
            disabled={!preview.data}
            className="w-full"
          >
            {save.isPending ? 'Saving…' : 'Save the change'}
          </Button>
        </>
      )}
    >
      <ChangeFields order={order} form={typed} onForm={setTyped} outcome={preview.data} />
    </FormDialog>
  )
}

function describe({ customerName, marketDay, payment }: OrderDetail): string {
  const day = marketDay ? ` · ${formatDay(marketDay.day)}` : ''
  return `${customerName}${day} · ${formatDollars(toCents(payment.left))} paid`
}

type Changing = { id: string; onClose: () => void }

function useChanging(order: OrderDetail, form: ChangeForm, { id, onClose }: Changing) {
  const lines = linesOf(form, order.items)
  const params = { id: String(order.id) }
  const { reason, tellsBuyer } = form
  const isWrong = form.swappedIn.some((line) => wrongPrice(line) !== null)
  const preview = useQuery({
    queryKey: [orderChanges.change.path, order.id, lines],
    queryFn: () =>
      call(orderChanges.change, { params, body: { id, lines, reason: '', tellsBuyer: false } }),
    enabled: lines.length > 0 && !isWrong,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const save = useChange({
    send: (revision: number) =>
      call(orderChanges.change, { params, body: { id, lines, reason, tellsBuyer, revision } }),
    done: ({ refunded }) => ({
      title: `Order #${order.id} changed`,
      ...(refunded > 0 ? { description: `${formatDollars(toCents(refunded))} goes back.` } : {}),
    }),
    failed: 'The order was not changed',
    refreshes: REFRESHED,
    onShown: onClose,
  })
  return { preview, save }
}

type Preview = { data?: ChangeOutcome | undefined; error: Error | null; isFetching: boolean }

function WhatItDoes({ order, preview }: { order: OrderDetail; preview: Preview }) {
  const { data, error } = preview
  if (error)
    return (
      <p role="alert" className="mb-3 font-semibold text-beet">
        {sentenceOf(error)}
      </p>
    )
  if (!data) return <p className="mb-3 text-bark-deep">Nothing is changed yet.</p>
  const [refunded, forgone] = [toCents(data.refunded), toCents(data.forgone)]
  const left = cents(toCents(order.payment.left) - refunded)
  return (
    <div role="status" className="mb-3">
      <p className="flex justify-between gap-4">
        <span>
          {refunded > 0 ? (
            <>
              <strong>{formatDollars(refunded)}</strong> goes back to the card
            </>
          ) : (
            'No money goes back'
          )}
        </span>
        <span className="text-bark-deep">new total {formatDollars(left)}</span>
      </p>
      {forgone > 0 && (
        <Notice tone="warning">
          {`${formatDollars(forgone)} more cannot go back: that much was refunded before.`}
        </Notice>
      )}
    </div>
  )
}
