import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText, Replace, Undo2, UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import { marketDayChanges, type ReadyNotice } from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { changedFields } from '#contract/changed-fields.ts'
import { formatDollars } from '#contract/money/money.ts'
import { deskOrders, type OrderDetail } from '#contract/orders/desk-orders.ts'
import { admin } from '#contract/people/admin.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { query } from '#web/api/query.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CONCERNED } from '../calendar/calendar-query.ts'
import { formatPeople } from '../calendar/calendar-text.ts'
import { PeopleToCall } from '../calendar/who-is-told.tsx'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { focusFirst } from '../shared/checked-form.ts'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useQuestion } from '../shared/use-question.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { orderDialog } from './order-address.ts'
import { OrderFacts } from './order-facts.tsx'
import { orderQuery, refreshOrders } from './orders-query.ts'
import { PrintButtons } from './print-slips.tsx'
import { checkRefund, type RefundErrors, startRefund } from './refund-draft.ts'
import { RefundFields } from './refund-fields.tsx'
import { useGiveBack } from './refund-query.ts'

type OrderDialogProps = { id: number | null; onClose: () => void; onFocusLost: () => void }

export function OrderDialog({ id, onClose, onFocusLost }: OrderDialogProps) {
  if (id === null) return null
  return <OpenOrder key={id} id={id} onClose={onClose} onFocusLost={onFocusLost} />
}

function OpenOrder({ id, onClose, onFocusLost }: Omit<OrderDialogProps, 'id'> & { id: number }) {
  const query = useQuery(orderQuery(id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Order #${id}`}
      shape="wide"
      onFocusLost={onFocusLost}
      footer={query.data && <OrderActions order={query.data} />}
    >
      <QueryStates
        loading="Loading the order..."
        failed="The order could not be loaded."
        query={query}
      >
        {(order) => <OrderFacts order={order} />}
      </QueryStates>
    </Dialog>
  )
}

function OrderActions({ order }: { order: OrderDetail }) {
  const [refund, change] = [orderDialog(order.id, 'refund'), orderDialog(order.id, 'change')]
  const canRefund = order.payment.left > 0
  const canChange = order.status !== 'cancelled' && !order.hasLeft
  return (
    <div className="flex flex-wrap items-center gap-2">
      {canRefund && (
        <Button variant="quiet" onClick={() => openDialog(refund)}>
          <Undo2 aria-hidden="true" className="size-5" />
          Issue refund
        </Button>
      )}
      {canChange && (
        <Button variant="quiet" onClick={() => openDialog(change)}>
          <Replace aria-hidden="true" className="size-5" />
          Change
        </Button>
      )}
      <a
        href={order.receiptUrl}
        target="_blank"
        rel="noreferrer"
        className={buttonLook({ variant: 'plain' })}
      >
        <ReceiptText aria-hidden="true" className="size-5" />
        Receipt<span className="sr-only"> (opens in a new tab)</span>
      </a>
      <PrintButtons orders={[order]} />
      {order.marketDay && canChange && order.collectedAt === null && (
        <ReadyButton day={order.marketDay} orderId={order.id} />
      )}
      {!order.isErased && <ErasePerson id={order.id} />}
      {canChange && (
        <DialogAt address={change} holds="customers">
          {(dialog) => <ChangeDialog order={order} {...dialog} />}
        </DialogAt>
      )}
      {canRefund && (
        <DialogAt address={refund} holds="customers">
          {(dialog) => <RefundDialog order={order} {...dialog} />}
        </DialogAt>
      )}
    </div>
  )
}

function ErasePerson({ id }: { id: number }) {
  const address = orderDialog(id, 'erase')
  return (
    <>
      <Button variant="plain" onClick={() => openDialog(address)}>
        <UserX aria-hidden="true" className="size-5" />
        Erase this customer
      </Button>
      <DialogAt address={address}>{(dialog) => <EraseQuestion id={id} {...dialog} />}</DialogAt>
    </>
  )
}

function EraseQuestion({ id, ...dialog }: DialogProps & { id: number }) {
  const erasing = useErasePerson(id, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={`Erase the customer of order #${id}?`}
      confirmLabel={erasing.isPending ? 'Erasing…' : 'Erase permanently'}
      cancelLabel="Keep"
      busy={erasing.isPending}
      onConfirm={() => erasing.mutate()}
    >
      The name, email, phone, address and notes will be erased for good. What was ordered, the
      amounts and the dates stay.
      {erasing.error && (
        <p role="alert" className="mt-3 font-semibold text-beet">
          {sentenceOf(erasing.error)}
        </p>
      )}
    </ConfirmDialog>
  )
}

function useErasePerson(id: number, onErased: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deskOrders.erasePerson, { params: { id: String(id) } }),
    onSuccess: () => {
      toast({
        title: 'Customer erased',
        description: `Order #${id} no longer shows who placed it.`,
      })
      onErased()
      void refreshOrders(client)
    },
  })
}

