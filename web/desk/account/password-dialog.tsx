import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { PasswordAgain } from './password-again.tsx'

type PasswordDialogProps<Answer> = DialogProps & {
  title: string
  description: string
  change: UseMutationResult<Answer, Error, string>
  save: NonNullable<ComponentProps<typeof FormDialog>['save']>
  children?: ReactNode
}

export function PasswordDialog<Answer>({
  change,
  children,
  ...dialog
}: PasswordDialogProps<Answer>) {
  const { form, send, errors, forgetError } = useCheckedForm(change)
  const submit = () => {
    const password = String(new FormData(form.current ?? undefined).get('currentPassword') ?? '')
    const wrong = password === '' ? { currentPassword: 'Please enter the desk’s password.' } : {}
    send(wrong, password)
  }
  return (
    <FormDialog {...dialog} form={form} onSubmit={submit}>
      <div className="grid gap-5">
        {children}
        <PasswordAgain
          error={errors.currentPassword}
          onInput={() => forgetError('currentPassword')}
        />
      </div>
    </FormDialog>
  )
}
