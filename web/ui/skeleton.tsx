import { classNames } from './class-names.ts'

/** A grey shape where something will be; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-lg bg-straw/70 motion-reduce:animate-none', className)}
    />
  )
}
