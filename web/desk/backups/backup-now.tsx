import { Archive } from 'lucide-react'
import type { BackupDesk } from '#contract/backups.ts'
import { formatMoment } from '#contract/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { useBackUp } from './backups-query.ts'

export function BackupNow({ desk: { running, backups, isEncrypted } }: { desk: BackupDesk }) {
  const backUp = useBackUp()
  const [newest] = backups
  return (
    <section className="grid content-start gap-3 rounded-2xl border border-straw bg-card p-4 sm:p-6">
      <h3 className="text-xl">The whole shop in one file</h3>
      <p>
        {newest ? `The latest is from ${formatMoment(newest.madeAt)}.` : 'There are none yet.'} The shop stays open.
      </p>
      <div>
        <Button busy={backUp.isPending || running !== null} onClick={() => backUp.mutate()}>
          <Archive aria-hidden="true" className="size-4.5" />
          {running ? 'Backing up…' : 'Back up now'}
        </Button>
      </div>
      {running && <HowFar {...running} />}
      <p className="text-[0.9375rem] text-bark-deep">
        {isEncrypted
          ? 'It will be encrypted. Keep the passphrase somewhere else too: without it nobody can read the file.'
          : 'It holds your customers’ names and addresses, not encrypted. Set BACKUP_PASSPHRASE on the server to change that.'}
      </p>
    </section>
  )
}

function HowFar({ done, total }: { done: number; total: number }) {
  return (
    <p className="grid gap-1">
      <progress aria-label="Backing up" max={Math.max(total, 1)} value={done} className="h-3 w-full accent-leaf" />
      <span className="text-[0.9375rem] text-bark-deep tabular-nums">
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} rows
      </span>
    </p>
  )
}
