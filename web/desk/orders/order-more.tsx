import { MailPlus, PencilLine, ReceiptText, Undo2, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { mails } from '#contract/mail/mails.ts'
import { deskOrders, type OrderDetail } from '#contract/orders/desk-orders.ts'
import { call } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'
import { canBeChanged, orderDialog } from './order-address.ts'
import { PrintButtons } from './print-slips.tsx'
import { ReadyButton } from './ready-button.tsx'

type OrderMoreProps = DialogProps & { order: OrderDetail }

/** What is done with an order now and then. */
export function OrderMore({ order, ...dialog }: OrderMoreProps) {
  const finish = useFinish()
  const open = (name: string) => finish(orderDialog(order.id, name))
  return (
    <Dialog {...dialog} title={`More about order #${order.id}`}>
      <div className="grid gap-2 *:justify-start">
        <a
          href={order.receiptUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ variant: 'quiet' })}
        >
          <ReceiptText aria-hidden="true" className="size-5" />
          Receipt<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <PrintButtons orders={[order]} />
        {order.marketDay && canBeChanged(order) && (
          <ReadyButton day={order.marketDay} orderId={order.id} />
        )}
        {order.customerEmail && order.marketDay && canBeChanged(order) && <AddLink id={order.id} />}
        {!order.isErased && (
          <Row onOpen={() => open('contact')}>
            <PencilLine aria-hidden="true" className="size-5" />
            Edit contact info
          </Row>
        )}
        {order.payment.left > 0 && (
          <Row onOpen={() => open('refund')}>
            <Undo2 aria-hidden="true" className="size-5" />
            Issue refund
          </Row>
        )}
        {!order.isErased && (
          <Row onOpen={() => open('erase')}>
            <UserX aria-hidden="true" className="size-5" />
            Erase this customer
          </Row>
        )}
      </div>
    </Dialog>
  )
}

/** For a buyer who would rather choose themselves, and pay by card. */
function AddLink({ id }: { id: number }) {
  const mailing = useChange({
    send: () => call(deskOrders.mailAddLink, { params: { id: String(id) } }),
    done: ({ to }) => ({ title: 'Link emailed', description: `To ${to}.` }),
    failed: 'Link not emailed',
    refreshes: [mails.list],
  })
  return (
    <Button variant="quiet" busy={mailing.isPending} onClick={() => mailing.mutate()}>
      <MailPlus aria-hidden="true" className="size-5" />
      Email a link to add to it
    </Button>
  )
}

function Row({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" onClick={onOpen}>
      {children}
    </Button>
  )
}
