import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { backupName } from '#server/features/backups/backup-folder.ts'
import { readPassphrase } from '#server/features/backups/passphrase.ts'
import { openSource, writeBackup } from '#server/features/backups/write-backup.ts'
import { printProgress } from './print-progress.ts'

/** Backs up the whole shop to one file, even while the server runs. */
export async function backup({ to }: { to?: string }): Promise<void> {
  const config = readConfig()
  const { folder } = config.backup
  const passphrase = readPassphrase(config)
  const now = new Date()
  const name = backupName('by-hand', now, passphrase !== null)
  const isFolder = to === undefined || statSync(to, { throwIfNoEntry: false })?.isDirectory()
  const file = resolve(to ?? folder, isFolder ? name : '')
  const source = await openSource(config)
  const options = { passphrase, now, onProgress: printProgress() }
  const made = await writeBackup(source, file, options).finally(() => source.database.close())
  const { tables, pictures, booksDiffer } = made.manifest
  const lines = [
    `${made.file} (${(made.bytes / 1024 ** 2).toFixed(1)} MB)`,
    `${tables.orders} orders, ${tables.products} products, ${pictures.stored} pictures; read back and verified.`,
    pictures.gone.length > 0 &&
      `${pictures.gone.length} pictures were removed from the shop in the meantime.`,
    booksDiffer && `The shop’s books are off in ${booksDiffer} rows; see farmstand check-books.`,
    passphrase
      ? 'It is encrypted with the backup passphrase; without it nobody can read it, not even you.'
      : 'It holds your customers’ names and addresses and is not encrypted. Set a passphrase at the desk, under Backups, or BACKUP_PASSPHRASE, to encrypt it.',
  ]
  for (const line of lines) if (line) console.log(line)
}
