import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, type FieldWiring, inputLook } from '#web/ui/field.tsx'
import { useSignIn } from './desk-session.ts'

/** The gate's form: the owner's password, and nothing else. */
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
        {(wiring) => <PasswordInput input={input} wiring={wiring} onInput={() => setRefused(undefined)} />}
      </Field>
      <Button type="submit" size="lg" busy={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}

type PasswordInputProps = { input: RefObject<HTMLInputElement | null>; wiring: FieldWiring; onInput: () => void }

function PasswordInput({ input, wiring, onInput }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...wiring}
        ref={input}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        onInput={onInput}
        className={classNames('h-14 pr-14', inputLook)}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute top-1 right-1 grid size-12 cursor-pointer place-items-center rounded-xl text-bark-deep hover:text-soil"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}
