import { ChevronRight, type LucideIcon } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'

export type Work = {
  name: string
  Icon: LucideIcon
  tone: keyof typeof TONES
  title: string
  detail: string
  count?: number
  /** Such as `#mails`; absent if it is read here and done elsewhere. */
  href?: string
}

const TONES = {
  plain: 'bg-sprout text-leaf-deep',
  warning: 'bg-yolk-pale text-yolk-deep',
  failure: 'bg-beet-pale text-beet',
}

const ROW = '@container flex min-h-14 w-full items-center gap-3 px-3 py-1.5 sm:px-4'

export function WorkRow({ work: { Icon, tone, title, detail, count, href } }: { work: Work }) {
  const content = (
    <>
      <span
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-xl @max-[13rem]:hidden',
          TONES[tone],
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 grow wrap-anywhere">
        <b className="block leading-snug font-semibold">{title}</b>
        <span
          className={classNames(
            'block text-[0.9375rem] leading-snug text-bark-deep',
            href && 'max-md:line-clamp-2',
          )}
        >
          {detail}
        </span>
      </span>
      {count !== undefined && (
        <strong className="font-serif text-xl font-semibold tabular-nums">
          {count.toLocaleString('en-US')}
        </strong>
      )}
      {href && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />}
    </>
  )
  if (!href) return <div className={ROW}>{content}</div>
  return (
    <a href={href} className={classNames(ROW, 'hover:bg-paper -outline-offset-4')}>
      {content}
    </a>
  )
}
