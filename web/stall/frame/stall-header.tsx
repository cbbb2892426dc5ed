import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { formatBriefDay } from '#contract/date-format.ts'
import { formatClock } from '#contract/device-clock.ts'
import { setPhoneHolder } from '#web/stall/set-phone-holder.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { saveAsFile } from '../save-as-file.ts'
import { useStall } from '../use-stall.ts'
import { HomeScreen } from './home-screen.tsx'
import { Sheet } from './sheet.tsx'
import { SignOut } from './sign-out.tsx'

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
        {phone?.grant && (day?.people.length ?? 0) > 1 && (
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
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-my-3 min-h-11 min-w-11 cursor-pointer underline underline-offset-4"
      >
        as <strong>{name}</strong>
      </button>
      {isOpen && (
        <Sheet title="Who is at the stall?" onClose={() => setOpen(false)}>
          <PhoneHolderDialog onChosen={() => setOpen(false)} />
        </Sheet>
      )}
    </>
  )
}

function StallMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="plain"
        size="icon"
        aria-label="More"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Ellipsis aria-hidden="true" className="size-6" />
      </Button>
      {isOpen && (
        <Sheet title="This phone" onClose={close}>
          <PhoneHolderDialog onChosen={close} />
          <Loaded />
          <Button variant="quiet" size="lg" onClick={() => goToHash('days')}>
            Load again, or another market day
          </Button>
          <a href="/admin" className={buttonLook({ variant: 'quiet', size: 'lg' })}>
            Open the desk
          </a>
          <Button variant="quiet" size="lg" onClick={saveAsFile}>
            Save what waits as a file
          </Button>
          <HomeScreen />
          <SignOut />
        </Sheet>
      )}
    </>
  )
}

function Loaded() {
  const { dayLoadedAt } = useStall()
  if (dayLoadedAt === null) return null
  return (
    <p className="text-bark-deep">
      Boxes and prices are as of {formatClock(new Date(dayLoadedAt), new Date())}.
    </p>
  )
}

/** Said in the history of what happens: no proof, and no lock. */
function PhoneHolderDialog({ onChosen }: { onChosen: () => void }) {
  const { phone, day } = useStall()
  const people = day?.people ?? []
  if (people.length < 2) return null
  const chosen = phone?.by ?? phone?.grant?.person.id
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Who is at the stall?</legend>
      <div className="flex flex-wrap gap-2">
        {people.map(({ id, name }) => (
          <Button
            key={id}
            variant={id === chosen ? 'primary' : 'quiet'}
            aria-pressed={id === chosen}
            onClick={() => {
              void setPhoneHolder(id)
              onChosen()
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
