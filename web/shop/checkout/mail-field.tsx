import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { guessMeantAddress } from '#contract/mail-hint.ts'
import { announce } from '#web/ui/announcer.tsx'
import { TextField } from '#web/ui/field.tsx'
import { afterPress } from './after-press.ts'
import type { Fields } from './use-fields.ts'

type MailFieldProps = { fields: Fields; error: string | undefined }

/** The address that the confirmation goes to; one that looks mistyped is offered as it was meant, and taken as it is all the same. */
export function MailField({ fields, error }: MailFieldProps) {
  const wired = fields.wired('customerEmail')
  const place = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(wired.value)
  const meant = left === wired.value ? guessMeantAddress(left) : null
  const leave = ({ target: { value } }: { target: { value: string } }) =>
    afterPress(() => {
      setLeft(value)
      const guess = guessMeantAddress(value)
      if (guess) announce(`Did you mean ${guess}?`)
    })
  const take = (address: string) => {
    const input = place.current?.querySelector('input')
    flushSync(() => fields.type('customerEmail', address))
    // Whatever was said of the address before is looked at again.
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.focus()
    announce(`Your email is ${address} now.`)
  }
  return (
    <div ref={place} className="grid content-start gap-2">
      <TextField
        {...wired}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        required
        hint="We will send your confirmation here."
        error={error}
        onBlur={leave}
      />
      {meant && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-yolk-pale px-3.5 py-1">
          <span className="min-w-0 wrap-anywhere">
            Did you mean <strong>{meant}</strong>?
          </span>
          <button
            type="button"
            aria-label={`Use it: ${meant}`}
            onClick={() => take(meant)}
            className="min-h-11 cursor-pointer rounded-lg font-semibold underline underline-offset-4"
          >
            Use it
          </button>
        </p>
      )}
    </div>
  )
}
