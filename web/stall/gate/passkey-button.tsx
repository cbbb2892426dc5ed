import { useEffect, useState } from 'react'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import type { Grant } from '../load-day.ts'
import { grantPhone } from './gate-calls.ts'

type PasskeyButtonProps = { onDone: (days: Grant['days']) => void }

const code = () => import('#web/api/passkey.ts')

/** Replaces the password for people with a passkey here; hidden where nobody has one. */
export function PasskeyButton({ onDone }: PasskeyButtonProps) {
  const [isOffered, setIsOffered] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState('')
  useEffect(() => {
    if (!canUsePasskeys()) return
    void code()
      .then(({ isPasskeyOffered }) => isPasskeyOffered())
      .then(setIsOffered, () => {})
  }, [])
  if (!isOffered) return null
  const signIn = async () => {
    setIsBusy(true)
    setRefused('')
    await code()
      .then(({ signInByPasskey }) => signInByPasskey())
      .then(grantPhone)
      .then(onDone, (failure) => setRefused(sentenceOf(failure, 'The shop could not be reached.')))
    setIsBusy(false)
  }
  return (
    <div className="grid gap-2">
      <Button variant="quiet" size="lg" busy={isBusy} onClick={() => void signIn()}>
        {isBusy ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
      </Button>
      {refused && (
        <p role="alert" className="text-beet-deep">
          {refused}
        </p>
      )}
    </div>
  )
}
