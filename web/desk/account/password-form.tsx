import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useSignIn } from '../shared/desk-session.ts'
import { PasswordInput } from './password-input.tsx'

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
