import { type FormEvent, useState } from 'react'
import { secretInLink } from '#contract/people/people.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

type DeviceLinkFormProps = {
  /** From the link that was opened; without it, the link is pasted. */
  secret?: string | null
  /** Uses up the link; returns the refusal's message, or null once this phone is linked. */
  onLink: (secret: string) => Promise<string | null>
}

export function DeviceLinkForm({ secret = null, onLink }: DeviceLinkFormProps) {
  const [refused, setRefused] = useState<string>()
  const [isPasted, setPasted] = useState(secret === null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('link')
    const found = typed === null ? secret : secretInLink(String(typed))
    if (found === null) return setRefused('Please paste the whole link that the farmer sent you.')
    setBusy(true)
    const sentence = await onLink(found)
    setBusy(false)
    if (sentence === null) return
    setRefused(sentence)
    setPasted(true)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      {isPasted ? (
        <TextField
          label="Link from the farmer"
          name="link"
          required
          error={refused}
          onInput={() => setRefused(undefined)}
        />
      ) : (
        <p>The farmer’s link works once. After that, this phone is linked to you.</p>
      )}
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? 'Linking…' : 'Use this phone'}
      </Button>
    </form>
  )
}
