import type { Notices } from '#contract/admin.ts'
import { type Work, WorkRow } from '../shared/work-row.tsx'
import { MissedOrders } from './missed-orders.tsx'

type DeskNoticesProps = { missed: Notices['missedOrders']; warnings: readonly Work[] }

export function DeskNotices({ missed, warnings }: DeskNoticesProps) {
  if (warnings.length + missed.length === 0) return null
  return (
    <section aria-label="Notices">
      <ul className="divide-y divide-straw">
        <MissedOrders list={missed} />
        {warnings.map((work) => (
          <li key={work.name}>
            <WorkRow work={work} />
          </li>
        ))}
      </ul>
    </section>
  )
}
