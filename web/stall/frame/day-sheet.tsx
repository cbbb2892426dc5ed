import { useEffect, useState } from 'react'
import { stall } from '#contract/market/stall.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { DayList } from '../gate/day-list.tsx'
import type { Grant } from '../load-day.ts'
import { setPhoneHolder } from '../set-phone-holder.ts'
import { useStall } from '../use-stall.ts'
import { HomeScreen } from './home-screen.tsx'
import { Sheet } from './sheet.tsx'

/** Another day or place, who holds the phone, and signing out. */
export function DaySheet({ onClose }: { onClose: () => void }) {
  const { day, dayLoadedAt } = useStall()
  const days = useDays()
  return (
    <Sheet title={day ? formatBriefDay(day.marketDay.day) : 'Market day'} onClose={onClose}>
      <DayList days={days} onChosen={onClose} />
      {dayLoadedAt !== null && (
        <p className="text-bark-deep">
          Boxes and prices are as of {formatClock(new Date(dayLoadedAt), new Date())}.
        </p>
      )}
      <PhoneHolder onChosen={onClose} />
      <HomeScreen />
      <SignOut onLeave={onClose} />
    </Sheet>
  )
}

function SignOut({ onLeave }: { onLeave: () => void }) {
  const { outbox, phone } = useStall()
  const isHelper = phone?.grant?.person.role === 'helper'
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        size="lg"
        onClick={() => {
          onLeave()
          goToHash('sign-out')
        }}
      >
        {outbox.length > 0 ? `Send ${formatNotes(outbox.length)} and sign out` : 'Sign out'}
      </Button>
      {isHelper && (
        <p className="text-bark-deep">To come back you need a new link from the farmer.</p>
      )}
    </div>
  )
}

const formatNotes = (count: number) => (count === 1 ? '1 note' : `${count} notes`)

/** The days that this phone may read, or without a network those that are on it. */
function useDays(): Grant['days'] {
  const { days } = useStall()
  const [readable, setReadable] = useState<Grant['days'] | null>(null)
  useEffect(() => {
    call(stall.days).then(
      (answer) => setReadable(answer.days),
      () => {},
    )
  }, [])
  return readable ?? days.map(({ day }) => day.marketDay)
}

/** Said in the history of what happens: no proof, and no lock. */
function PhoneHolder({ onChosen }: { onChosen: () => void }) {
  const { phone, day } = useStall()
  const people = day?.people ?? []
  if (people.length < 2) return null
  const chosen = phone?.by ?? phone?.grant?.person.id
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Who holds this phone?</legend>
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
