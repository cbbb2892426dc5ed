import { useLostConnection } from './connection.ts'
import { useFarmDates } from './use-farm-dates.ts'

export function ConnectionLine() {
  const lostAt = useLostConnection()
  const { formatTime } = useFarmDates()
  return (
    <p
      role="status"
      className="sticky top-0 z-30 bg-yolk-pale text-center text-[0.9375rem] not-empty:border-b not-empty:border-straw not-empty:px-4 not-empty:py-2"
    >
      {lostAt && (
        <>
          <strong>No connection.</strong> What you see is from {formatTime(lostAt.toISOString())}.
        </>
      )}
    </p>
  )
}
