import { useQuery } from '@tanstack/react-query'
import { ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { OrderDetail } from '#contract/desk-orders.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { ErasePerson } from './erase-person.tsx'
import { OrderFacts } from './order-facts.tsx'
import { orderQuery } from './orders-query.ts'
import { PrintButtons } from './print-slips.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type OrderDialogProps = {
  id: number | null
  onClose: () => void
  onFocusLost: () => void
}

export function OrderDialog({ id, onClose, onFocusLost }: OrderDialogProps) {
  if (id === null) return null
  return <OpenOrder key={id} id={id} onClose={onClose} onFocusLost={onFocusLost} />
}

function OpenOrder({ id, onClose, onFocusLost }: Omit<OrderDialogProps, 'id'> & { id: number }) {
  const { data: order, error, isPending, isFetching, refetch } = useQuery(orderQuery(id))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Order #${id}`}
      place="wide"
      onFocusLost={onFocusLost}
      footer={order && <OrderActions order={order} />}
    >
      {isPending && <ListLoading text="Loading the order..." />}
      {error && !order && (
        <ListFailed
          text="The order could not be loaded."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={() => void refetch()}
        />
      )}
      {order && <OrderFacts order={order} />}
    </Dialog>
  )
}

function OrderActions({ order }: { order: OrderDetail }) {
  const [isGivingBack, setGivingBack] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {order.payment.left > 0 && (
        <Button variant="quiet" onClick={() => setGivingBack(true)}>
          <Undo2 aria-hidden="true" className="size-5" />
          Issue refund
        </Button>
      )}
      <a href={order.receiptUrl} target="_blank" rel="noreferrer" className={buttonLook({ variant: 'plain' })}>
        <ReceiptText aria-hidden="true" className="size-5" />
        Receipt<span className="sr-only"> (opens in a new tab)</span>
      </a>
      <PrintButtons orders={[order]} />
      {!order.isErased && <ErasePerson id={order.id} />}
      {isGivingBack && <RefundDialog order={order} onClose={() => setGivingBack(false)} />}
    </div>
  )
}
