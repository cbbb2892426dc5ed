import type { ReactNode } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'

export type CheckFieldProps = {
  label?: ReactNode
  hiddenLabel?: string
  checked: boolean
  partly?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function CheckField(props: CheckFieldProps) {
  const { label, hiddenLabel, checked, partly = false, disabled = false, onChange } = props
  return (
    <label
      className={classNames(
        'flex min-h-11 w-fit cursor-pointer py-1 items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-bark-deep',
        // 44 px for a finger, without moving its neighbors.
        !label && '-mx-2.75 px-2.75',
      )}
    >
      <input
        type="checkbox"
        aria-label={hiddenLabel}
        ref={(box) => {
          if (box) box.indeterminate = partly
        }}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5.5 shrink-0 cursor-[inherit] accent-leaf"
      />
      {label && <span>{label}</span>}
    </label>
  )
}

type CheckListProps<Choice extends string> = {
  legend: string
  labels: Readonly<Record<Choice, string>>
  chosen: readonly Choice[]
  error: string | undefined
  onChange: (chosen: Choice[]) => void
}

export function CheckList<Choice extends string>(props: CheckListProps<Choice>) {
  const { legend, labels, chosen, error, onChange } = props
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {keysOf(labels).map((choice) => (
        <CheckField
          key={choice}
          label={labels[choice]}
          checked={chosen.includes(choice)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, choice] : chosen.filter((one) => one !== choice))
          }
        />
      ))}
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
