import { phoneHref } from './phone-href.ts'

export function PhoneLink({ number }: { number: string }) {
  return (
    <a
      href={phoneHref(number)}
      className="font-semibold whitespace-nowrap underline underline-offset-4"
    >
      {number}
    </a>
  )
}
