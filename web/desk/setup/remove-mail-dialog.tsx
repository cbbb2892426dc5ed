import { admin } from '#contract/admin.ts'
import { firstStepsOf } from '#contract/first-steps.ts'
import { mailSettings } from '#contract/mail-setup.ts'
import { call } from '#web/api/call.ts'
import { PasswordDialog } from '../account/password-dialog.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'

export function RemoveMailDialog(dialog: DialogProps) {
  const remove = useChange({
    send: (currentPassword: string) => call(mailSettings.remove, { body: { currentPassword } }),
    done: 'Email is off',
    failed: 'Email settings not changed',
    refreshes: [mailSettings.show, firstStepsOf.show, admin.notices],
    isSecret: true,
    onDone: dialog.onClose,
  })
  return (
    <PasswordDialog
      {...dialog}
      title="Turn email off?"
      description="The server and its password are forgotten. Emails wait at the desk from then on and reach nobody."
      change={remove}
      save={{ label: 'Turn off', busy: remove.isPending }}
    />
  )
}
