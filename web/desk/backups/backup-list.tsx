import { Download } from 'lucide-react'
import { type Backup, backups } from '#contract/backups.ts'
import { formatMoment } from '#contract/date-format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { formatBytes } from '#web/ui/format.ts'
import { ListEmpty } from '../shared/list-states.tsx'

export function BackupShelf({ list }: { list: readonly Backup[] }) {
  if (list.length === 0) return <ListEmpty text="No backups yet." />
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      {list.map((backup) => (
        <BackupRow key={backup.name} backup={backup} />
      ))}
    </ul>
  )
}

function BackupRow({ backup: { name, madeAt, bytes, kind, isEncrypted } }: { backup: Backup }) {
  const moment = formatMoment(madeAt)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-straw py-2 pr-2 pl-4 last:border-0">
      <span className="min-w-0 grow">
        <span className="block font-semibold">
          {moment} <span className="font-normal text-bark-deep">· {formatBytes(bytes)}</span>
        </span>
        <span className="block text-[0.9375rem] text-bark-deep wrap-anywhere">{name}</span>
      </span>
      <Badge variant={kind === 'nightly' ? 'default' : 'outline'}>{kind === 'nightly' ? 'Nightly' : 'Manual'}</Badge>
      {isEncrypted && <Badge variant="secondary">Encrypted</Badge>}
      <a
        href={`${backups.download.path}?name=${encodeURIComponent(name)}`}
        download={name}
        aria-label={`Download the backup from ${moment}`}
        className={buttonLook({ variant: 'quiet' }, 'ml-auto')}
      >
        <Download aria-hidden="true" className="size-4.5" />
        Download
      </a>
    </li>
  )
}
