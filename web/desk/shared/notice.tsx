import { TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const TONES = {
  warning: { box: 'border-yolk bg-yolk-pale', icon: 'text-yolk-deep' },
  failure: { box: 'border-beet bg-beet-pale', icon: 'text-beet' },
}

type NoticeProps = ComponentProps<'p'> & { tone: keyof typeof TONES }

/** A dialog may be longer than the screen, and failures show at its end. */
function showInDialog(notice: HTMLElement | null): void {
  if (notice?.closest('[role="dialog"]')) notice.scrollIntoView?.({ block: 'nearest' })
}

/** A failure in a few words, beside what it is about. */
export function Failure({ className, ...failure }: ComponentProps<'p'>) {
  return (
    <p role="alert" {...failure} className={classNames('font-semibold text-beet', className)} />
  )
}

/** For what must be known right away: `<Notice tone="failure" role="alert">It failed.</Notice>` */
export function Notice({ tone, className, children, ...rest }: NoticeProps) {
  const { box, icon } = TONES[tone]
  return (
    <p
      ref={rest.role === 'alert' ? showInDialog : undefined}
      {...rest}
      className={classNames(
        'flex items-start gap-2.5 rounded-2xl border px-4 py-3',
        box,
        className,
      )}
    >
      <TriangleAlert aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', icon)} />
      <span className="wrap-anywhere">{children}</span>
    </p>
  )
}
