import { join } from 'node:path'
import { snapshot } from '#server/db/write.ts'
import { openSource, writeBackup } from '#server/features/backups/write-backup.ts'
import { checkChanged } from '#server/features/books/check-books.ts'
import type { AShop } from './a-shop.ts'

/**
 * Runs a shop's backups and book checks in the test's own process: a process for each costs half a
 * second. That they run apart, and what becomes of a broken one, is tested in
 * `backup-desk.sqlite.test.ts` and `books-desk.sqlite.test.ts`.
 */
export function workHere({ shop, config }: Pick<AShop, 'shop' | 'config'>): void {
  shop.books.check = (since) => snapshot(shop.db, (tx) => checkChanged(tx, since))
  let running = 0
  shop.backups.progress = () => (running > 0 ? { done: 0, total: 0, secondsLeft: null } : null)
  shop.backups.make = async (name, now) => {
    running++
    const { folder, passphrase } = config.backup
    try {
      const source = await openSource(config)
      await writeBackup(source, join(folder, name), { passphrase, now }).finally(() =>
        source.database.close(),
      )
    } finally {
      running--
    }
  }
}
