import { useQuery } from '@tanstack/react-query'
import type { BackupDesk } from '#contract/backups.ts'
import { formatMoment } from '#contract/date-format.ts'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { BackupShelf } from './backup-list.tsx'
import { BackupNow } from './backup-now.tsx'
import { backupsQuery } from './backups-query.ts'
import { HowToRestore } from './how-to-restore.tsx'
import { NightlySettings } from './nightly-settings.tsx'

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
