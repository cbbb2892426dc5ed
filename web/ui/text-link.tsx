import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const LOOK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'

export function TextLink({ className, ...link }: ComponentProps<'a'>) {
  return <a {...link} className={classNames(LOOK, className)} />
}