type RefundDialogProps = DialogProps & { order: OrderDetail }

function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { left } = order.payment
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', () => startRefund(left))
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
      isTouched={() => Object.keys(changedFields(startRefund(left), typed)).length > 0}
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

type ReadyButtonProps = {
  day: { id: number; day: string }
  orderId: number
}

/** Tells the buyer of one order, again only on request. */
function ReadyButton({ day, orderId }: ReadyButtonProps) {
  const notices = useQuery(query(admin.notices))
  const send = (body: ReadyBody) =>
    call(marketDayChanges.orderReady, { params: { id: String(orderId) }, body })
  const { data } = useQuery({
    enabled: notices.data?.mailConfigured === true,
    queryKey: [marketDays.list.path, day.id, 'ready', orderId],
    queryFn: () => send({ preview: true }),
    retry: false,
  })
  if (!data) return null
  return (
    <TellReady
      address={`orders/${orderId}/ready`}
      notice={data}
      goals={`of #${orderId}`}
      send={send}
    />
  )
}

type ReadyBody = { again?: boolean; preview?: boolean }

type TellReadyProps = {
  address: string
  notice: ReadyNotice
  goals: string
  send: (body: ReadyBody) => Promise<ReadyNotice>
}

function TellReady({ address, notice, goals, send }: TellReadyProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useQuestion(address)
  const { formatMoment } = useFarmDates()
  const { people, untold, toldAt, toCall } = notice
  const again = untold === 0
  const many = again ? people : untold
  const notified =
    toldAt === null ? '' : `${formatPeople(people - untold)} told ${formatMoment(toldAt)}. `
  return (
    <>
      {people > 0 && (
        <Button ref={button} variant="quiet" onClick={() => setOpen(true)}>
          {again ? 'Tell them again that it’s ready' : `Tell ${formatPeople(untold)} it’s ready`}
        </Button>
      )}
      <ToCall people={toCall} />
      <ChangeQuestion
        open={isOpen}
        onClose={() => setOpen(false)}
        focusElse={button}
        title={`Tell ${formatPeople(many)}?`}
        send={() => send({ again })}
        done={(answer) => ({ title: `Told ${formatPeople(answer.queued)}` })}
        failed="Nobody was told"
        refreshes={CONCERNED}
        confirmLabel={again ? 'Tell them again' : 'Tell them'}
        busyLabel="Telling…"
        isSafe
      >
        {notified}
        {again || toldAt === null ? 'Everybody' : 'Everybody else'} {goals} gets an email that it is
        ready.
      </ChangeQuestion>
    </>
  )
}

function ToCall({ people }: { people: ReadyNotice['toCall'] }) {
  if (people.length === 0) return null
  return (
    <div className="grid w-full gap-2">
      <p className="text-[0.9375rem]">No email reaches these buyers, please call them:</p>
      <PeopleToCall people={people} />
    </div>
  )
}
