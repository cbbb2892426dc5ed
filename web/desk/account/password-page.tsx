import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  admin,
  MIN_PASSWORD_LENGTH,
  type PasswordChange,
  passwordChange,
} from '#contract/people/admin.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Form } from '#web/ui/form.tsx'
import { useHasTokens } from '../connections/use-has-tokens.ts'
import { CARD, QueryStates } from '../shared/card.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { useChange } from '../shared/use-change.ts'
import { PasswordField } from './password-field.tsx'

export function PasswordPage() {
  const card = useRef<HTMLDivElement>(null)
  return (
    <QueryStates
      loading="Checking whether it can be changed…"
      failed="Could not check whether it can be changed."
      query={useQuery(query(admin.password))}
    >
      {({ isFixed }) => (
        <div
          ref={card}
          tabIndex={-1}
          className={classNames(CARD, 'max-w-xl p-4 outline-none sm:p-6')}
        >
          {isFixed ? (
            <FixedPassword />
          ) : (
            <PasswordChangeForm onChanged={() => card.current?.focus()} />
          )}
        </div>
      )}
    </QueryStates>
  )
}

function FixedPassword() {
  return (
    <p>
      The password is set by <code className="font-semibold">ADMIN_PASSWORD</code> on the server. To
      choose it here instead, take the variable out there and restart the shop: the password stays
      the same until you change it on this page. If you write another one there, every browser is
      signed out.
    </p>
  )
}

function PasswordChangeForm({ onChanged }: { onChanged: () => void }) {
  const change = useChange({
    send: (body: PasswordChange) => call(admin.changePassword, { body }),
    done: () => ({
      title: 'Password changed',
      description: 'Every other browser was signed out.',
    }),
    failed: 'Password not changed',
    refreshes: [],
    isSecret: true,
    onDone: () => {
      form.current?.reset()
      onChanged()
    },
  })
  const { form, send, textOf, secret } = useCheckedForm(change)
  const hasTokens = useHasTokens()
  const [endsTokens, setEndsTokens] = useState(true)
  const submit = () => {
    const passwords = {
      currentPassword: textOf('currentPassword'),
      newPassword: textOf('newPassword'),
    }
    send(errorsIn(passwordChange.safeParse(passwords)), {
      ...passwords,
      ...(hasTokens ? { endsTokens } : {}),
    })
  }
  return (
    <Form ref={form} className="grid gap-5" onSubmit={submit}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...secret('currentPassword')}
      />
      <PasswordField
        label="New password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; four random words are easy to remember.`}
        autoComplete="new-password"
        {...secret('newPassword')}
      />
      {hasTokens && (
        <CheckField label="End API tokens too" checked={endsTokens} onChange={setEndsTokens} />
      )}
      <p className="text-bark-deep">
        Every other browser will be signed out. This one stays signed in.
      </p>
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        {change.isPending ? 'Changing…' : 'Change Password'}
      </Button>
    </Form>
  )
}
