import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type DeskPage, partsOf, titleOf } from './routes.ts'

/** The name of a page without a tab, and the parts of its place. */
export function PageHead({ page }: { page: DeskPage }) {
  const parts = partsOf(page)
  return (
    <div className="flex flex-wrap items-center gap-x-5 pt-1 pb-3 md:min-h-15 md:pb-2">
      <BackTo {...backOf(page)} />
      <h2 className="min-w-0 text-2xl max-md:grow sm:text-3xl">{titleOf(page)}</h2>
      {parts.length > 0 && (
        <PartLinks label={titleOf(page)} parts={parts} here={page.hash} className="max-md:w-full" />
      )}
    </div>
  )
}

const BACK: Partial<Record<DeskPage['place'], { href: string; label: string }>> = {
  market: { href: STALL_PAGE, label: 'Market' },
  today: { href: '#today', label: 'Today' },
  products: { href: '#products', label: 'Products' },
}

function backOf({ place, isUnnamed }: DeskPage): { href: string; label: string } {
  if (isUnnamed && place === 'customers') return { href: '#newsletter', label: 'Letter' }
  return BACK[place] ?? { href: '#more', label: 'More' }
}

/** On a phone: a laptop has every place at its side. */
export function BackTo({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      aria-label={`Back to ${label}`}
      className={buttonLook({ variant: 'plain', size: 'icon' }, '-ml-2.5 -mr-4 md:hidden')}
    >
      <ChevronLeft aria-hidden="true" className="size-6" />
    </a>
  )
}

type PartLinksProps = {
  label: string
  parts: readonly { hash: string; label: string }[]
  here: string
  /** One below the other where there is room. */
  isColumn?: true
  className?: string
}

const LINK =
  'flex min-h-11 shrink-0 items-center border-b-[3px] border-transparent px-3 font-semibold whitespace-nowrap text-bark-deep -outline-offset-4 aria-[current=page]:border-leaf aria-[current=page]:text-leaf-deep'

/** In one row, which scrolls to where one is. */
export function PartLinks({ label, parts, here, isColumn, className }: PartLinksProps) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part once.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - 48
  }, [here])
  return (
    <nav
      ref={row}
      aria-label={label}
      className={classNames(
        'relative flex overflow-x-auto [scrollbar-width:none]',
        isColumn && 'lg:grid lg:gap-1',
        className,
      )}
    >
      {parts.map(({ hash, label: text }) => (
        <a
          key={hash}
          href={`#${hash}`}
          aria-current={hash === here ? 'page' : undefined}
          className={classNames(
            LINK,
            isColumn && 'lg:rounded-xl lg:border-0 lg:aria-[current=page]:bg-sprout',
          )}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
