import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonLook } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { MORE_PARTS } from './desk-parts.tsx'

const ITEM = 'flex h-11 cursor-pointer items-center rounded-xl px-6 font-semibold hover:bg-sprout'

export function MoreMenu() {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={buttonLook({ variant: 'plain', size: 'sm' }, 'shrink-0 max-sm:w-11 max-sm:px-0')}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">More</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        className="z-40 grid rounded-2xl border border-straw bg-card p-2 shadow-[0_0_60px_#2a211833]"
      >
        {MORE_PARTS.map(({ hash, label }) => (
          <DropdownMenu.Item key={hash} className={ITEM} onSelect={() => goToHash(hash)}>
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
