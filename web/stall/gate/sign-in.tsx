import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useStall } from '../use-stall.ts'
import { signIn } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'
import { LinkForm } from './link-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

type SignInProps = { isEmptied: boolean; onDone: () => void }

export function SignIn({ isEmptied, onDone }: SignInProps) {
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
      {isEmptied && <Emptied />}
      <p className="text-bark-deep">
        {outbox.length > 0
          ? `Sign in to send the ${outbox.length} that wait on this phone. Nothing is lost.`
          : 'Hand over orders and sell at the market here, with or without a network.'}
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
      <PasskeyButton onDone={onDone} />
      <LinkForm onDone={onDone} />
    </GateCard>
  )
}

/** Said plainly: what a browser throws away without a word is the one thing that cannot be had again. */
function Emptied() {
  return (
    <p role="alert" className="rounded-2xl bg-beet-pale px-4 py-3">
      <strong className="text-beet-deep">This phone was emptied.</strong> Its browser threw away
      what the stall kept here. What was sent before is with the shop; what was not has to be
      entered at the desk. Put the page on the home screen, so that it is kept.
    </p>
  )
}
