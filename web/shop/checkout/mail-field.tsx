import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { mailsAreSentQuery } from '#web/api/page-queries.ts'
import { useQuery } from '#web/api/use-query.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MailHint } from '#web/ui/mail-hint.tsx'
import { afterPress } from './after-press.ts'
import type { Fields } from './use-fields.ts'

type MailFieldProps = { fields: Fields; error: string | undefined }

/** A promise only where mail goes out. */
function hintBy(areSent: boolean | undefined): string {
  if (areSent === undefined) return 'For your order and your receipt.'
  return areSent
    ? 'We will send your confirmation here.'
    : 'For your order. Keep your receipt: it opens by its link.'
}

/** The address that the confirmation goes to; one that looks mistyped is taken all the same. */
export function MailField({ fields, error }: MailFieldProps) {
  const wired = fields.wired('customerEmail')
  const { data } = useQuery(mailsAreSentQuery)
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
        hint={hintBy(data?.areSent)}
        error={error}
        onBlur={({ target: { value } }) => afterPress(() => setLeft(value))}
      />
      <MailHint typed={left === wired.value ? left : ''} onTake={take} />
    </div>
  )
}
