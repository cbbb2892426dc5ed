import { type FormEvent, useEffect, useState } from 'react'
import { secretInLink } from '#contract/people.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { Grant } from '../load-day.ts'
import { grantPhone, takeLink } from './gate-calls.ts'

/**
 * For a helper: a link of the farmer's in place of the password. It is pasted, as an app on the home screen shares no
 * cookies with the browser that opens links; or the page was opened with it.
 */
export function LinkForm({ onDone }: { onDone: (days: Grant['days']) => void }) {
  const [opened] = useState(() => secretInLink(location.hash))
  const [isShown, setIsShown] = useState(opened !== null)
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const take = async (secret: string | null) => {
    if (secret === null) return setRefused('Please paste the whole link.')
    setIsBusy(true)
    const days = takeLink(secret).then(grantPhone)
    await days.then(onDone, (failure) => setRefused(sentenceOf(failure)))
    setIsBusy(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page was opened
  useEffect(() => {
    if (opened !== null) void take(opened)
  }, [])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void take(secretInLink(String(new FormData(event.currentTarget).get('link') ?? '')))
  }
  if (!isShown)
    return (
      <Button variant="plain" onClick={() => setIsShown(true)}>
        I have a link from the farmer
      </Button>
    )
  return (
    <form noValidate className="grid gap-4 border-t border-straw pt-5" onSubmit={send}>
      <TextField
        label="Link from the farmer"
        name="link"
        autoComplete="off"
        required
        error={refused}
        hint="Copy it from the message and paste it here. It works once."
        onInput={() => setRefused(undefined)}
      />
      <Button type="submit" variant="quiet" size="lg" busy={isBusy}>
        Use the link
      </Button>
    </form>
  )
}
