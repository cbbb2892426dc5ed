import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { admin, MIN_PASSWORD_LENGTH, type PasswordChange, passwordChange } from '#contract/admin.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { PasswordInput } from './password-input.tsx'

export function PasswordPage() {
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
          query={{ error, isFetching, refetch }}
        />
      )}
      {data && (
        <div className="max-w-xl rounded-2xl border border-straw bg-card p-4 sm:p-6">
          {data.isFixed ? (
            <FixedPassword />
          ) : (
            <PasswordChangeForm onChanged={() => heading.current?.focus()} />
          )}
        </div>
      )}
    </>
  )
}

function FixedPassword() {
  return (
    <p>
      The password is set by <code className="font-semibold">ADMIN_PASSWORD</code> on the server.
      Change it there and restart the shop; every browser will be signed out.
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
    const typed = {
      currentPassword: current.current?.value ?? '',
      newPassword: next.current?.value ?? '',
    }
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
      <p className="text-bark-deep">
        Every other browser will be signed out. This one stays signed in.
      </p>
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        {change.isPending ? 'Changing…' : 'Change Password'}
      </Button>
    </form>
  )
}

type PasswordErrors = { [Name in keyof PasswordChange]?: string | undefined }

function checkPasswords(typed: PasswordChange): PasswordErrors {
  const checked = passwordChange.safeParse(typed)
  const errors: PasswordErrors = {}
  for (const issue of checked.success ? [] : checked.error.issues) {
    const field = issue.path[0]
    if (isField(field)) errors[field] ??= issue.message
  }
  return errors
}

type Hearing = { onChanged: () => void; onRefused: (errors: PasswordErrors) => void }

/** Changes the password; every other browser is signed out by it. */
function useChangePassword({ onChanged, onRefused }: Hearing) {
  return useMutation({
    mutationFn: (body: PasswordChange) => call(admin.changePassword, { body }),
    // A password is kept nowhere longer than it takes.
    gcTime: 0,
    onSuccess: () => {
      toast({ title: 'Password changed', description: 'Every other browser was signed out.' })
      onChanged()
    },
    onError: (failure) => {
      toastFailure('Password not changed', failure)
      onRefused(refusedFields(failure))
    },
  })
}

function refusedFields(failure: Error): PasswordErrors {
  if (!(failure instanceof ApiFailure) || !isField(failure.refusal.field)) return {}
  return { [failure.refusal.field]: failure.refusal.message }
}

function isField(name: unknown): name is keyof PasswordChange {
  return typeof name === 'string' && Object.hasOwn(passwordChange.shape, name)
}
