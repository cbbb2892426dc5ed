import { LogOut } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSignOut } from '../shared/desk-session.ts'
import { useQuestion } from '../shared/dialog-at.tsx'

export function HelperSignOut({ name }: { name: string }) {
  const [isOpen, open] = useQuestion('sign-out', 'lists')
  const signOut = useSignOut()
  return (
    <>
      <span className="max-w-32 truncate font-semibold">{name}</span>
      <Button
        variant="quiet"
        size="sm"
        className="max-sm:w-11 max-sm:px-0"
        onClick={() => open(true)}
      >
        <LogOut aria-hidden="true" className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">Sign out</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => open(false)}
        title="Sign out on this phone?"
        confirmLabel={signOut.isPending ? 'Signing out…' : 'Sign out'}
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate()}
      >
        To come back you need a new link from the farmer.
      </ConfirmDialog>
    </>
  )
}
