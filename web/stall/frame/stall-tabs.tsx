import { classNames } from '#web/ui/class-names.ts'
import { useStall } from '../use-stall.ts'

export const STALL_TABS = [
  { value: 'hand-over', label: 'Hand over' },
  { value: 'sell', label: 'Sell' },
  { value: 'cash', label: 'Cash' },
  { value: 'unsent', label: 'Unsent' },
] as const

type Tab = (typeof STALL_TABS)[number]['value']

const LOOK =
  'flex min-h-11 grow items-center justify-center gap-1.5 rounded-2xl border border-straw bg-card px-1 text-center font-semibold aria-[current]:border-leaf aria-[current]:bg-leaf aria-[current]:text-on-leaf'

export function StallTabs({ shown }: { shown: Tab }) {
  const { outbox } = useStall()
  return (
    <nav
      aria-label="Stall"
      className="sticky top-0 z-20 border-b border-straw bg-paper/95 px-3 py-1.5"
    >
      <ul className="mx-auto flex max-w-xl flex-wrap gap-1.5">
        {STALL_TABS.map(({ value, label }) => (
          <li key={value} className="flex grow">
            <a
              href={`#${value}`}
              aria-current={value === shown ? 'page' : undefined}
              className={classNames(LOOK, 'text-[1.0625rem]')}
            >
              {label}
              {value === 'unsent' && <WaitingBadge count={outbox.length} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function WaitingBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="min-w-6 rounded-full bg-yolk px-1.5 text-[0.875rem] leading-6 text-on-yolk tabular-nums">
      {count}
    </span>
  )
}
