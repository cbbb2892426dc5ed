import { ChevronDown, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { StallDay } from '#contract/market/stall.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { chooseDay } from '../gate/gate-calls.ts'
import { useStall } from '../use-stall.ts'
import { DaySheet } from './day-sheet.tsx'

/** `isWhole`: what is shown is of all places of the date, and none is chosen. */
export function StallHeader({ isWhole }: { isWhole: boolean }) {
  const { day } = useStall()
  return (
    <header className="flex min-h-13 items-center gap-x-1.5 pr-1.5 pl-4 lg:px-4">
      <DayButton day={day} isWhole={isWhole} />
      {day && !isWhole && <OtherPlaces day={day} />}
      <a
        href="#more"
        aria-label="More"
        className={buttonLook({ variant: 'plain', size: 'icon' }, 'shrink-0')}
      >
        <Ellipsis aria-hidden="true" className="size-6" />
      </a>
    </header>
  )
}

type DayButtonProps = { day: StallDay | null; isWhole: boolean }

function DayButton({ day, isWhole }: DayButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { phone } = useStall()
  const holder = day && day.people.length > 1 && day.people.find(({ id }) => id === phone?.by)
  return (
    <>
      <h1 className="min-w-30 grow basis-0 leading-none">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="min-h-11 max-w-full cursor-pointer text-left"
        >
          <span className="flex items-center gap-1.5 text-[1.375rem] leading-6.5">
            {day ? formatBriefDay(day.marketDay.day) : 'Market day'}
            <ChevronDown aria-hidden="true" className="size-5 text-bark-deep" />
          </span>
          {day && (
            <span className="block truncate font-sans text-[0.9375rem] leading-4.5 font-normal text-bark-deep">
              {isWhole ? 'All places' : `${day.marketDay.placeName} · ${boxesOf(day)}`}
              {holder && ` · ${holder.name}`}
            </span>
          )}
        </button>
      </h1>
      {isOpen && <DaySheet onClose={() => setOpen(false)} />}
    </>
  )
}

function boxesOf({ boxes }: StallDay): string {
  const standing = boxes.filter(({ isCancelled }) => !isCancelled)
  return formatBoxes(standing.reduce((sum, box) => sum + box.boxes, 0))
}

/** The other places of the date, each one tap away. */
function OtherPlaces({ day }: { day: StallDay }) {
  const { days } = useStall()
  const own = day.marketDay
  const others = days.filter(
    ({ id, day: { marketDay } }) => id !== own.id && marketDay.day === own.day,
  )
  return others.map(({ id, day: { marketDay } }) => (
    <button
      key={id}
      type="button"
      aria-label={`Change to ${marketDay.placeName}`}
      onClick={() => void chooseDay(id)}
      className={buttonLook({ variant: 'quiet', size: 'sm' }, 'min-w-0! max-w-28 shrink px-2.5!')}
    >
      <span className="truncate">{marketDay.placeName}</span>
    </button>
  ))
}
