import { Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

export type MenuItem = {
  label: string
  Icon: LucideIcon
  isDanger?: boolean
  /** On larger screens it has its own button. */
  onPhone?: boolean
} & ({ onSelect: () => void } | { download: string })

export type MenuProps = { label: string; items: readonly MenuItem[] }

export function MenuItems({ label, items }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <Tooltip text="More">
        <DropdownMenu.Trigger
          aria-label={label}
          className={buttonLook({ variant: 'plain', size: 'icon' })}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 grid rounded-2xl border border-straw bg-card p-2 raised"
        >
          {items.map((item) => (
            <Item key={item.label} {...item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Item({ label, Icon, isDanger, onPhone, ...does }: MenuItem) {
  const look = classNames(
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-4 font-semibold data-highlighted:bg-sprout',
    isDanger && 'text-beet',
    onPhone && 'md:hidden',
  )
  const shown = (
    <>
      <Icon aria-hidden="true" className="size-5" />
      {label}
    </>
  )
  return 'download' in does ? (
    <DropdownMenu.Item asChild className={look}>
      <a href={does.download} download>
        {shown}
      </a>
    </DropdownMenu.Item>
  ) : (
    <DropdownMenu.Item className={look} onSelect={does.onSelect}>
      {shown}
    </DropdownMenu.Item>
  )
}
