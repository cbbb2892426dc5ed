export type BackupKind = 'nightly' | 'by-hand'

const NAME = /^farmstand-(nightly-)?(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(\.age)?$/

/** The file name of a backup; its moment in UTC. */
export function backupName(kind: BackupKind, at: Date, isEncrypted: boolean): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `farmstand-${kind === 'nightly' ? 'nightly-' : ''}${moment}Z.tar.zst${isEncrypted ? '.age' : ''}`
}

/** What a file name says, null for a name that is no backup's; a path is none. */
export function readBackupName(name: string): { kind: BackupKind; madeAt: Date; isEncrypted: boolean } | null {
  const [, nightly, year, month, day, hour, minute, second, age] = NAME.exec(name) ?? []
  if (!year) return null
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(madeAt.getTime())) return null
  return { kind: nightly ? 'nightly' : 'by-hand', madeAt, isEncrypted: age !== undefined }
}
