import { Button } from '#web/ui/button.tsx'
import { useSignOut } from '../shared/desk-session.ts'

export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button variant="quiet" size="sm" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      {signOut.isPending ? 'Signing out…' : 'Sign out'}
    </Button>
  )
}
