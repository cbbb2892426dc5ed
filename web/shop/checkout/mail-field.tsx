import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from '#web/ui/field.tsx'
import { MailHint } from '#web/ui/mail-hint.tsx'
import { afterPress } from './after-press.ts'
import type { Fields } from './use-fields.ts'

type MailFieldProps = { fields: Fields; error: string | undefined }

/** The address that the confirmation goes to; one that looks mistyped is taken all the same. */
export function MailField({ fields, error }: MailFieldProps) {
  const wired = fields.wired('customerEmail')
  const place = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(wired.value)
  const take = (address: string) => {
    const input = place.current?.querySelector('input')
    flushSync(() => fields.type('customerEmail', address))
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.focus()
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
        onBlur={({ target: { value } }) => afterPress(() => setLeft(value))}
      />
      <MailHint typed={left === wired.value ? left : ''} onTake={take} />
    </div>
  )
}
