import { useQuery } from '@tanstack/react-query'
import type { BackupDesk } from '#contract/backups.ts'
import { formatMoment } from '#contract/date-format.ts'
import { Notice } from '../notice.tsx'
import { QueryPage } from './asked-part.tsx'
import { BackupNow } from './backups/backup-now.tsx'
import { BackupShelf } from './backups/backup-shelf.tsx'
import { backupsQuery } from './backups/backups-query.ts'
import { HowToRestore } from './backups/how-to-restore.tsx'
import { NightlySettings } from './backups/nightly-settings.tsx'

export function BackupsPart() {
  return (
    <QueryPage
      title="Backups"
      again="Refresh"
      loading="Loading backups…"
      failed="The backups could not be loaded."
      query={useQuery(backupsQuery)}
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
    </QueryPage>
  )
}

function LastFailure({ failure }: { failure: NonNullable<BackupDesk['failure']> }) {
  return (
    <Notice tone="failure" role="alert">
      The backup from {formatMoment(failure.at)} failed: {failure.message}
    </Notice>
  )
}
