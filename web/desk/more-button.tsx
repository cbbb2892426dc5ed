import { Ellipsis, Store } from 'lucide-react'
import { useEffect, useState } from 'react'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { currentHash, replaceHash } from '#web/ui/use-hash.ts'
import type { MoreMenuProps } from './desk-menu.tsx'
import { MORE_PAGES } from './more-pages.ts'
import { later } from './shared/later.tsx'

const MoreMenu = later(() => import('./desk-menu.tsx').then((code) => code.MoreMenu))

/** A button whose menu is fetched when it is first opened. */
export function MoreButton(props: Omit<MoreMenuProps, 'isOpen' | 'onOpen'>) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  // The market day's own bar leads here.
  useEffect(() => {
    if (currentHash() !== 'more') return
    replaceHash('today')
    setWanted(true)
    setOpen(true)
  }, [])
  const { here, look, icon, before = [] } = props
  const isHere = [...before, ...MORE_PAGES].some(({ hash }) => hash === here)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-current={isHere ? 'page' : undefined}
      className={look}
      onClick={open}
    >
      {icon}
      More
    </button>
  )
  if (!isWanted) return button
  return <MoreMenu {...props} isOpen={isOpen} onOpen={setOpen} fallback={button} />
}

const BESIDE = buttonLook(
  { variant: 'plain', size: 'sm' },
  'shrink-0 aria-[current=page]:bg-sprout max-md:hidden',
)

/** Beside the tabs; More is marked while one of its pages is open. */
export function BesideTabs({ here }: { here: string }) {
  return (
    <span className="flex shrink-0">
      <a href={STALL_PAGE} className={BESIDE}>
        <Store aria-hidden="true" className="size-5" />
        Market
      </a>
      <MoreButton
        here={here}
        icon={<Ellipsis aria-hidden="true" className="size-5" />}
        look={BESIDE}
      />
    </span>
  )
}
