import { useState } from 'react'
import { restores } from '#contract/backups/restore.ts'
import { call } from '#web/api/call.ts'
import { PasswordField } from '../account/password-field.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { ActionDialog } from '../shared/form-dialog.tsx'

type CheckBackupProps = DialogProps & {
  /** A backup from the list; absent for an uploaded file. */
  name?: string
  asksPassphrase: boolean
}

export function CheckBackup({ name, asksPassphrase, ...dialog }: CheckBackupProps) {
  const [passphrase, setPassphrase] = useState('')
  const choice = { ...(name !== undefined && { name }), ...(asksPassphrase && { passphrase }) }
  return (
    <ActionDialog
      {...dialog}
      title="Check this backup?"
      description="The whole file is read, and you see what would change. Nothing is changed yet."
      button="Check it"
      send={() => call(restores.check, { body: choice })}
      done="Checking the backup"
      failed="The backup was not checked"
      refreshes={[restores.show]}
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
    </ActionDialog>
  )
}
