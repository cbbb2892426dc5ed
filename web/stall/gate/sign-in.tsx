import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useStall } from '../use-stall.ts'
import { signIn } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'

export function SignIn({ onDone }: { onDone: () => void }) {
  const { outbox } = useStall()
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return setRefused('Please enter the password.')
    setIsBusy(true)
    await signIn(password).then(onDone, (failure) => setRefused(sentenceOf(failure)))
    setIsBusy(false)
  }
  return (
    <GateCard title="The stall">
      <p className="text-bark-deep">
        {outbox.length > 0
          ? `Sign in to send the ${outbox.length} that wait on this phone. Nothing is lost.`
          : 'This page hands over boxes and sells at the market, with or without a network.'}
      </p>
      <form noValidate className="grid gap-4" onSubmit={send}>
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          error={refused}
          onInput={() => setRefused(undefined)}
        />
        <Button type="submit" size="lg" busy={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </GateCard>
  )
}
