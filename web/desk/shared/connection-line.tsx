import { useLostConnection } from './connection.ts'
import { useFarmDates } from './use-farm-dates.ts'

export function ConnectionLine() {
  const lostAt = useLostConnection()
  const { formatTime } = useFarmDates()
  return (
    <p
      role="status"
      className="bg-yolk-pale text-center text-[0.9375rem] not-empty:border-t not-empty:border-straw not-empty:px-4 not-empty:py-2"
    >
      {lostAt && (
        <>
          <strong>No connection since {formatTime(lostAt.toISOString())}.</strong> Nothing here is
          newer.
        </>
      )}
    </p>
  )
}
