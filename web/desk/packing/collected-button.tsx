import { Undo2 } from 'lucide-react'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { NotSaved, useCollected } from './use-tick.tsx'

export type Collectable = {
  id: number
  status: OrderStatus
  isDone: boolean
  collectedAt: string | null
}

/** Hands an order over, or takes that back; one that is done by its status has nothing to undo. */
export function CollectedButton({ order, verb }: { order: Collectable; verb: string }) {
  const tick = useCollected(order.id)
  if (order.isDone && order.collectedAt === null) return null
  const isDone = order.collectedAt !== null
  return (
    <span className="grid justify-items-end gap-1">
      <Button
        size="lg"
        variant={isDone ? 'quiet' : 'primary'}
        busy={tick.isPending}
        aria-label={`${isDone ? 'Undo' : verb}, order ${order.id}`}
        onClick={() => tick.mutate(!isDone)}
      >
        {isDone && <Undo2 aria-hidden="true" className="size-5" />}
        {isDone ? 'Undo' : verb}
      </Button>
      {/* Somebody else's tick may have come through since. */}
      {tick.variables !== isDone && <NotSaved tick={tick} />}
    </span>
  )
}

/** `picked up 9:14 AM`, where it is known when. */
export function formatCollected(
  { collectedAt }: Pick<Collectable, 'collectedAt'>,
  verb: string,
  { formatTime }: FarmDates,
): string {
  return collectedAt === null ? verb : `${verb} ${formatTime(collectedAt)}`
}
