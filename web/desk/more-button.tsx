import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
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
  return <MoreMenu {...props} isOpen={isOpen} onOpen={setOpen} meanwhile={button} />
}

/** Beside the tabs; it is marked while one of its pages is open. */
export function MoreBesideTabs({ here }: { here: string }) {
  return (
    <MoreButton
      here={here}
      icon={<Ellipsis aria-hidden="true" className="size-5" />}
      look={buttonLook(
        { variant: 'plain', size: 'sm' },
        'shrink-0 aria-[current=page]:bg-sprout max-md:hidden',
      )}
    />
  )
}
