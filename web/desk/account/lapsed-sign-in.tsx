import { Dialog } from 'radix-ui'
import { Button } from '#web/ui/button.tsx'
import { useFocusBack } from '#web/ui/dialog.tsx'
import { PasswordForm } from './sign-in.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

type LapsedSignInProps = {
  /** Where the session stands and only a fresh sign-in is asked for: what becomes of it. */
  again?: (isSignedIn: boolean) => void
}

/** The sign-in over an open desk whose session ended, or is not fresh enough; what was typed waits behind it. */
export function LapsedSignIn({ again }: LapsedSignInProps) {
  const focusBack = useFocusBack(undefined)
  return (
    <Dialog.Root open onOpenChange={() => again?.(false)}>
      <Dialog.Portal>
        <Dialog.Content
          {...focusBack}
          className="fixed inset-0 z-50 overflow-y-auto bg-paper px-4 max-sm:pt-28"
        >
          <SignInFrame>
            <Dialog.Title className="font-serif text-3xl">
              {again ? 'Is it you?' : 'Please sign in again'}
            </Dialog.Title>
            <Dialog.Description className="mt-2 mb-6 text-bark-deep">
              {again ? AGAIN : LAPSED}
            </Dialog.Description>
            <PasswordForm {...(again && { onAgain: () => again(true) })} />
            {again && (
              <Button variant="plain" className="mt-4 w-full" onClick={() => again(false)}>
                Cancel
              </Button>
            )}
          </SignInFrame>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const LAPSED =
  'You were signed out. What you typed is still here and will be back when you sign in.'
const AGAIN =
  'This moves money or changes who gets in, so please enter your password or use your passkey.'
