import type { PersonToCall } from '#contract/market-day-changes.ts'
import { phoneHref, textHref } from '#web/ui/phone-href.ts'
import { Notice } from '../shared/notice.tsx'
import { formatPeople } from './calendar-text.ts'

type Told = { people: number; toCall: readonly PersonToCall[] }

/** Who hears of a change by email, and exactly who has to be called. */
export function WhoIsTold({ people, toCall }: Told) {
  if (people + toCall.length === 0) return null
  if (toCall.length === 0) return <p>Every buyer gets an email.</p>
  return (
    <>
      {people > 0 && (
        <p>
          {formatPeople(people)} {people === 1 ? 'gets' : 'get'} an email.
        </p>
      )}
      <Notice tone="warning">
        {people > 0 ? 'No email reaches these buyers.' : 'No email reaches anybody.'} Please call{' '}
        {formatPeople(toCall.length)}; they stay on Today until you tick them off:
      </Notice>
      <PeopleToCall people={toCall} />
    </>
  )
}

export function PeopleToCall({ people }: { people: readonly PersonToCall[] }) {
  return (
    <ul className="divide-y divide-straw rounded-xl border border-straw bg-card">
      {people.map(({ id, customerName, customerPhone }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 px-4 py-1">
          <span className="grow wrap-anywhere">
            {customerName} <span className="text-bark-deep">#{id}</span>
          </span>
          <PhoneLink phone={customerPhone} />
        </li>
      ))}
    </ul>
  )
}

const LINK =
  'inline-flex min-h-11 min-w-11 items-center font-semibold whitespace-nowrap underline underline-offset-4'

/** To call, or to write a message. */
export function PhoneLink({ phone }: { phone: string | null }) {
  if (!phone) return <span className="text-bark-deep">no phone number</span>
  return (
    <span className="flex gap-4">
      <a href={phoneHref(phone)} className={LINK}>
        {phone}
      </a>
      <a href={textHref(phone)} aria-label={`Text ${phone}`} className={LINK}>
        Text
      </a>
    </span>
  )
}
