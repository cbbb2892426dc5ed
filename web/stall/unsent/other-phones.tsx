import { Smartphone } from 'lucide-react'
import { formatClock } from '#contract/device-clock.ts'
import { useStall } from '../use-stall.ts'

export function OtherPhones() {
  const { day, phone } = useStall()
  const others = (day?.phones ?? []).filter(({ deviceId }) => deviceId !== phone?.deviceId)
  if (others.length === 0) return null
  return (
    <ul aria-label="Other phones" className="rounded-2xl border border-straw bg-card px-4 py-1">
      {others.map(({ deviceId, label, person, waiting, heardAt }) => (
        <li
          key={deviceId}
          className="flex items-center gap-3 border-b border-straw py-3 last:border-0"
        >
          <Smartphone aria-hidden="true" className="size-6 shrink-0 text-bark-deep" />
          <span className="min-w-0 leading-snug wrap-anywhere">
            <strong className="block">
              {label} {person && `(${person})`}
            </strong>
            <span className="text-bark-deep">{formatContact(waiting, heardAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `3 waiting when last heard, 11:50 AM` */
function formatContact(waiting: number, heardAt: string | null): string {
  if (!heardAt) return 'It has not said anything yet.'
  const at = formatClock(new Date(heardAt), new Date())
  return waiting === 0
    ? `Nothing waiting when last heard, ${at}`
    : `${waiting} waiting when last heard, ${at}`
}
