import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money/money.ts'
import { deskOrders, type OrderDetail } from '#contract/orders/desk-orders.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryStates } from '../shared/card.tsx'
import { DialogAt } from '../shared/dialog-at.tsx'
import { EraseQuestion } from '../shared/erase-question.tsx'
import { DraftDialog } from '../shared/form-dialog.tsx'
import { Failure } from '../shared/notice.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { NextStepButton } from './next-step-button.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderMore } from './order-more.tsx'
import { orderDialog, orderQuery, REFRESHED } from './orders-query.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { type Addition, useAddition } from './use-addition.ts'

type OrderDialogProps = { id: number; onClose: () => void; onFocusLost: () => void }

export function OrderDialog({ id, onClose, onFocusLost }: OrderDialogProps) {
  const query = useQuery(orderQuery(id))
  const addition = useAddition(id)
  return (
    <DraftDialog
      open
      isTouched={() => addition.lines.length > 0}
      onClose={onClose}
      title={`Order #${id}`}
      shape="right"
      onFocusLost={onFocusLost}
      footer={query.data && <OrderFoot order={query.data} addition={addition} />}
    >
      <QueryStates
        loading="Loading the order..."
        failed="The order could not be loaded."
        query={query}
      >
        {(order) => <OrderFacts order={order} addition={addition} />}
      </QueryStates>
    </DraftDialog>
  )
}

/** The one thing to do with it: what comes next, or what was just typed. */
function OrderFoot({ order, addition }: { order: OrderDetail; addition: Addition }) {
  const { save, total, lines } = addition
  const at = (name: string) => orderDialog(order.id, name)
  return (
    <>
      {lines.length > 0 ? (
        <>
          {save.error && <Failure className="mb-2">{sentenceOf(save.error)}</Failure>}
          <div className="flex gap-2">
            <Button variant="quiet" size="lg" onClick={addition.clear}>
              Undo
            </Button>
            <Button
              size="lg"
              className="grow"
              busy={save.isPending}
              onClick={() => save.mutate(order)}
            >
              {`Add · ${formatDollars(total)}, pay at pickup`}
            </Button>
          </div>
        </>
      ) : (
        <NextStepButton order={order} href={null} />
      )}
      <DialogAt address={at('more')}>
        {(dialog) => <OrderMore order={order} {...dialog} />}
      </DialogAt>
      {!order.isErased && (
        <DialogAt address={at('contact')} holds="customers">
          {(dialog) => <ContactDialog order={order} {...dialog} />}
        </DialogAt>
      )}
      {!order.isErased && (
        <DialogAt address={at('erase')}>
          {(dialog) => (
            <EraseQuestion
              {...dialog}
              whom={`the customer of order #${order.id}`}
              change={{
                send: () => call(deskOrders.erasePerson, { params: { id: String(order.id) } }),
                done: () => ({
                  title: 'Customer erased',
                  description: `Order #${order.id} no longer shows who placed it.`,
                }),
                refreshes: REFRESHED,
                onDone: dialog.onClose,
              }}
            />
          )}
        </DialogAt>
      )}
      {order.payment.left > 0 && (
        <DialogAt address={at('refund')} holds="customers">
          {(dialog) => <RefundDialog order={order} {...dialog} />}
        </DialogAt>
      )}
    </>
  )
}
