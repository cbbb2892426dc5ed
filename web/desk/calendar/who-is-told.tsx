import { countPeople, personToCall } from '#contract/calendar/calls.ts'
import type { PersonToCall } from '#contract/calendar/market-day-changes.ts'
import { formatNumbers } from '#contract/packing/box-text.ts'
import { CallLinks } from '#web/ui/call-links.tsx'
import { Notice } from '../shared/notice.tsx'
import { formatPeople } from './calendar-text.ts'

export function WhoIsTold({ people, toCall }: { people: number; toCall: readonly PersonToCall[] }) {
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
        {people > 0 ? 'We can’t email these customers.' : 'We can’t email anybody.'} Please call{' '}
        {formatPeople(countPeople(toCall))}; they stay on Today until you check them off:
      </Notice>
      <PeopleToCall people={toCall} />
    </>
  )
}

export function PeopleToCall({ people }: { people: readonly PersonToCall[] }) {
  return (
    <ul className="divide-y divide-straw rounded-xl border border-straw bg-card">
      {[...Map.groupBy(people, personToCall)].map(([person, orders]) => (
        <li key={person} className="flex flex-wrap items-center gap-x-3 px-4 py-1">
          <span className="grow wrap-anywhere">
            {orders[0]?.customerName}{' '}
            <span className="text-bark-deep">{formatNumbers(orders.map(({ id }) => id))}</span>
          </span>
          <PhoneToCall phone={orders[0]?.customerPhone ?? null} />
        </li>
      ))}
    </ul>
  )
}

export function PhoneToCall({ phone }: { phone: string | null }) {
  if (!phone) return <span className="text-bark-deep">no phone number</span>
  return (
    <span className="flex items-center gap-2 py-1">
      <span className="mr-1 whitespace-nowrap text-bark-deep">{phone}</span>
      <CallLinks phone={phone} isRound />
    </span>
  )
}
