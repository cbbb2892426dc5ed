import { type ReactNode, useState } from 'react'
import { formatDay } from '#contract/time/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { MapLink } from '#web/ui/map-link.tsx'
import { type DayOption, sharedDay } from './day-options.ts'
import type { DayChoice } from './use-day-choices.ts'

const FEW = 4

type DayChoiceFieldProps = {
  choice: DayChoice
  isHidden: boolean
  name: string
  error: string | undefined
  isOnePlace?: boolean
  /** The question, or what replaces it without a choice. `day`: the only day of all, or null. */
  legendOf: (day: string | null) => string
  label: (option: DayOption) => string
  children?: ReactNode
}

export function DayChoiceField(props: DayChoiceFieldProps) {
  const { choice, isHidden, name, error, isOnePlace = false, legendOf, label, children } = props
  const [isAll, setAll] = useState(false)
  const { options, option, choose } = choice
  const shown = isAll ? options : firstShown(choice)
  const day = sharedDay(shown)
  const [only, ...others] = options
  const isOne = only?.day && others.length === 0 && only.isOpen
  const later = new Set(options.slice(shown.length).map((one) => one.day)).size
  const text = error ?? choice.news
  return (
    <fieldset
      hidden={isHidden}
      disabled={isHidden}
      aria-describedby={text ? `${name}-words` : undefined}
      className="mt-5"
    >
      <legend className="mb-2 font-semibold">{isOne ? label(only) : legendOf(day)}</legend>
      <div role="status">
        {text && (
          <p
            id={`${name}-words`}
            className={
              error
                ? 'mb-3 font-semibold text-beet'
                : 'mb-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]'
            }
          >
            {text}
          </p>
        )}
      </div>
      {isOne ? (
        <>
          <input type="hidden" name={name} value={only.value} />
          <p className="font-semibold">{only.name}</p>
          <p className="text-[0.9375rem] text-bark-deep">
            <OptionNote option={only} hours={only.time} /> <OptionMap option={only} />
          </p>
        </>
      ) : (
        <div className={classNames('grid gap-3 sm:grid-cols-2', error && '*:border-beet')}>
          {shown.map((one) => {
            const date = one.day && (!day || !one.isOpen) ? formatDay(one.day) : null
            return (
              <ChoiceCard
                key={one.value}
                name={name}
                value={one.value}
                label={[date, !(date && isOnePlace) && one.name].filter(Boolean).join(' · ')}
                note={<OptionNote option={one} hours={date ? one.time : one.hours} />}
                aside={<OptionMap option={one} />}
                disabled={!one.isOpen}
                checked={one === option}
                onChoose={() => choose(one.value)}
              />
            )
          })}
        </div>
      )}
      {later > 0 && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          {later === 1 ? 'Show 1 more day' : `Show ${later} more days`}
        </Button>
      )}
      {children}
    </fieldset>
  )
}

function firstShown({ options, option }: DayChoice): DayOption[] {
  const day = options.find(({ isOpen }) => isOpen)?.day
  const isOfDay = (one: DayOption) => one.isOpen && one.day === day
  const places = options.filter(isOfDay).length
  const first = options.slice(0, places > 1 ? options.findLastIndex(isOfDay) + 1 : FEW)
  return option && !first.includes(option) ? options : first
}

function OptionMap({ option: { place } }: { option: DayOption }) {
  if (!place.mapUrl) return null
  return (
    <MapLink
      href={place.mapUrl}
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    />
  )
}

type OptionNoteProps = { option: DayOption; hours: string }

function OptionNote({ option: { note: text, place }, hours }: OptionNoteProps) {
  const { address, note } = place
  return (
    <>
      {hours}
      {text && ` · ${text}`}
      {address && <span className="block">{address}</span>}
      {note && <span className="block">{note}</span>}
    </>
  )
}
