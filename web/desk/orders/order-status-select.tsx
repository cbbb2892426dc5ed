import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { useQuestionOf } from '../shared/dialog-at.tsx'
import { later } from '../shared/lazy-part.tsx'
import { useChangeStatus } from './next-step-button.tsx'
import { STATUS_VARIANTS } from './order-labels.ts'

const StatusQuestion = later(() =>
  import('./status-question.tsx').then((code) => code.StatusQuestion),
)

const needsConfirming = (order: Order, status: OrderStatus) =>
  status !== order.status && [status, order.status].includes('cancelled')

/** Canceling asks first, and so does reopening. A refused change falls back to what is stored. */
function useStatusChoice(order: Order, place: 'list' | 'order') {
  const [address, parent] =
    place === 'list'
      ? [`orders/status/${order.id}`, 'orders']
      : [`orders/${order.id}/status`, `orders/${order.id}`]
  const [chosen, setChosen] = useQuestionOf(address, { names: ORDER_STATUSES, parent })
  const isConfirming = chosen !== null && needsConfirming(order, chosen)
  // Keeps the question's wording while it closes.
  const [pending, setPending] = useState<OrderStatus | null>(null)
  if (isConfirming && pending !== chosen) setPending(chosen)
  const change = useChangeStatus((status) => status === chosen && setChosen(null))
  const set = (status: OrderStatus) => {
    if (status === order.status) return
    if (needsConfirming(order, status)) setChosen(status)
    else if (!change.isPending) change.mutate({ order, others: order.packedWith ?? [], status })
  }
  const select = {
    'aria-label': `Status of order #${order.id}`,
    'aria-busy': change.isPending || undefined,
    value: change.isPending ? change.variables.status : order.status,
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      set(ORDER_STATUSES.find((status) => status === target.value) ?? order.status),
    children: ORDER_STATUSES.map((status) => (
      <option key={status} value={status} className="capitalize">
        {status}
      </option>
    )),
  }
  const question = pending && (
    <StatusQuestion
      order={order}
      status={pending}
      open={isConfirming}
      busy={change.isPending}
      onNo={() => setChosen(null)}
      onYes={(chosen) => change.mutate({ order, ...chosen })}
    />
  )
  return { select, question }
}

export function OrderStatusSelect({ order }: { order: Order }) {
  const { select, question } = useStatusChoice(order, 'list')
  return (
    <>
      <select
        {...select}
        className={classNames(
          'h-11 min-w-34 cursor-pointer capitalize aria-busy:opacity-60',
          inputLook,
        )}
      />
      {question}
    </>
  )
}

export function StatusBadgeSelect({ order, place }: { order: Order; place: 'list' | 'order' }) {
  const { select, question } = useStatusChoice(order, place)
  return (
    <>
      <span className="relative z-1 inline-flex rounded-full has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf">
        <Badge variant={STATUS_VARIANTS[order.status]} className="px-2.5 py-0 capitalize">
          {select.value}
          <ChevronDown aria-hidden="true" className="-mr-1 size-4" />
        </Badge>
        <select {...select} className="absolute -inset-x-1 -inset-y-2.5 cursor-pointer opacity-0" />
      </span>
      {question}
    </>
  )
}
