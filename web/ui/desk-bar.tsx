import {
  CalendarDays,
  CircleDollarSign,
  Ellipsis,
  Globe,
  List,
  type LucideIcon,
  Settings,
  Store,
  Sun,
  Tag,
  Users,
} from 'lucide-react'
import { classNames } from './class-names.ts'
import { Logo } from './logo.tsx'

type BarPlace = {
  name: string
  href: string
  label: string
  Icon: LucideIcon
  /** Behind More on a phone. */
  isBehind?: true
}

const PLACES: readonly BarPlace[] = [
  { name: 'today', href: '/admin#today', label: 'Today', Icon: Sun },
  { name: 'orders', href: '/admin#orders', label: 'Orders', Icon: List },
  { name: 'market', href: '/admin/stall', label: 'Market', Icon: Store },
  { name: 'products', href: '/admin#products', label: 'Products', Icon: Tag },
  behind('customers', '/admin#customers', 'Customers', Users),
  behind('money', '/admin#money', 'Money', CircleDollarSign),
  behind('days', '/admin#calendar', 'Days & places', CalendarDays),
  behind('website', '/admin#settings/website', 'Website', Globe),
  behind('settings', '/admin#settings', 'Settings', Settings),
]

function behind(name: string, href: string, label: string, Icon: LucideIcon): BarPlace {
  return { name, href, label, Icon, isBehind: true }
}

const ITEM =
  'group relative grid min-h-15 min-w-0 grid-cols-1 content-center justify-items-center gap-0.5 text-center text-[length:min(0.875rem,4.2vw)] leading-tight md:px-1 font-semibold text-bark-deep -outline-offset-4 aria-[current=page]:text-leaf-deep md:rounded-2xl md:aria-[current=page]:bg-sprout'

type DeskBarProps = {
  /** Where one stands: the name of a place, or anything else that is behind More. */
  here: string
  waiting?: number
}

/** The farmer's places, on the desk's page and the market's: at the foot of a phone, else at the side. */
export function DeskBar({ here, waiting = 0 }: DeskBarProps) {
  const isFront = PLACES.some(({ name, isBehind }) => name === here && !isBehind)
  return (
    <nav
      aria-label="Desk"
      data-foot-bar
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-straw bg-card pb-[env(safe-area-inset-bottom)] md:inset-y-0 md:right-auto md:w-26 md:grid-cols-1 md:content-start md:gap-0.5 md:overflow-y-auto md:border-t-0 md:border-r md:px-1.5 print:hidden"
    >
      <span className="grid h-15 place-items-center max-md:hidden">
        <Logo />
      </span>
      {PLACES.map(({ name, href, label, Icon, isBehind }) => (
        <a
          key={name}
          href={href}
          aria-current={name === here ? 'page' : undefined}
          className={classNames(
            ITEM,
            isBehind && 'max-md:hidden',
            name === 'customers' &&
              'md:before:absolute md:before:inset-x-2.5 md:before:-top-px md:before:border-t md:before:border-straw',
          )}
        >
          <BarIcon Icon={Icon} />
          {label}
          {name === 'today' && waiting > 0 && <Waiting count={waiting} />}
        </a>
      ))}
      <a
        href="/admin#more"
        aria-current={isFront ? undefined : 'page'}
        className={classNames(ITEM, 'md:hidden')}
      >
        <BarIcon Icon={Ellipsis} />
        More
      </a>
    </nav>
  )
}

function BarIcon({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className="grid h-7 w-14 max-w-full place-items-center rounded-full max-md:group-aria-[current=page]:bg-sprout">
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
