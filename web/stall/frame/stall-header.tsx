import { useState } from 'react'
import { formatBriefDay } from '#contract/date-format.ts'
import { useStall } from '../use-stall.ts'
import { PhoneHolderDialog } from './phone-holder-dialog.tsx'
import { Sheet } from './sheet.tsx'
import { StallMenu } from './stall-menu.tsx'

export function StallHeader() {
  const { phone, day } = useStall()
  const person = day?.people.find(({ id }) => id === phone?.by)?.name ?? phone?.grant?.person.name
  return (
    <header className="flex items-center gap-3 px-3 pt-1.5">
      <img src="/favicon.svg" alt="" className="size-9 shrink-0 rounded-full" />
      <div className="min-w-0 grow">
        <h1 className="text-[1.1875rem] leading-tight wrap-anywhere">
          {day ? `${formatBriefDay(day.marketDay.day)} · ${day.marketDay.placeName}` : 'The stall'}
        </h1>
        {phone?.grant && (
          <p className="text-[0.9375rem] leading-snug wrap-anywhere text-bark-deep">
            {phone.grant.label} · <HeldBy name={person ?? ''} />
          </p>
        )}
      </div>
      <StallMenu />
    </header>
  )
}

/** `as Farmer`: a tap on it, and one on a name, when the phone changes hands. */
function HeldBy({ name }: { name: string }) {
  const { day } = useStall()
  const [isOpen, setOpen] = useState(false)
  const text = (
    <>
      as <strong>{name}</strong>
    </>
  )
  if ((day?.people.length ?? 0) < 2) return text
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-my-3 min-h-11 min-w-11 cursor-pointer underline underline-offset-4"
      >
        {text}
      </button>
      {isOpen && (
        <Sheet title="Who is at the stall?" onClose={() => setOpen(false)}>
          <PhoneHolderDialog onChosen={() => setOpen(false)} />
        </Sheet>
      )}
    </>
  )
}
