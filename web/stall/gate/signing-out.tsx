import { useEffect, useState } from 'react'
import { GateCard } from './gate-card.tsx'
import { signOut } from './sign-out.ts'

/** Sends what waits and leads to the desk's sign-in; the desk comes here as well while notes wait on the phone. */
export function SigningOut() {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    void signOut().then((sentence) => (sentence ? setSaid(sentence) : location.assign('/admin')))
  }, [])
  return (
    <GateCard title="Signing out">
      <p role="status">{said ?? 'Sending what waits on this phone first…'}</p>
    </GateCard>
  )
}
