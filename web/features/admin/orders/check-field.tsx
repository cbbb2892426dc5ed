import type { ReactNode } from 'react'

type CheckFieldProps = {
  /** The words beside it. */
  label: ReactNode
  checked: boolean
  /** Some of what it stands for, not all. */
  partly?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with its words; 44 px high. */
export function CheckField({ label, checked, partly = false, disabled = false, onChange }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-bark-deep">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = partly
        }}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5.5 cursor-[inherit] accent-leaf"
      />
      <span>{label}</span>
    </label>
  )
}
