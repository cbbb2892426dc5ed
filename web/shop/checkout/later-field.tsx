import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

type LaterFieldProps = {
  label: string
  icon: ReactNode
  isFilled: boolean
  name: string
  children: ReactNode
}

export function LaterField({ label, icon, isFilled, name, children }: LaterFieldProps) {
  const [isOpen, setOpen] = useState(isFilled)
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
      <span className="shrink-0">{icon}</span>
      <span className="text-left underline underline-offset-4">{label}</span>
    </button>
  )
}
