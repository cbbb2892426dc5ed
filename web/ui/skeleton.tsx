import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-pulse rounded-lg bg-straw/70 motion-reduce:animate-none',
        className,
      )}
    />
  )
}
