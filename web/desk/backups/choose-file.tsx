import { type SubmitEvent, useRef, useState } from 'react'
import { type RestoreDesk, restores } from '#contract/restore.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { Notice } from '../shared/notice.tsx'
import { sendBackup } from './restore-query.ts'
import { useRestoreStep } from './use-restore-step.ts'

export function ChooseFile({ desk: { failure, asksPassphrase, upload } }: { desk: RestoreDesk }) {
  const step = useRestoreStep()
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number | null>(null)
  const choose = (file: File | undefined) => {
    if (!file) return
    setPart(0)
    step.mutate(() => sendBackup(file, setPart).finally(() => setPart(null)))
  }
  return (
    <>
      {failure && (
        <Notice tone="failure" role="alert">
          {failure} Nothing was changed.
        </Notice>
      )}
      {asksPassphrase && upload && <PassphraseOfFile />}
      <p>
        Choose one of the list above, or a file from this device. The whole file is checked first,
        and you see what would change; the shop stays open meanwhile.
      </p>
      <div>
        <Button variant="quiet" busy={step.isPending} onClick={() => input.current?.click()}>
          {part === null ? 'Choose a file' : `Sending… ${Math.floor(part * 100)} %`}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="Backup file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </>
  )
}

function PassphraseOfFile() {
  const step = useRestoreStep()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const passphrase = String(new FormData(event.currentTarget).get('passphrase') ?? '')
    step.mutate(() => call(restores.check, { body: { passphrase } }))
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <PasswordField
        label="Passphrase of this backup"
        error={undefined}
        name="passphrase"
        autoComplete="new-password"
        onInput={() => {}}
      />
      <Button type="submit" busy={step.isPending} className="justify-self-start">
        Check again
      </Button>
    </form>
  )
}
