import { useEffect, useRef } from 'react'

const SEGMENTS = [
  { value: 'harvest', label: 'Harvest' },
  { value: 'pack', label: 'Pack' },
  { value: 'hand-out', label: 'Hand out' },
  { value: 'sell', label: 'Sell' },
  { value: 'close', label: 'Close' },
]

const LOOK =
  'flex min-h-11 grow items-center justify-center rounded-xl px-1.5 text-center font-semibold whitespace-nowrap text-soil aria-[current]:bg-leaf aria-[current]:text-on-leaf'

export function Segments({ shown }: { shown: string }) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another one is chosen
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-current]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <nav aria-label="Market day" className="sticky top-0 z-20 bg-paper px-3">
      <ul
        ref={list}
        className="mx-auto flex max-w-xl lg:mx-0 overflow-x-auto rounded-2xl bg-straw p-[3px]"
      >
        {SEGMENTS.map(({ value, label }) => (
          <li key={value} className="flex grow">
            <a
              href={`#${value}`}
              aria-current={value === shown ? 'page' : undefined}
              className={LOOK}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
