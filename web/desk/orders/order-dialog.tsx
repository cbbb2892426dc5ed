import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText, Replace, Undo2, UserX } from 'lucide-react'
import { deskOrders, type OrderDetail } from '#contract/orders/desk-orders.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { orderDialog } from './order-address.ts'
import { OrderFacts } from './order-facts.tsx'
import { orderQuery, refreshOrders } from './orders-query.ts'
import { PrintButtons } from './print-slips.tsx'
import { ReadyButton } from './ready-button.tsx'
import { RefundDialog } from './refund-dialog.tsx'

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
      place="wide"
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
