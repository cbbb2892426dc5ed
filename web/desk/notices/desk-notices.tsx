import { PhoneOff } from 'lucide-react'
import { formatMoney } from '#contract/money/money.ts'
import { admin, type MissedOrder, missedOrders, type Notices } from '#contract/people/admin.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { type Work, WorkRow } from '../shared/work-row.tsx'

type DeskNoticesProps = { missed: Notices['missedOrders']; warnings: readonly Work[] }

export function DeskNotices({ missed, warnings }: DeskNoticesProps) {
  if (warnings.length + missed.length === 0) return null
  return (
    <section aria-label="Notices">
      <ul className="divide-y divide-straw">
        {missed.map((one) => (
          <MissedOrderCard key={one.id} missed={one} />
        ))}
        {warnings.map((work) => (
          <li key={work.name}>
            <WorkRow work={work} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MissedOrderCard({ missed }: { missed: MissedOrder }) {
  const { formatMoment } = useFarmDates()
  const hasMail = useHasMail()
  const ticking = useChange({
    send: () => call(missedOrders.forget, { params: { id: missed.id } }),
    done: null,
    failed: 'Not checked off',
    refreshes: [admin.notices],
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-yolk-pale px-4 py-3">
      <p className="flex min-w-0 grow basis-72 items-start gap-2.5">
        <PhoneOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
        <span className="min-w-0 wrap-anywhere">
          <b>{missed.name}</b>
          {missed.phone && (
            <>
              {' '}
              (
              <PhoneLink number={missed.phone} />)
            </>
          )}{' '}
          confirmed a card for {formatMoney(missed.total)}, {formatMoment(missed.at)}, but the order
          did not go through: {missed.reason} Nothing was charged.{' '}
          {hasMail ? 'An email tells them so.' : 'Please tell them so.'}
        </span>
      </p>
      <Button variant="quiet" busy={ticking.isPending} onClick={() => ticking.mutate()}>
        Done
      </Button>
    </li>
  )
}
