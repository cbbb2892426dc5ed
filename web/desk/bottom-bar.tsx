import { Ellipsis, List, type LucideIcon, Sun, Tag } from 'lucide-react'
import { MoreButton } from './more-button.tsx'

const ITEM =
  'group relative grid min-h-15 min-w-0 cursor-pointer content-center justify-items-center gap-0.5 px-1 text-center text-sm leading-tight font-semibold text-bark-deep -outline-offset-4 aria-[current=page]:text-leaf-deep'

const PLACES = [
  { hash: 'today', label: 'Today', Icon: Sun },
  { hash: 'orders', label: 'Orders', Icon: List },
  { hash: 'products', label: 'Products', Icon: Tag },
] as const

const TABS_BEHIND = [
  { hash: 'recipes', label: 'Recipes' },
  { hash: 'pages', label: 'Pages' },
  { hash: 'settings', label: 'Settings' },
]

type BottomBarProps = {
  /** Where one stands: a tab, a page without one, or `today`. */
  here: string
  waiting: number
}

export function BottomBar({ here, waiting }: BottomBarProps) {
  return (
    <nav
      aria-label="Desk"
      data-foot-bar
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-straw bg-card pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {PLACES.map(({ hash, label, Icon }) => (
        <a
          key={hash}
          href={`#${hash}`}
          aria-current={hash === here ? 'page' : undefined}
          className={ITEM}
        >
          <BarIcon Icon={Icon} />
          {label}
          {hash === 'today' && waiting > 0 && <Waiting count={waiting} />}
        </a>
      ))}
      <MoreButton
        here={here}
        side="top"
        before={TABS_BEHIND}
        look={ITEM}
        icon={<BarIcon Icon={Ellipsis} />}
      />
    </nav>
  )
}

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
