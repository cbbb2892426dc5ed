import { CheckCheck } from 'lucide-react'
import { MAX_CHANGES } from '#contract/desk-orders.ts'
import { ORDER_STATUS, type OrderStatus } from '#contract/order-status.ts'
import { Button } from '#web/ui/button.tsx'
import { useChangeStatuses } from './change-statuses.ts'

type HandedOver = { id: number; status: OrderStatus; collectedAt: string | null }

/** The tick leaves the status alone: this sets it, for all that were handed over and whose status does not say so. */
export function MarkDelivered({ orders, label }: { orders: readonly HandedOver[]; label: string }) {
  const change = useChangeStatuses(() => {})
  const ids = orders
    .filter(({ status, collectedAt }) => collectedAt !== null && ORDER_STATUS[status].isToPack)
    .map(({ id }) => id)
    .slice(0, MAX_CHANGES)
  if (ids.length === 0) return null
  return (
    <Button
      variant="quiet"
      className="my-2"
      busy={change.isPending}
      onClick={() => change.mutate({ ids, status: 'delivered' })}
    >
      {!change.isPending && <CheckCheck aria-hidden="true" className="size-5" />}
      Mark {ids.length} {label} {ids.length === 1 ? 'order' : 'orders'} delivered
    </Button>
  )
}
