import { type ReactNode, useState } from 'react'
import { formatDay } from '#contract/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { type DayOption, sharedDay } from './day-options.ts'
import type { DayChoice } from './use-day-choices.ts'

/** So many are shown at first. */
const FEW = 4

type DayChoiceFieldProps = {
  choice: DayChoice
  isHidden: boolean
  /** The input's name. */
  name: string
  error: string | undefined
  /** What is asked, by the one day of all options or null, and what is said where there is nothing to ask. */
  ask: (day: string | null) => string
  say: (option: DayOption) => string
  children?: ReactNode
}

/** Where and when an order is picked up, or when it is delivered; nothing to choose where there is one place on one day. */
export function DayChoiceField(props: DayChoiceFieldProps) {
  const { choice, isHidden, name, error, ask, say, children } = props
  const [only, ...others] = choice.options
  const isOne = only?.day && others.length === 0 && only.isOpen
  const words = error ?? choice.news
  return (
    <fieldset
      hidden={isHidden}
      disabled={isHidden}
      aria-describedby={words ? `${name}-words` : undefined}
      className="mt-5"
    >
      {isOne ? (
        <OneOption option={only} name={name} say={say} />
      ) : (
        <Options choice={choice} name={name} ask={ask} />
      )}
      <div role="status">
        {words && (
          <p
            id={`${name}-words`}
            className={
              error
                ? 'mt-2 text-[0.9375rem] font-semibold text-beet'
                : 'mt-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]'
            }
          >
            {words}
          </p>
        )}
      </div>
      {children}
    </fieldset>
  )
}

type OptionsProps = Pick<DayChoiceFieldProps, 'choice' | 'name' | 'ask'>

function Options({ choice: { options, option, choose }, name, ask }: OptionsProps) {
  const [isAll, setAll] = useState(false)
  const day = sharedDay(options)
  const isShort = !isAll && (!option || options.indexOf(option) < FEW)
  const shown = isShort ? options.slice(0, FEW) : options
  return (
    <>
      <legend className="mb-2 font-semibold">{ask(day)}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {shown.map((one) => (
          <ChoiceCard
            key={one.value}
            name={name}
            value={one.value}
            label={labelOf(one, day)}
            note={<OptionNote option={one} />}
            disabled={!one.isOpen}
            checked={one === option}
            onChoose={() => choose(one.value)}
          />
        ))}
      </div>
      {shown.length < options.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          Show {options.length - shown.length} more days
        </Button>
      )}
    </>
  )
}

function labelOf({ name, day, isOpen }: DayOption, shared: string | null): string {
  return day && (!shared || !isOpen) ? `${formatDay(day)} · ${name}` : name
}

type OneOptionProps = Pick<DayChoiceFieldProps, 'name' | 'say'> & { option: DayOption }

function OneOption({ option, name, say }: OneOptionProps) {
  return (
    <>
      <legend className="mb-2 font-semibold">{say(option)}</legend>
      <input type="hidden" name={name} value={option.value} />
      <p className="font-semibold">{option.name}</p>
      <p className="text-[0.9375rem] text-bark-deep">
        <OptionNote option={option} />
      </p>
    </>
  )
}

function OptionNote({ option: { hours, words, place } }: { option: DayOption }) {
  return (
    <>
      {hours}
      {words && ` · ${words}`}
      {place.address && <span className="block">{place.address}</span>}
      {place.mapUrl && (
        <a
          href={place.mapUrl}
          target="_blank"
          rel="noopener"
          className="relative z-1 inline-flex min-h-6 items-center underline underline-offset-4"
        >
          Map
        </a>
      )}
      {place.note && <span className="block">{place.note}</span>}
    </>
  )
}
