import { useRef, useState } from 'react'
import type { RestoreDesk } from '#contract/restore.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { Notice } from '../shared/notice.tsx'
import { CheckBackup } from './check-backup.tsx'
import { sendBackup } from './restore-query.ts'
import { useRestoreStep } from './use-restore-step.ts'

export function ChooseFile({ desk: { failure, asksPassphrase, upload } }: { desk: RestoreDesk }) {
  const step = useRestoreStep()
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number | null>(null)
  const choose = (file: File | undefined) => {
    if (!file) return
    setPart(0)
    step.mutate(() => sendBackup(file, setPart).finally(() => setPart(null)), {
      onSuccess: () => openDialog('backups/check'),
    })
  }
  return (
    <>
      {failure && (
        <Notice tone="failure" role="alert">
          {failure} Nothing was changed.
        </Notice>
      )}
      {upload && upload.received === upload.bytes && (
        <div>
          <Button onClick={() => openDialog('backups/check')}>
            {asksPassphrase ? 'Type its passphrase…' : `Check ${upload.name}…`}
          </Button>
          <DialogAt address="backups/check">
            {(dialog) => <CheckBackup asksPassphrase={asksPassphrase} {...dialog} />}
          </DialogAt>
        </div>
      )}
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
