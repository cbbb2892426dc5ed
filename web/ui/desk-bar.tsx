import { Ellipsis, List, type LucideIcon, Store, Sun, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const PLACES = [
  { name: 'today', href: '/admin#today', label: 'Today', Icon: Sun },
  { name: 'orders', href: '/admin#orders', label: 'Orders', Icon: List },
  { name: 'market', href: '/admin/stall', label: 'Market', Icon: Store },
  { name: 'products', href: '/admin#products', label: 'Products', Icon: Tag },
] as const

/** How each of its places looks, More as well. */
export const DESK_BAR_ITEM =
  'group relative grid min-h-15 min-w-0 cursor-pointer content-center justify-items-center gap-0.5 px-1 text-center text-sm leading-tight font-semibold text-bark-deep -outline-offset-4 aria-[current=page]:text-leaf-deep'

type DeskBarProps = {
  /** Where one stands: the name of a place, or anything else. */
  here: string
  waiting?: number
  /** Stands at the side where there is room. */
  isRail?: true
  children: ReactNode
}

/** The farmer's places at the foot of a phone, on the desk's page and the market's; `children` is More. */
export function DeskBar({ here, waiting = 0, isRail, children }: DeskBarProps) {
  return (
    <nav
      aria-label="Desk"
      data-foot-bar
      className={classNames(
        'fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-straw bg-card pb-[env(safe-area-inset-bottom)] print:hidden',
        isRail &&
          'md:inset-y-0 md:right-auto md:w-26 md:grid-cols-1 md:content-start md:gap-1 md:border-t-0 md:border-r md:px-1.5 md:pt-3',
      )}
    >
      {PLACES.map(({ name, href, label, Icon }) => (
        <a
          key={name}
          href={href}
          aria-current={name === here ? 'page' : undefined}
          className={DESK_BAR_ITEM}
        >
          <BarIcon Icon={Icon} />
          {label}
          {name === 'today' && waiting > 0 && <Waiting count={waiting} />}
        </a>
      ))}
      {children}
    </nav>
  )
}

export const MORE_ICON = <BarIcon Icon={Ellipsis} />

function BarIcon({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className="grid h-7 w-14 max-w-full place-items-center rounded-full group-aria-[current=page]:bg-sprout">
      <Icon aria-hidden="true" className="size-5.5" />
    </span>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <span className="absolute top-0.5 left-1/2 ml-2 min-w-5.5 rounded-full bg-yolk px-1 text-[0.8125rem] leading-5.5 font-bold text-on-yolk tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> to look at</span>
    </span>
  )
}
