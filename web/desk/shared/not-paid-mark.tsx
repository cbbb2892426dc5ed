import { classNames } from '#web/ui/class-names.ts'

const LOOK =
  'inline-block rounded-md bg-beet px-2.5 py-0.5 tracking-wide whitespace-nowrap text-on-beet'

export function NotPaidMark({ className }: { className?: string }) {
  return <strong className={classNames(LOOK, className)}>NOT PAID</strong>
}
