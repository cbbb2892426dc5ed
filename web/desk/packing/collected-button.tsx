import { Undo2 } from 'lucide-react'
import type { FarmDates } from '#contract/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { useCollected } from './use-tick.ts'

type Collectable = { id: number; isDone: boolean; collectedAt: string | null }

/** Hands an order over, or takes that back; one that is done by its status has nothing to undo. */
export function CollectedButton({ order, deed }: { order: Collectable; deed: string }) {
  const tick = useCollected(order.id)
  if (order.isDone && order.collectedAt === null) return null
  const isDone = order.collectedAt !== null
  return (
    <Button
      size="lg"
      variant={isDone ? 'quiet' : 'primary'}
      busy={tick.isPending}
      aria-label={`${isDone ? 'Undo' : deed}, order ${order.id}`}
      onClick={() => tick.mutate(!isDone)}
    >
      {isDone && <Undo2 aria-hidden="true" className="size-5" />}
      {isDone ? 'Undo' : deed}
    </Button>
  )
}

/** `picked up 9:14 AM`, where it is known when. */
export function formatCollected(
  { collectedAt }: Collectable,
  deed: string,
  { formatTime }: FarmDates,
): string {
  return collectedAt === null ? deed : `${deed} ${formatTime(collectedAt)}`
}
