import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

type LaterFieldProps = {
  label: string
  icon: LucideIcon
  field: { name: string; value: string }
  children: ReactNode
}

export function LaterField({
  label,
  icon: Icon,
  field: { name, value },
  children,
}: LaterFieldProps) {
  const [isOpen, setOpen] = useState(value !== '')
  if (isOpen) return children
  const open = (form: HTMLFormElement | null) => {
    flushSync(() => setOpen(true))
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => open(currentTarget.form)}
      className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 justify-self-start rounded-lg font-semibold text-leaf-deep"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="text-left underline underline-offset-4">{label}</span>
    </button>
  )
}
