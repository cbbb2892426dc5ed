import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const VARIANTS = {
  default: 'bg-sprout text-leaf-deep border-transparent',
  secondary: 'bg-yolk-pale text-yolk-deep border-transparent',
  destructive: 'bg-beet-pale text-beet border-transparent',
  outline: 'bg-card text-soil border-bark',
}

export type BadgeVariant = keyof typeof VARIANTS

type BadgeProps = { variant?: BadgeVariant; className?: string; children: ReactNode }

export function Badge({ variant = 'default', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full border px-3 py-0.5 text-sm font-semibold whitespace-nowrap',
        VARIANTS[variant],
        className,
      )}
    >
      {children}
    </span>
  )
}
