import { TellDay } from '#web/desk/orders/tell-day.tsx'
import { useStall } from '../use-stall.ts'

export function Tell({ day, packed }: { day: string; packed: number }) {
  const { outbox } = useStall()
  if (outbox.length > 0)
    return (
      <p role="status" className="rounded-2xl border-2 border-dashed border-bark px-4 py-3">
        {outbox.length === 1 ? '1 note has' : `${outbox.length} notes have`} to sync first, then:
        tell people it’s ready.
      </p>
    )
  return <TellDay day={day} packed={packed} address="pack/ready" />
}
