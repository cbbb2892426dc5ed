import { classNames } from './class-names.ts'
import { phoneHref } from './phone-href.ts'

export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a
      href={phoneHref(number)}
      className={classNames(
        'font-semibold whitespace-nowrap underline underline-offset-4',
        className,
      )}
    >
      {number}
    </a>
  )
}
