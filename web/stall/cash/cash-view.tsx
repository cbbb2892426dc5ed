import { Boxes, ChevronRight, Package, Sprout } from 'lucide-react'
import type { ComponentType } from 'react'
import { formatMoney, formatSigned } from '#contract/cash-words.ts'
import type { StallDay } from '#contract/stall.ts'
import { useHash } from '#web/ui/use-hash.ts'
import { groupBoxes, stateOf } from '../hand-over/box-groups.ts'
import { useStall } from '../use-stall.ts'
import { CameHome } from './came-home.tsx'
import { CashButtons } from './cash-buttons.tsx'
import { CountCash } from './count-cash.tsx'
import { GoodsOnTruck } from './goods-on-truck.tsx'

/** The cash box of the day; for the farmer, its count and the goods that went and came home. */
export function CashView() {
  const { day, phone } = useStall()
  const [, part] = useHash().split('/')
  const isFarmer = phone?.grant?.person.role === 'farmer'
  if (!day) return null
  if (isFarmer && part === 'truck') return <GoodsOnTruck day={day} />
  if (isFarmer && part === 'home') return <CameHome day={day} />
  return (
    <div className="grid gap-4 pt-4">
      <h2 className="sr-only">Cash</h2>
      <Expected cash={day.cash} />
      <CashButtons day={day} isFarmer={isFarmer} />
      {isFarmer && <CountCash day={day} />}
      <Rest day={day} isFarmer={isFarmer} />
      <p className="text-center text-bark-deep">
        {isFarmer
          ? 'The day is closed at the desk, once every phone has sent what it holds.'
          : 'The farmer counts the cash and closes the day.'}
      </p>
    </div>
  )
}

function Expected({ cash }: { cash: StallDay['cash'] }) {
  const { starts, sales, orders, givenBack, putIn, paidOut, expected } = cash
  const start = starts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
  return (
    <section
      aria-label="What should be in the box"
      className="rounded-2xl border border-straw bg-card px-4 py-2"
    >
      <dl>
        <Row name="Change in the box at the start">{formatMoney(start)}</Row>
        <Row name="Cash sales">{formatSigned(sales)}</Row>
        <Row name="Paid at pickup">{formatSigned(orders)}</Row>
        {givenBack !== 0 && <Row name="Given back to customers">{formatSigned(givenBack)}</Row>}
        {putIn !== 0 && <Row name="Put in">{formatSigned(putIn)}</Row>}
        <Row name="Paid out">{paidOut === 0 ? '− $0.00' : formatSigned(paidOut)}</Row>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-bark py-3 font-serif font-semibold">
          <dt className="text-xl">Should be in the box</dt>
          <dd className="text-2xl tabular-nums">{formatMoney(expected)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-straw py-2.5 nth-last-2:border-0">
      <dt>{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** What is still here of boxes and goods, with the way to each. */
function Rest({ day, isFarmer }: { day: StallDay; isFarmer: boolean }) {
  const here = groupBoxes(day.boxes).filter((group) => stateOf(group) === 'here')
  const boxes = here.flat()
  const loaded = day.products.reduce((sum, one) => sum + one.loaded, 0)
  const sold = day.products.reduce(
    (sum, { loaded: had, sold: went }) => sum + Math.min(had, went),
    0,
  )
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      <RestRow
        href="#hand-over"
        Icon={Package}
        title="Not picked up"
        note={
          boxes.map(({ id, shortName }) => `#${id} ${shortName}`).join(', ') || 'All are given.'
        }
        count={boxes.length}
      />
      {isFarmer && (
        <>
          <RestRow
            href="#cash/truck"
            Icon={Boxes}
            title="Goods on the truck"
            note={loaded > 0 ? `${loaded} put on it, ${sold} of them sold` : 'Say what rode along.'}
            count={loaded - sold}
          />
          <RestRow
            href="#cash/home"
            Icon={Sprout}
            title="Came home"
            note={
              day.cameHome.length > 0 ? 'Written down' : 'What can be sold again, what is waste'
            }
          />
        </>
      )}
    </ul>
  )
}

type RestRowProps = {
  href: string
  Icon: ComponentType<{ className?: string }>
  title: string
  note: string
  count?: number
}

function RestRow({ href, Icon, title, note, count }: RestRowProps) {
  return (
    <li className="border-b border-straw last:border-0">
      <a href={href} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
        <span aria-hidden="true" className="rounded-xl bg-sprout p-2 text-leaf-deep">
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
