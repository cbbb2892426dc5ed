import { lazy, Suspense, useRef, useState } from 'react'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useSessionRefresh, useSignIn } from '../shared/desk-session.ts'
import { PasswordField } from './password-field.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Where it cannot be had, the password is there. */
const PasskeySignIn = lazy(() =>
  import('./passkey-sign-in.tsx').then(
    (code) => ({ default: code.PasskeySignIn }),
    () => ({ default: () => null }),
  ),
)

export function SignIn() {
  return (
    <SignInCard>
      <h2 className="text-3xl">Good to see you</h2>
      <p className="mt-2 mb-6 text-bark-deep">
        This is where the farm looks after its shop. Please enter the owner’s password.
      </p>
      <PasswordForm />
      <TextLink href="#link" className="mt-4 w-fit">
        Helping out? Use the farmer’s link
      </TextLink>
    </SignInCard>
  )
}

export function ShopUnreachable() {
  const refreshSession = useSessionRefresh()
  return (
    <SignInCard>
      <h2 className="text-3xl">The shop is not responding</h2>
      <p className="mt-2 mb-6 text-bark-deep" role="alert">
        The desk cannot be opened right now. Please check your connection and try again.
      </p>
      <Button size="lg" className="w-full" onClick={refreshSession}>
        Try again
      </Button>
    </SignInCard>
  )
}

export function PasswordForm() {
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
    <>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          send(new FormData(event.currentTarget))
        }}
      >
        <PasswordField
          label="Password"
          error={refused}
          input={input}
          name="password"
          autoComplete="current-password"
          onInput={() => setRefused(undefined)}
        />
        <Button type="submit" size="lg" busy={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {canUsePasskeys() && (
        <Suspense>
          <PasskeySignIn />
        </Suspense>
      )}
    </>
  )
}
