import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

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
        'flex min-h-11 w-fit cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-bark-deep',
        // 44 px for a finger, without moving what is beside it.
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
