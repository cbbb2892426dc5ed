import { useEffect } from 'react'
import { guessMeantAddress } from '#contract/mail/mail-hint.ts'
import { announce } from './announcer.tsx'

export type MailHintProps = {
  typed: string
  onTake: (address: string) => unknown
}

export function MailHint({ typed, onTake }: MailHintProps) {
  const meant = guessMeantAddress(typed)
  useEffect(() => {
    if (meant) announce(`Did you mean ${meant}?`)
  }, [meant])
  if (!meant) return null
  const domain = meant.slice(meant.lastIndexOf('@'))
  const isSlipElsewhere = typed.toLowerCase().includes(domain.toLowerCase())
  const take = () => {
    onTake(meant)
    announce(`Your email is ${meant} now.`)
  }
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-yolk-pale px-3.5 py-1">
      <span className="min-w-0 wrap-anywhere">
        Did you mean <strong>{isSlipElsewhere ? meant : domain.slice(1)}</strong>?
      </span>
      <button
        type="button"
        aria-label={`Use it: ${meant}`}
        onClick={take}
        className="min-h-11 cursor-pointer rounded-lg font-semibold underline underline-offset-4"
      >
        Use it
      </button>
    </p>
  )
}
