import { useQuery } from '@tanstack/react-query'
import type { Today } from '#contract/today.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeskNotices } from '../notices/desk-notices.tsx'
import { ListFailed } from '../shared/card.tsx'
import { later } from '../shared/lazy-part.tsx'
import { WorkRow } from '../shared/work-row.tsx'
import { todayQuery, type Waiting } from './use-waiting.ts'

const StepCard = later(() => import('./step-card.tsx').then((code) => code.StepCard))
const OrdersPause = later(() =>
  import('../calendar/orders-pause.tsx').then((code) => code.OrdersPause),
)
const FirstStepsCard = later(() =>
  import('../setup/first-steps.tsx').then((code) => code.FirstStepsCard),
)

const LOADING = <Skeleton className="h-60 w-full rounded-2xl" />

export function TodayPanel({ waiting }: { waiting: Waiting }) {
  const query = useQuery(todayQuery)
  return (
    <div>
      <div className="md:hidden">
        <OrdersPause />
      </div>
      {query.data ? (
        <Panel today={query.data} waiting={waiting} />
      ) : (
        <div className="mt-3">
          {query.error ? <ListFailed text="Today could not be loaded." query={query} /> : LOADING}
        </div>
      )}
    </div>
  )
}

function Panel({ today, waiting }: { today: Today; waiting: Waiting }) {
  const { work, warnings, missed, count } = waiting
  return (
    <div className="grid gap-4 max-md:mt-1">
      {!today.next && <FirstStepsCard />}
      <section aria-labelledby="today-title">
        <StepCard next={today.next} today={today.today} fallback={LOADING} />
      </section>
      <div>
        {count > 0 && (
          <section aria-labelledby="waiting-title">
            <h2 id="waiting-title" className="mb-1.5 px-1 font-sans text-base font-semibold">
              Waiting for you
            </h2>
            <div className="divide-y divide-straw overflow-hidden rounded-2xl border border-straw bg-card">
              {work.length > 0 && (
                <ul className="divide-y divide-straw">
                  {work.map((one) => (
                    <li key={one.name}>
                      <WorkRow work={one} />
                    </li>
                  ))}
                </ul>
              )}
              <DeskNotices missed={missed} warnings={warnings} />
            </div>
          </section>
        )}
        {today.next && <FirstStepsCard />}
      </div>
    </div>
  )
}
