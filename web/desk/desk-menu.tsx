import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { goToHash } from '#web/ui/use-hash.ts'
import { MORE_PAGES } from './more-pages.ts'
import { later } from './shared/later.tsx'

const PauseItem = later(() => import('./calendar/pause-item.tsx').then((code) => code.PauseItem))

const ITEM =
  'flex min-h-11 cursor-pointer items-center rounded-xl px-3 py-1 leading-tight font-semibold hover:bg-sprout aria-[current=page]:bg-sprout aria-[current=page]:text-leaf-deep'

type MenuLink = { hash: string; label: string }

export type MoreMenuProps = {
  here: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Looks like the button that fetched the menu, and takes its place. */
  look: string
  icon: ReactNode
  /** What the menu names before the pages that have no tab. */
  before?: readonly MenuLink[]
  side?: 'top' | 'bottom'
}

/** Names every part of the desk that its place has no room for, and stops taking orders. */
export function MoreMenu({
  here,
  isOpen,
  onOpen,
  look,
  icon,
  before = [],
  side = 'bottom',
}: MoreMenuProps) {
  const isHere = [...before, ...MORE_PAGES].some(({ hash }) => hash === here)
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpen}>
      <DropdownMenu.Trigger aria-current={isHere ? 'page' : undefined} className={look}>
        {icon}
        More
      </DropdownMenu.Trigger>
      {/* In its place: what stands outside of every landmark is hard to find without eyes. */}
      <DropdownMenu.Content
        side={side}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-40 grid max-h-(--radix-dropdown-menu-content-available-height) w-[min(26rem,calc(100vw-1rem))] grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-1 overflow-y-auto rounded-2xl border border-straw bg-card p-2 raised"
      >
        {[...before, ...MORE_PAGES.filter(({ isUnnamed }) => !isUnnamed)].map(({ hash, label }) => (
          <DropdownMenu.Item
            key={hash}
            className={ITEM}
            aria-current={hash === here ? 'page' : undefined}
            onSelect={() => goToHash(hash)}
          >
            {label}
          </DropdownMenu.Item>
        ))}

        <PauseItem look={classNames(ITEM, 'col-span-full gap-2 border border-straw')} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
