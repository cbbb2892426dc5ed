import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'

export const TOOL = classNames('min-h-11 font-normal', inputLook)

type ToolFieldProps = { label: string; children: (id: string) => ReactNode }

export function ToolField({ label, children }: ToolFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

export type ToolOptions = readonly (readonly [value: string, label: string])[]

type ToolSelectProps = {
  label: string
  value: string
  options: ToolOptions
  onChoose: (value: string) => void
  className?: string
}

export function ToolSelect({ label, value, options, onChoose, className }: ToolSelectProps) {
  return (
    <ToolField label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
          className={classNames(TOOL, className)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </ToolField>
  )
}
