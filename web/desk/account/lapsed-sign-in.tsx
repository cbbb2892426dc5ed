import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { PasswordForm } from './sign-in.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** The sign-in over an open desk whose session ended; what was typed waits behind it. */
export function LapsedSignIn() {
  const before = useRef<Element>(null)
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          onOpenAutoFocus={() => {
            before.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
          className="fixed inset-0 z-50 overflow-y-auto bg-paper px-4 max-sm:pt-28"
        >
          <SignInCard>
            <Dialog.Title className="font-serif text-3xl">Please sign in again</Dialog.Title>
            <Dialog.Description className="mt-2 mb-6 text-bark-deep">
              You were signed out. What you typed is still here and will be back when you sign in.
            </Dialog.Description>
            <PasswordForm />
          </SignInCard>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
