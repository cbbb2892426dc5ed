import { Suspense, useRef, useState } from 'react'
import { KEPT_DAYS } from '#contract/people/admin.ts'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { useSessionRefresh, useSignIn } from '../shared/desk-session.ts'
import { PasswordField } from './password-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** If this fails to load, the password is still there. */
const PasskeySignIn = lazyComponent(() =>
  import('./passkey-sign-in.tsx').then((code) => code.PasskeySignIn),
)

export function SignIn() {
  return (
    <SignInFrame>
      <h2 className="text-3xl">Good to see you</h2>
      <p className="mt-2 mb-6 text-bark-deep">
        This is where the farm looks after its shop. Please enter the owner’s password.
      </p>
      <PasswordForm />
      <TextLink href="#link" className="mt-4 w-fit">
        Helping out? Use the farmer’s link
      </TextLink>
    </SignInFrame>
  )
}

const isPhone = () => matchMedia('(max-width: 40rem)').matches

export function ShopUnreachable() {
  const refreshSession = useSessionRefresh()
  return (
    <SignInFrame>
      <h2 className="text-3xl">The shop is not responding</h2>
      <p className="mt-2 mb-6 text-bark-deep" role="alert">
        The desk cannot be opened right now. Please check your connection and try again.
      </p>
      <Button size="lg" className="w-full" onClick={refreshSession}>
        Try again
      </Button>
    </SignInFrame>
  )
}

/** `onAgain`: at an open desk that asked again, which decides nothing about how long it stays. */
export function PasswordForm({ onAgain }: { onAgain?: () => void }) {
  const [keep, setKeep] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const refuse = (sentence: string) => {
    setRefused(sentence)
    input.current?.focus()
    input.current?.select()
  }
  const signIn = useSignIn({ onRefused: refuse, onAgain })
  const send = () => {
    const password = input.current?.value ?? ''
    if (password === '') return refuse('Please enter the password.')
    signIn.mutate({ password, ...(keep ? { keep } : {}) })
  }
  return (
    <>
      <Form className="grid gap-5" onSubmit={send}>
        <PasswordField
          label="Password"
          error={refused}
          input={input}
          name="password"
          autoComplete="current-password"
          onInput={() => setRefused(undefined)}
        />
        {!onAgain && (
          <CheckField
            label={
              <>
                <span className="block font-semibold">
                  Keep me signed in on this {isPhone() ? 'phone' : 'computer'}
                </span>
                <span className="block text-[0.9375rem] text-bark-deep">
                  {KEPT_DAYS} days. You can end it from any other device.
                </span>
              </>
            }
            checked={keep}
            onChange={setKeep}
          />
        )}
        <Button type="submit" size="lg" busy={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      </Form>
      {canUsePasskeys() && (
        <Suspense>
          <PasskeySignIn keep={keep} onAgain={onAgain} />
        </Suspense>
      )}
    </>
  )
}
