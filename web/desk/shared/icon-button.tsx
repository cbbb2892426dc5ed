import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

type IconButtonProps = ComponentProps<'button'> & {
  tip: string
  /** Names the action and its object, for people who don't see the icon. */
  label: string
  Icon: LucideIcon
  isDanger?: boolean
}

export function IconButton({
  tip,
  label,
  Icon,
  isDanger = false,
  className,
  ...button
}: IconButtonProps) {
  return (
    <Tooltip text={tip}>
      <Button
        {...button}
        variant="plain"
        size="icon"
        aria-label={label}
        className={classNames(className, isDanger && 'hover:bg-beet-pale')}
      >
        <Icon aria-hidden="true" className={classNames('size-5', isDanger && 'text-beet')} />
      </Button>
    </Tooltip>
  )
}
