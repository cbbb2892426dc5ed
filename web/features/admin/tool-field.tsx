import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'

/** The looks of a control that narrows or orders a list. */
export const TOOL = classNames('h-11 font-normal', inputLook)

/** A control over a list, under its label. */
export function ToolField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="grid content-start gap-1 text-[0.9375rem] font-semibold">
      {label}
      {children}
    </label>
  )
}
