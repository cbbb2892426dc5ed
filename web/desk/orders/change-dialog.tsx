import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { formatBalance } from '#contract/orders/order-balance.ts'
import { orderChanges } from '#contract/orders/order-changes.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { CONCERNED } from '../calendar/calendar-query.ts'
import { CancelOrSave } from '../shared/cancel-or-save.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { type ChangeForm, linesOf, NO_CHANGE, wrongPrice } from './change-draft.ts'
import { ChangeFields } from './change-fields.tsx'
import { ChangePreview } from './change-preview.tsx'
import { REFRESHED } from './orders-query.ts'

type ChangeDialogProps = DialogProps & { order: OrderDetail }

export function ChangeDialog({ order, open, onClose }: ChangeDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', NO_CHANGE)
  const { preview, save } = useChanging(order, typed, { id, onClose })
  const confirm = () => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else if (preview.data) save.mutate(preview.data.revision, { onError: () => preview.refetch() })
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change order #${order.id}`}
      description={describe(order)}
      isTouched={() => typed !== NO_CHANGE}
      form={form}
      onSubmit={confirm}
      footer={(formId) => (
        <>
          <ChangePreview order={order} preview={preview} isMoved={typed.moveTo !== ''} />
          <CancelOrSave
            {...{ formId, onClose }}
            label="Save the change"
            busy={save.isPending}
            disabled={!preview.data}
          />
        </>
      )}
    >
      <ChangeFields order={order} form={typed} onForm={setTyped} outcome={preview.data} />
    </FormDialog>
  )
}

function describe({ customerName, marketDay, payment, balance }: OrderDetail): string {
  const day = marketDay ? ` · ${formatDay(marketDay.day)}` : ''
  const money = balance ? formatBalance(balance) : `${formatDollars(toCents(payment.left))} paid`
  return `${customerName}${day} · ${money}`
}

type Changing = { id: string; onClose: () => void }

function useChanging(order: OrderDetail, form: ChangeForm, { id, onClose }: Changing) {
  const params = { id: String(order.id) }
  const { reason, notifiesBuyer } = form
  const moveTo = form.moveTo ? { moveTo: Number(form.moveTo) } : {}
  const what = { id, lines: linesOf(form, order.items), ...moveTo }
  const isWrong = form.swappedIn.some((line) => wrongPrice(line) !== null)
  const preview = useQuery({
    queryKey: [orderChanges.change.path, order.id, what],
    queryFn: () =>
      call(orderChanges.change, { params, body: { ...what, reason: '', notifiesBuyer: false } }),
    enabled: (what.lines.length > 0 || form.moveTo !== '') && !isWrong,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const save = useChange({
    send: (revision: number) =>
      call(orderChanges.change, { params, body: { ...what, reason, notifiesBuyer, revision } }),
    done: ({ refunded }) => ({
      title: `Order #${order.id} changed`,
      ...(refunded > 0 ? { description: `${formatDollars(toCents(refunded))} goes back.` } : {}),
    }),
    failed: 'The order was not changed',
    refreshes: [...REFRESHED, ...CONCERNED],
    onShown: onClose,
  })
  return { preview, save }
}
