import { useId, useState } from 'react'
import { ORDER_STATUSES, type Order, type OrderStatus } from '#contract/orders.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { inputLook } from '#web/ui/field.tsx'
import { useChangeStatus } from './change-status.ts'
import { sayCancellation } from './order-words.ts'

/** Sets an order's status; cancelling asks first, and a refused change falls back to what is stored. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const change = useChangeStatus({ onChanged: ({ status }) => status === 'cancelled' && setAsking(false) })
  const set = (status: OrderStatus) => {
    if (status === order.status) return
    if (status === 'cancelled') setAsking(true)
    else if (!change.isPending) change.mutate({ order, status })
  }
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-[0.9375rem] font-semibold md:sr-only">
        Status<span className="sr-only"> of order #{order.id}</span>
      </label>
      <select
        id={id}
        aria-busy={change.isPending || undefined}
        value={change.isPending ? change.variables.status : order.status}
        onChange={(event) => set(ORDER_STATUSES.find((status) => status === event.target.value) ?? order.status)}
        className={classNames('h-11 min-w-36 cursor-pointer capitalize aria-busy:opacity-60', inputLook)}
      >
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status} className="capitalize">
            {status}
          </option>
        ))}
      </select>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Cancel order #${order.id}?`}
        confirmLabel={change.isPending ? 'Cancelling…' : 'Cancel order'}
        cancelLabel="Keep order"
        onConfirm={() => change.mutate({ order, status: 'cancelled' })}
        busy={change.isPending}
      >
        {sayCancellation(order)}
      </ConfirmDialog>
    </>
  )
}
