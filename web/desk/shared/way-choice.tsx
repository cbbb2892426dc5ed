import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'

type WayChoiceProps = {
  legend: string
  name: string
  options: readonly (readonly [value: string, label: string])[]
  value: string | null
  onChoose: (value: string) => void
  error?: string | undefined
}

const CARD =
  'relative grid min-h-12 cursor-pointer place-items-center rounded-xl border-[1.5px] border-bark bg-field px-3 py-2 text-center leading-tight font-semibold wrap-anywhere has-checked:border-leaf has-checked:bg-sprout has-checked:[box-shadow:inset_0_0_0_1px_var(--color-leaf)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf'

export function WayChoice({ legend, name, options, value, onChoose, error }: WayChoiceProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {options.map(([option, label]) => (
          <label key={option} className={classNames(CARD, error && 'border-beet')}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={value === option}
              onChange={() => onChoose(option)}
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={errorId} className="mt-1.5">
        {error}
      </FieldError>
    </fieldset>
  )
}
