import { useState } from 'react'
import { restores } from '#contract/restore.ts'
import { call } from '#web/api/call.ts'
import { PasswordDialog } from '../account/password-dialog.tsx'
import { PasswordField } from '../account/password-field.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'

type CheckBackupProps = DialogProps & {
  /** One of the list; none for the file that was sent. */
  name?: string
  asksPassphrase: boolean
}

export function CheckBackup({ name, asksPassphrase, ...dialog }: CheckBackupProps) {
  const [passphrase, setPassphrase] = useState('')
  const check = useChange({
    send: (currentPassword: string) =>
      call(restores.check, {
        body: {
          currentPassword,
          ...(name !== undefined && { name }),
          ...(asksPassphrase && { passphrase }),
        },
      }),
    done: 'Checking the backup',
    failed: 'The backup was not checked',
    refreshes: [restores.show],
    isSecret: true,
    onDone: dialog.onClose,
  })
  return (
    <PasswordDialog
      {...dialog}
      title="Check this backup?"
      description="The whole file is read, and you see what would change. Nothing is changed yet."
      change={check}
      save={{ label: 'Check it', busy: check.isPending }}
    >
      {asksPassphrase && (
        <PasswordField
          label="Passphrase of this backup"
          error={undefined}
          name="passphrase"
          autoComplete="new-password"
          onInput={({ currentTarget }) => setPassphrase(currentTarget.value)}
        />
      )}
    </PasswordDialog>
  )
}
