import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { admin, MIN_PASSWORD_LENGTH } from '#contract/admin.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { checkPasswords, type PasswordErrors, useChangePassword } from './change-password.ts'
import { PasswordInput } from './password-input.tsx'

export function PasswordPart() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery(query(admin.password))
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl outline-none sm:text-3xl">
        Password
      </h2>
      {isPending && <ListLoading text="Checking whether it can be changed…" />}
      {error && (
        <ListFailed
          text="Could not check whether it can be changed."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={() => void refetch()}
        />
      )}
      {data && (
        <div className="max-w-xl rounded-2xl border border-straw bg-card p-4 sm:p-6">
          {data.isFixed ? <FixedPassword /> : <PasswordChangeForm onChanged={() => heading.current?.focus()} />}
        </div>
      )}
    </>
  )
}

function FixedPassword() {
  return (
    <p>
      The password is set by <code className="font-semibold">ADMIN_PASSWORD</code> on the server. Change it there and
      restart the shop; every browser will be signed out.
    </p>
  )
}

function PasswordChangeForm({ onChanged }: { onChanged: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [current, next] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [errors, setErrors] = useState<PasswordErrors>({})
  const refuse = (wrong: PasswordErrors) => {
    setErrors(wrong)
    const first = wrong.currentPassword ? current : wrong.newPassword ? next : null
    first?.current?.focus()
  }
  const changed = () => {
    form.current?.reset()
    onChanged()
  }
  const change = useChangePassword({ onChanged: changed, onRefused: refuse })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = { currentPassword: current.current?.value ?? '', newPassword: next.current?.value ?? '' }
    const wrong = checkPasswords(typed)
    refuse(wrong)
    if (Object.keys(wrong).length === 0) change.mutate(typed)
  }
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="Current password" required error={errors.currentPassword}>
        {(wiring) => (
          <PasswordInput
            {...{ wiring, input: current }}
            name="currentPassword"
            autoComplete="current-password"
            showLabel="Show current password"
            onInput={() => setErrors({ ...errors, currentPassword: undefined })}
          />
        )}
      </Field>
      <Field
        label="New password"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; four random words are easy to remember.`}
        error={errors.newPassword}
      >
        {(wiring) => (
          <PasswordInput
            {...{ wiring, input: next }}
            name="newPassword"
            autoComplete="new-password"
            showLabel="Show new password"
            onInput={() => setErrors({ ...errors, newPassword: undefined })}
          />
        )}
      </Field>
      <p className="text-bark-deep">Every other browser will be signed out. This one stays signed in.</p>
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        {change.isPending ? 'Changing…' : 'Change Password'}
      </Button>
    </form>
  )
}
