import { useRef, useState } from 'react'
import { changedFields } from '#contract/changed-fields.ts'
import { formatDollars } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { focusFirst } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { checkRefund, type RefundErrors, startRefund } from './refund-draft.ts'
import { RefundFields } from './refund-fields.tsx'
import { useGiveBack } from './refund-query.ts'

type RefundDialogProps = DialogProps & { order: OrderDetail }

export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { left } = order.payment
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', () => startRefund())
  const [wrong, setWrong] = useState<RefundErrors>({})
  const giveBack = useGiveBack(order.id, onClose)
  const submit = () => {
    const checked = checkRefund(typed, { items: order.items, left })
    setWrong('errors' in checked ? checked.errors : {})
    giveBack.reset()
    if ('errors' in checked) focusFirst(form.current, checked.errors)
    else
      giveBack.mutate(
        { id, ...checked.refund },
        { onError: () => focusFirst(form.current, { amount: '' }) },
      )
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Issue refund"
      description={refundExplanation(order)}
      isTouched={() => Object.keys(changedFields(startRefund(), typed)).length > 0}
      form={form}
      onSubmit={submit}
      footer={(formId) => (
        <GiveButton formId={formId} amount={typed.amount} busy={giveBack.isPending} />
      )}
    >
      <RefundFields
        order={order}
        form={typed}
        onForm={setTyped}
        errors={{ ...refusedFields(giveBack.error), ...wrong }}
      />
    </FormDialog>
  )
}

function refundExplanation({ id, status, testMode }: OrderDetail): string {
  const stays =
    status === 'cancelled'
      ? ''
      : ' The order itself stays as it is: refunding everything does not cancel it.'
  return `For order #${id}.${stays}${testMode ? ' It was a test order: no money moves.' : ''}`
}

type GiveButtonProps = { formId: string; amount: string; busy: boolean }

function GiveButton({ formId, amount, busy }: GiveButtonProps) {
  const given = typedDollars(amount)
  return (
    <Button type="submit" form={formId} size="lg" busy={busy} className="w-full">
      {busy ? 'Refunding…' : <span>Refund {given ? formatDollars(given) : null}</span>}
    </Button>
  )
}

function refusedFields(failure: Error | null): RefundErrors {
  if (!(failure instanceof ApiFailure)) return {}
  const { field = 'amount', message } = failure.refusal
  const [name] = field.split('.')
  return name === 'reason' || name === 'restock' ? { [name]: message } : { amount: message }
}
