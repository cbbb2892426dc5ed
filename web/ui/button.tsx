import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const VARIANTS = {
  primary: 'bg-leaf text-on-leaf hover:bg-leaf-deep',
  sprout: 'bg-sprout text-leaf-deep hover:bg-straw',
  quiet: 'border-[1.5px] border-straw bg-card text-soil hover:border-bark hover:bg-paper',
  danger: 'bg-beet text-on-beet hover:bg-beet-deep',
  /** Looks unavailable but can still be pressed to ask why. */
  muted: 'bg-straw text-bark-deep',
  plain: 'text-soil hover:bg-sprout',
}

const SIZES = {
  sm: 'min-h-11 px-4 py-1 text-[0.9375rem]',
  md: 'min-h-11 px-5 py-1 text-base',
  lg: 'min-h-14 px-6 py-1 text-[1.0625rem]',
  icon: 'size-11 shrink-0',
}

const BASE =
  'inline-flex min-w-fit cursor-pointer items-center justify-center gap-2 rounded-4xl text-center leading-tight font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed'

type ButtonLook = {
  variant?: keyof typeof VARIANTS | undefined
  size?: keyof typeof SIZES | undefined
}

export function buttonLook(
  { variant = 'primary', size = 'md' }: ButtonLook = {},
  ...more: (string | undefined)[]
): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], ...more)
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** At least 44 px in every size. */
export function Button({ variant, size, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={buttonLook({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  )
}
