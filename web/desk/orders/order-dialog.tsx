import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText, Replace, Undo2, UserX } from 'lucide-react'
import { useState } from 'react'
import { deskOrders, type OrderDetail } from '#contract/desk-orders.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { QueryStates } from '../shared/query-page.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { OrderFacts } from './order-facts.tsx'
import { orderQuery, refreshOrders } from './orders-query.ts'
import { PrintButtons } from './print-slips.tsx'
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
  const [isGivingBack, setGivingBack] = useState(false)
  const [isChanging, setChanging] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {order.payment.left > 0 && (
        <Button variant="quiet" onClick={() => setGivingBack(true)}>
          <Undo2 aria-hidden="true" className="size-5" />
          Issue refund
        </Button>
      )}
      {order.status !== 'cancelled' && !order.hasLeft && (
        <Button variant="quiet" onClick={() => setChanging(true)}>
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
      {!order.isErased && <ErasePerson id={order.id} />}
      {isChanging && <ChangeDialog order={order} onClose={() => setChanging(false)} />}
      {isGivingBack && <RefundDialog order={order} onClose={() => setGivingBack(false)} />}
    </div>
  )
}

function ErasePerson({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  const erasing = useErasePerson(id, () => setOpen(false))
  const show = (isShown: boolean) => {
    erasing.reset()
    setOpen(isShown)
  }
  return (
    <>
      <Button variant="plain" onClick={() => show(true)}>
        <UserX aria-hidden="true" className="size-5" />
        Erase this customer
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => show(false)}
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
    </>
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
