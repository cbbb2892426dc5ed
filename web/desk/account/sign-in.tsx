import { Dialog } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSessionRefresh, useSignIn } from '../shared/desk-session.ts'
import { PasswordInput } from './password-input.tsx'

export function Gate() {
  return (
    <GateCard>
      <h2 className="text-3xl">Good to see you</h2>
      <p className="mt-2 mb-6 text-bark-deep">
        This is where the farm looks after its shop. Please enter the owner’s password.
      </p>
      <PasswordForm />
    </GateCard>
  )
}

export function GateSkeleton() {
  return (
    <GateCard>
      <p className="sr-only">Opening the desk…</p>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-4 h-5 w-full" />
      <Skeleton className="mt-2 h-5 w-2/3" />
      <Skeleton className="mt-8 h-14 w-full rounded-xl" />
      <Skeleton className="mt-5 h-14 w-full rounded-full" />
    </GateCard>
  )
}

export function GateUnreachable() {
  const refreshSession = useSessionRefresh()
  return (
    <GateCard>
      <h2 className="text-3xl">The shop is not responding</h2>
      <p className="mt-2 mb-6 text-bark-deep" role="alert">
        The desk cannot be opened right now. Please check your connection and try again.
      </p>
      <Button size="lg" className="w-full" onClick={refreshSession}>
        Try again
      </Button>
    </GateCard>
  )
}

/** The gate over an open desk whose session ended; what was typed waits behind it. */
export function LapsedGate() {
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
          <GateCard>
            <Dialog.Title className="font-serif text-3xl">Please sign in again</Dialog.Title>
            <Dialog.Description className="mt-2 mb-6 text-bark-deep">
              You were signed out. What you typed is still here and will be back when you sign in.
            </Dialog.Description>
            <PasswordForm />
          </GateCard>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function GateCard({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto mt-10 mb-16 w-full max-w-md rounded-3xl border border-straw bg-card p-6 sm:mt-20 sm:p-10">
      {children}
    </div>
  )
}

function PasswordForm() {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const refuse = (sentence: string) => {
    setRefused(sentence)
    input.current?.focus()
    input.current?.select()
  }
  const signIn = useSignIn({ onRefused: refuse })
  const send = (form: FormData) => {
    const password = String(form.get('password') ?? '')
    return password === '' ? refuse('Please enter the password.') : signIn.mutate(password)
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <Field label="Password" required error={refused}>
        {(wiring) => (
          <PasswordInput
            {...{ input, wiring }}
            name="password"
            autoComplete="current-password"
            showLabel="Show password"
            onInput={() => setRefused(undefined)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
