import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'

export const TOOL = classNames('h-11 font-normal', inputLook)

/** A control over a list, under its label: `<ToolField label="Show">{(id) => <select id={id} />}</ToolField>`. */
export function ToolField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
