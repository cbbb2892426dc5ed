import { useMutation } from '@tanstack/react-query'
import { admin, type PasswordChange, passwordChange } from '#contract/admin.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'

export type PasswordErrors = { [Name in keyof PasswordChange]?: string | undefined }

export function checkPasswords(typed: PasswordChange): PasswordErrors {
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
export function useChangePassword({ onChanged, onRefused }: Hearing) {
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
