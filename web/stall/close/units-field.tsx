import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { parseUnits } from '../typed-units.ts'

type UnitsFieldProps = { label: string; value: string; onType: (text: string) => void }

export function UnitsField({ label, value, onType }: UnitsFieldProps) {
  return (
    <input
      aria-label={label}
      aria-invalid={parseUnits(value) === null || undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      value={value}
      onChange={({ target }) => onType(target.value)}
      className={classNames('h-12 w-18! shrink-0 text-center text-lg tabular-nums', inputLook)}
    />
  )
}
