import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { BackupDesk } from '#contract/backups.ts'
import { formatMoment } from '#contract/date-format.ts'
import { AskedPart } from './asked-part.tsx'
import { BackupNow } from './backups/backup-now.tsx'
import { BackupShelf } from './backups/backup-shelf.tsx'
import { backupsQuery } from './backups/backups-query.ts'
import { HowToRestore } from './backups/how-to-restore.tsx'
import { NightlySettings } from './backups/nightly-settings.tsx'

export function BackupsPart() {
  return (
    <AskedPart
      title="Backups"
      again="Refresh"
      loading="Loading backups…"
      failed="The backups could not be loaded."
      asked={useQuery(backupsQuery)}
    >
      {(desk) => (
        <div className="grid gap-4">
          {desk.failure && <LastFailure failure={desk.failure} />}
          <div className="grid gap-4 lg:grid-cols-2">
            <BackupNow desk={desk} />
            <NightlySettings nextNightly={desk.nextNightly} />
          </div>
          <BackupShelf list={desk.backups} />
          <HowToRestore file={`${desk.folder}/${desk.backups[0]?.name ?? 'farmstand-….tar.zst'}`} />
        </div>
      )}
    </AskedPart>
  )
}

function LastFailure({ failure }: { failure: NonNullable<BackupDesk['failure']> }) {
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-2xl border border-beet bg-beet-pale px-4 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-beet" />
      <span className="wrap-anywhere">
        The backup from {formatMoment(failure.at)} failed: {failure.message}
      </span>
    </p>
  )
}
