import { formatBoxes, formatOrders } from '#contract/box-text.ts'
import { formatBriefDay, formatDay } from '#contract/date-format.ts'
import { formatOrderBy } from '#contract/day-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useFarmDates, useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { handingOver, leftToHandOver, listOfDay, type NextDay, sumOf } from './work-of-today.ts'

const LINK =
  'inline-flex min-h-12 min-w-fit grow basis-0 items-center justify-center rounded-4xl bg-card px-3 text-center leading-tight font-semibold text-leaf-deep hover:bg-sprout'

type NextDayCardProps = { next: NextDay | null; isToday: boolean }

export function NextDayCard({ next, isToday }: NextDayCardProps) {
  if (!next) return <NoDay />
  const { href, label } = handingOver(next, isToday)
  return (
    <div className="bg-foot px-4 pt-3 pb-4 text-on-foot">
      <div className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem]">
        <p>{isToday ? 'Market day today' : 'Next market day'}</p>
        <OrderEnd next={next} />
      </div>
      <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold">
        {formatDay(next.day)}
      </h2>
      <p className="tabular-nums">{formatPlaces(next)}</p>
      {sumOf(next, 'orders') > 0 && <Boxes next={next} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={listOfDay(next, 'harvest')} className={LINK}>
          Harvest
        </a>
        <a href={listOfDay(next, 'pack')} className={LINK}>
          Pack
        </a>
        <a href={href} className={LINK}>
          {label}
        </a>
      </div>
    </div>
  )
}

function NoDay() {
  return (
    <div className="bg-foot px-4 pt-3 pb-4 text-on-foot">
      <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold">
        No market day is planned
      </h2>
      <p className="mb-3">Buyers can choose no day until there is one.</p>
      <a href="#calendar" className={LINK}>
        Open the calendar
      </a>
    </div>
  )
}

function OrderEnd({ next: { day, orderUntil } }: { next: NextDay }) {
  const { dayOf } = useFarmDates()
  const timeZone = useFarmTimeZone()
  const today = dayOf(new Date().toISOString())
  return (
    <p>
      {orderUntil ? formatOrderBy({ day, orderUntil }, timeZone, { today }) : 'ordering is closed'}
    </p>
  )
}

function formatPlaces({ places }: NextDay): string {
  const named = places.filter(({ orders }) => orders > 0)
  if (named.length === 0) return 'No orders yet'
  return named.map(({ name, boxes }) => `${name} ${boxes}`).join(' · ')
}

function Boxes({ next }: { next: NextDay }) {
  const [boxes, packed] = [sumOf(next, 'boxes'), sumOf(next, 'boxesPacked')]
  const toHandOver = leftToHandOver(next)
  return (
    <>
      <progress
        value={packed}
        max={Math.max(boxes, 1)}
        aria-label="Boxes packed"
        className={classNames(
          'mt-2 block h-2 w-full overflow-hidden rounded-full bg-on-foot/25',
          '[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-yolk',
          '[&::-moz-progress-bar]:bg-yolk',
        )}
      />
      <p className="mt-1 text-[0.9375rem] tabular-nums">
        {packed} of {formatBoxes(boxes)} packed
        {toHandOver > 0 && ` · ${formatOrders(toHandOver)} to hand over`}
      </p>
    </>
  )
}

/** `Sat, Nov 28 · 49 orders · 24 packed` */
export function formatNextDay(next: NextDay): string {
  const orders = sumOf(next, 'orders')
  return [formatBriefDay(next.day), formatOrders(orders), `${sumOf(next, 'packed')} packed`].join(
    ' · ',
  )
}
