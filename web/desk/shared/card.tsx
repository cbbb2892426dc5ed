import { ChevronDown } from 'lucide-react'
import { Children, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { ListEmpty } from './list-states.tsx'

export const CARD = 'rounded-2xl border border-straw bg-card'

export function Card({ className, ...section }: ComponentProps<'section'>) {
  return <section {...section} className={classNames(CARD, 'p-4 sm:p-6', className)} />
}

type CardListProps = ComponentProps<'ul'> & {
  empty?: string
}

export function CardList({ className, empty, ...list }: CardListProps) {
  if (empty && Children.count(list.children) === 0) return <ListEmpty text={empty} />
  return <ul {...list} className={classNames(CARD, className)} />
}

export function CardRow({ className, ...row }: ComponentProps<'li'>) {
  return <li {...row} className={classNames('border-b border-straw last:border-0', className)} />
}

type RowTextProps = { title: ReactNode; note: ReactNode; noteLook?: string; className?: string }

export function RowText({ title, note, noteLook, className }: RowTextProps) {
  return (
    <span className={classNames('min-w-0 grow', className)}>
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className={classNames('block text-[0.9375rem] text-bark-deep', noteLook)}>{note}</span>
    </span>
  )
}

const SUMMARY =
  'flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-4'

type MessageRowProps = RowTextProps & {
  moment: string
  badge: ReactNode
  text: string
  above?: ReactNode
  below?: ReactNode
}

export function MessageRow({ moment, badge, text, above, below, ...row }: MessageRowProps) {
  return (
    <CardRow>
      <details className="group">
        <summary className={SUMMARY}>
          <RowText {...row} />
          <span className="text-[0.9375rem] text-bark-deep">{moment}</span>
          {badge}
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-5 text-bark-deep group-open:rotate-180"
          />
        </summary>
        {above}
        <p className="mx-4 mb-4 rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
        {below}
      </details>
    </CardRow>
  )
}
