import {
  type BackupDesk,
  backups,
  type PassphraseChange,
  passphraseChange,
} from '#contract/backups/backups.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordAgain } from '../account/password-again.tsx'
import { PasswordDialog } from '../account/password-dialog.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { Card } from '../shared/card.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { useChange } from '../shared/use-change.ts'

export function PassphraseCard({ desk }: { desk: BackupDesk }) {
  const { isEncrypted, passphraseSetBy, whyNoPassphrase } = desk
  return (
    <Card aria-labelledby="passphrase" className="grid content-start gap-3">
      <h3 id="passphrase" className="text-xl">
        Passphrase
      </h3>
      <p>{isEncrypted ? ENCRYPTED : READABLE}</p>
      {whyNoPassphrase ? (
        <p className="text-bark-deep">{whyNoPassphrase}</p>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={() => openDialog('backups/passphrase')}>
            {passphraseSetBy ? 'Change the passphrase' : 'Choose a passphrase'}
          </Button>
          {passphraseSetBy && (
            <Button
              variant="plain"
              className="text-beet"
              onClick={() => openDialog('backups/no-passphrase')}
            >
              Remove it
            </Button>
          )}
        </div>
      )}
      {!whyNoPassphrase && (
        <>
          <DialogAt address="backups/passphrase">
            {(dialog) => <PassphraseDialog {...dialog} />}
          </DialogAt>
          <DialogAt address="backups/no-passphrase">
            {(dialog) => <RemoveDialog {...dialog} />}
          </DialogAt>
        </>
      )}
    </Card>
  )
}

const ENCRYPTED =
  'Backups are encrypted. Keep the passphrase on paper too: without it nobody can read them, not even you.'
const READABLE =
  'Backups hold your customers’ names and addresses, and whoever has the file can read it. With a passphrase only you can.'

function PassphraseDialog(dialog: DialogProps) {
  const save = useChange({
    send: (body: PassphraseChange) => call(backups.changePassphrase, { body }),
    done: () => ({
      title: 'Passphrase set',
      description: 'Backups are encrypted with it from now on.',
    }),
    failed: 'Passphrase not changed',
    refreshes: [backups.show, firstStepsOf.show],
    isSecret: true,
    onDone: dialog.onClose,
  })
  const { form, send, errors, forgetError } = useCheckedForm(save)
  const text = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? '')
  const submit = () => {
    const body = {
      ...{ passphrase: text('passphrase'), again: text('again') },
      currentPassword: text('currentPassword'),
    }
    const differs = body.passphrase === body.again ? {} : { again: NOT_THE_SAME }
    send({ ...differs, ...errorsIn(passphraseChange.safeParse(body)) }, body)
  }
  return (
    <FormDialog
      title="Passphrase of your backups"
      description="Every backup from now on is encrypted with it. Backups made before keep the one they were made with."
      {...dialog}
      isTouched={() => text('passphrase') !== ''}
      form={form}
      onSubmit={submit}
      save={{ label: 'Use this passphrase', busy: save.isPending }}
    >
      <div className="grid gap-5">
        <Notice tone="warning">
          Write it on paper before you go on, and keep the paper away from the shop’s computer. If
          it is lost, no backup can be read, and nobody can help.
        </Notice>
        <PasswordField
          label="Passphrase"
          hint="At least 12 characters; four or five random words are easy to keep."
          error={errors.passphrase}
          name="passphrase"
          autoComplete="new-password"
          onInput={() => forgetError('passphrase')}
        />
        <PasswordField
          label="The same again, from the paper"
          error={errors.again}
          name="again"
          autoComplete="new-password"
          onInput={() => forgetError('again')}
        />
        <PasswordAgain
          error={errors.currentPassword}
          onInput={() => forgetError('currentPassword')}
        />
      </div>
    </FormDialog>
  )
}

const NOT_THE_SAME = 'That is not the same passphrase. Please type it once more.'

function RemoveDialog(dialog: DialogProps) {
  return (
    <PasswordDialog
      {...dialog}
      title="Remove the passphrase?"
      description="Backups from now on can be read by whoever has the file. Those made with the passphrase still need it: keep it."
      button="Remove it"
      send={(currentPassword) => call(backups.removePassphrase, { body: { currentPassword } })}
      done="Passphrase removed"
      failed="Passphrase not removed"
      refreshes={[backups.show, firstStepsOf.show]}
    />
  )
}
