import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export const CARD = 'rounded-2xl border border-straw bg-card'

export function Card({ className, ...section }: ComponentProps<'section'>) {
  return <section {...section} className={classNames(CARD, 'p-4 sm:p-6', className)} />
}

/** A list in one frame, with a line under each of its rows. */
export function CardList({ className, ...list }: ComponentProps<'ul'>) {
  return <ul {...list} className={classNames(CARD, className)} />
}

export function CardRow({ className, ...row }: ComponentProps<'li'>) {
  return <li {...row} className={classNames('border-b border-straw last:border-0', className)} />
}
