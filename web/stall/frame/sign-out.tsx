import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { signOut } from '../gate/sign-out.ts'
import { useStall } from '../use-stall.ts'

/** Only once the outbox is empty. */
export function SignOut() {
  const { outbox } = useStall()
  const [refused, setRefused] = useState<string>()
  const leave = async () => setRefused(await signOut())
  if (outbox.length > 0)
    return (
      <p className="text-bark-deep">
        Signing out is possible once nothing waits: {outbox.length}{' '}
        {outbox.length === 1 ? 'is' : 'are'} on this phone only.
      </p>
    )
  return (
    <>
      <Button variant="quiet" size="lg" onClick={() => void leave()}>
        Sign this phone out
      </Button>
      {refused && (
        <p role="alert" className="font-semibold text-beet">
          {refused}
        </p>
      )}
    </>
  )
}
