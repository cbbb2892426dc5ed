import { pendingMigrations } from '#server/db/migrate.ts'
import type { Readiness } from '#server/http/health.ts'
import type { Shop } from '#server/shop.ts'
import { tryWriting } from './database-outage.ts'
import { type Space, spaceOf } from './free-space.ts'
import { readOverdue } from './overdue-queries.ts'
import { readTrouble } from './trouble-queries.ts'

export type ReadinessProbes = {
  isStopping: () => boolean
  /** How many bytes may still be written in the data folder. @throws when the folder is gone */
  freeBytes: () => Promise<number>
  backupBytes: (() => Promise<number>) | null
  /** Whether the store of pictures answered lately; asked now and then, however often somebody looks. */
  picturesAnswer: () => Promise<boolean>
  isEmbedded: boolean
}

/**
 * Whether the shop can sell now, and what somebody should look at. A strange server's trouble is no reason to send
 * visitors away, so that is only warned of. Anyone may read it: no figures, no names.
 * @throws when the database does not answer
 */
export async function readiness(shop: Shop, around: ReadinessProbes): Promise<Readiness> {
  if (around.isStopping()) return { missing: ['the shop is closing'], warnings: [] }
  const pending = await pendingMigrations(shop.db)
  if (pending.length > 0)
    return { missing: [`the schema lacks ${pending.map(({ name }) => name).join(', ')}`], warnings: [] }
  const space = await around.freeBytes().then(spaceOf, () => 'gone' as const)
  const backups = around.backupBytes ? await around.backupBytes().then(spaceOf, () => 'gone' as const) : 'enough'
  const missing = await missingSpace(shop, space, around.isEmbedded)
  return {
    missing,
    warnings: await warningsOf(shop, { space, backups, picturesAnswer: await around.picturesAnswer() }),
  }
}

type PlaceState = Space | 'gone'

/** Nearly no room is no reason to close a shop that still sells: it is tried whether an order could be kept. */
async function missingSpace({ db }: Shop, space: PlaceState, isEmbedded: boolean): Promise<string[]> {
  if (space === 'gone') return ['the data folder cannot be read']
  if (space !== 'too-little' || !isEmbedded) return []
  return tryWriting(db).then(
    () => [],
    () => ['the disk is full'],
  )
}

type Probes = { space: PlaceState; backups: PlaceState; picturesAnswer: boolean }

async function warningsOf(shop: Shop, { space, backups, picturesAnswer }: Probes): Promise<string[]> {
  const trouble = await readTrouble(shop.db)
  const overdue = await readOverdue(shop, shop.now())
  const all: [isDue: boolean, words: string][] = [
    [space === 'little' || space === 'too-little', 'the disk is nearly full'],
    [backups === 'gone', 'the folder of backups cannot be read'],
    [backups === 'little' || backups === 'too-little', 'the disk of the backups is nearly full'],
    [!picturesAnswer, 'the store of pictures does not answer'],
    [!shop.payments.isOpen, 'no cards are taken'],
    [overdue.includes('capture') || overdue.includes('release'), 'payments wait for the card provider'],
    [overdue.includes('refund'), 'refunds wait for the card provider'],
    [trouble.providerAlert, 'the books and the card provider differ'],
    [trouble.webhookAlert, 'the card provider’s webhook needs a look'],
    [overdue.includes('mail'), 'mails wait'],
    [trouble.backupFailed, 'the last backup failed'],
    [overdue.includes('backup'), 'the night’s backup is overdue'],
  ]
  return all.filter(([isDue]) => isDue).map(([, message]) => message)
}
