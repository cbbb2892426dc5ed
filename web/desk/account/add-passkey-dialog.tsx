import { MAX_PASSKEY_LABEL, passkeys } from '#contract/passkeys.ts'
import { call } from '#web/api/call.ts'
import { makePasskey } from '#web/api/passkey.ts'
import { TextField } from '#web/ui/field.tsx'
import { useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { PasswordAgain } from './password-again.tsx'

type AddPasskeyProps = DialogProps & {
  /** A helper has none. */
  asksPassword: boolean
}

type Typed = { label: string; currentPassword: string }

export function AddPasskeyDialog({ asksPassword, ...dialog }: AddPasskeyProps) {
  const [label, setLabel] = useDraft('label', '')
  const add = useChange({
    send: async ({ label, currentPassword }: Typed) => {
      const body = currentPassword === '' ? {} : { currentPassword }
      const made = await makePasskey(await call(passkeys.begin, { body }))
      return call(passkeys.add, { body: { label, ...made } })
    },
    ...{ done: 'Passkey added', failed: 'No passkey was added', refreshes: [passkeys.list] },
    isSecret: true,
    onDone: dialog.onClose,
  })
  const { form, send, errors, forgetError } = useCheckedForm(add)
  const submit = () => {
    const typed = new FormData(form.current ?? undefined)
    const currentPassword = String(typed.get('currentPassword') ?? '')
    const wrong = {
      ...(label.trim() === '' ? { label: 'Please say what to call it.' } : {}),
      ...(asksPassword && currentPassword === ''
        ? { currentPassword: 'Please enter the desk’s password.' }
        : {}),
    }
    send(wrong, { label: label.trim(), currentPassword })
  }
  return (
    <FormDialog
      title="Add a passkey"
      description="The browser then asks where to keep it: on this device, in a password manager, or on a security key."
      {...dialog}
      isTouched={() => label !== ''}
      form={form}
      onSubmit={submit}
      save={{ label: 'Go on', busy: add.isPending, busyLabel: 'Waiting for the passkey…' }}
    >
      <div className="grid gap-5">
        <TextField
          label="What to call it"
          hint="Such as “My phone” or “Key in the safe”."
          required
          name="label"
          value={label}
          error={errors.label}
          maxLength={MAX_PASSKEY_LABEL}
          autoComplete="off"
          onChange={({ target }) => {
            forgetError('label')
            setLabel(target.value)
          }}
        />
        {asksPassword && (
          <PasswordAgain
            error={errors.currentPassword}
            onInput={() => forgetError('currentPassword')}
          />
        )}
      </div>
    </FormDialog>
  )
}
