import { Boxes, ChevronRight, Package, Smartphone, Sprout } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import { sumHome } from '#contract/market/home-reports.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { useHash } from '#web/ui/use-hash.ts'
import { groupBoxes, isGiven, stateOf } from '../hand-over/box-groups.ts'
import { reloadDay } from '../load-day.ts'
import { onlinePart } from '../online/online-part.tsx'
import { useStall } from '../use-stall.ts'
import { BackToClose } from './back-to-close.tsx'
import { CashButtons } from './cash-sheet.tsx'
import { useCount } from './count-cash.tsx'
import { ExpectedCash } from './expected-cash.tsx'
import { GoodsOnTruck } from './goods-on-truck.tsx'
import { Unsold } from './unsold.tsx'

const NoShows = onlinePart(() => import('../online/no-shows.tsx').then((code) => code.NoShows))
const DayRecord = onlinePart(() =>
  import('../online/day-record.tsx').then((code) => code.DayRecord),
)

export function CloseView() {
  const { day, phone } = useStall()
  const [, part] = useHash().split('/')
  const isFarmer = phone?.grant?.person.role === 'farmer'
  if (!day) return null
  if (isFarmer && part === 'truck') return <GoodsOnTruck day={day} />
  if (isFarmer && part === 'unsold') return <Unsold day={day} />
  if (isFarmer && part === 'no-shows')
    return (
      <div className="mx-auto grid max-w-3xl gap-2 pt-1">
        <BackToClose />
        <NoShows dayId={day.marketDay.id} />
      </div>
    )
  return <Closing key={day.marketDay.id} day={day} isFarmer={isFarmer} />
}

type ClosingProps = { day: StallDay; isFarmer: boolean }

function Closing({ day, isFarmer }: ClosingProps) {
  const count = useCount(day)
  // Money is counted against what every phone has sent by now, not a minute ago.
  useEffect(() => void reloadDay(), [])
  return (
    <div className="grid gap-x-6 gap-y-3 pt-2 lg:grid-cols-2 lg:items-start">
      <h2 className="sr-only">Close</h2>
      <section aria-label="Cash box" className="grid gap-3">
        <div className="rounded-2xl border border-straw bg-card px-4 py-1">
          <ExpectedCash day={day} />
          {isFarmer && count.fields}
        </div>
        <CashButtons day={day} isFarmer={isFarmer} />
        {!isFarmer && <p className="text-center text-bark-deep">The farmer counts the cash.</p>}
      </section>
      <section aria-label="What is left" className="grid gap-3">
        <Rest day={day} isFarmer={isFarmer} />
        {isFarmer && <DayRecord dayId={day.marketDay.id} />}
      </section>
      {isFarmer && count.foot}
    </div>
  )
}

function Rest({ day, isFarmer }: ClosingProps) {
  const loaded = day.products.reduce((sum, one) => sum + one.loaded, 0)
  const sold = day.products.reduce(
    (sum, { loaded: had, sold: went }) => sum + Math.min(had, went),
    0,
  )
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      <LeftBoxes day={day} isFarmer={isFarmer} />
      {isFarmer && (
        <>
          <RestRow
            href="#close/truck"
            Icon={Boxes}
            title="On the truck"
            note={loaded > 0 ? `${loaded} loaded, ${sold} of them sold` : 'Load what rides along.'}
            count={loaded - sold}
          />
          <RestRow href="#close/unsold" Icon={Sprout} title="Unsold" note={unsoldText(day)} />
        </>
      )}
      <WaitingPhones day={day} />
    </ul>
  )
}

/** Until the market closes they may still come. */
function LeftBoxes({ day, isFarmer }: ClosingProps) {
  const here = groupBoxes(day.boxes).filter((group) => stateOf(group) === 'here')
  const boxes = here.flat()
  const names = boxes.map(({ id, shortName }) => `#${id} ${shortName}`).join(', ')
  const isOver = Date.now() > Date.parse(day.marketDay.closesAt)
  if (isOver && isFarmer && boxes.length > 0)
    return (
      <RestRow
        href="#close/no-shows"
        Icon={Package}
        isOpen
        title={boxes.length === 1 ? '1 no-show: choose' : `${boxes.length} no-shows: choose`}
        note={names}
      />
    )
  return (
    <RestRow
      href="#hand-out"
      Icon={Package}
      title="To pick up"
      note={names || (day.boxes.some(isGiven) ? 'All are handed out.' : 'No boxes for this day.')}
      count={boxes.length}
    />
  )
}

function unsoldText({ home }: StallDay): string {
  if (home.length === 0) return 'What goes back in stock, and what is waste'
  const units = [...sumHome(home).values()]
  const [back, waste] = [units.map((one) => one.back), units.map((one) => one.waste)].map((all) =>
    all.reduce((sum, one) => sum + one, 0),
  )
  return `${back} back in stock, ${waste} waste`
}

/** What this phone and the others have not sent is in no sum yet. */
function WaitingPhones({ day }: { day: StallDay }) {
  const { outbox, phone } = useStall()
  const others = day.phones.filter(
    ({ deviceId, waiting }) => deviceId !== phone?.deviceId && waiting > 0,
  )
  const notes = [
    ...(outbox.length > 0 ? [`this phone: ${outbox.length}`] : []),
    ...others.map(({ label, waiting }) => `${label}: ${waiting}`),
  ]
  if (notes.length === 0) return null
  return (
    <RestRow
      href="#notes"
      Icon={Smartphone}
      title="Waiting to sync"
      note={notes.join(', ')}
      isOpen={others.length > 0}
    />
  )
}

type RestRowProps = {
  href: string
  Icon: ComponentType<{ className?: string }>
  title: string
  note: string
  count?: number
  /** It waits for the farmer. */
  isOpen?: boolean
}

function RestRow({ href, Icon, title, note, count, isOpen = false }: RestRowProps) {
  const look = isOpen ? 'bg-yolk-pale text-yolk-deep' : 'bg-sprout text-leaf-deep'
  return (
    <li className="border-b border-straw last:border-0">
      <a href={href} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
        <span aria-hidden="true" className={`rounded-xl p-2 ${look}`}>
          <Icon className="size-6" />
        </span>
        <span className="min-w-0 grow basis-40 leading-snug">
          <strong className="block">{title}</strong>
          <span className="line-clamp-2 text-[0.9375rem] wrap-anywhere text-bark-deep">{note}</span>
        </span>
        {count !== undefined && (
          <span className="text-2xl font-semibold tabular-nums">{count}</span>
        )}
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </a>
    </li>
  )
}
