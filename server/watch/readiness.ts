import { pendingMigrations } from '#server/db/migrate.ts'
import type { Readiness } from '#server/http/health.ts'
import type { Shop } from '#server/shop.ts'
import { type Space, spaceOf } from './free-space.ts'
import { readTrouble } from './trouble-queries.ts'

export type Surroundings = {
  isStopping: () => boolean
  /** How many bytes may still be written in the data folder. @throws when the folder is gone */
  freeBytes: () => Promise<number>
  /** Whether orders are kept in the data folder. */
  isEmbedded: boolean
}

/**
 * Whether the shop can sell now, and what somebody should look at. A strange server's trouble is no reason to send
 * visitors away, so that is only warned of. Anyone may read it: no figures, no names.
 * @throws when the database does not answer
 */
export async function readiness(shop: Shop, around: Surroundings): Promise<Readiness> {
  if (around.isStopping()) return { missing: ['the shop is closing'], warnings: [] }
  const pending = await pendingMigrations(shop.db)
  if (pending.length > 0)
    return { missing: [`the schema lacks ${pending.map(({ name }) => name).join(', ')}`], warnings: [] }
  const space = await around.freeBytes().then(spaceOf, () => 'gone' as const)
  return { missing: missingSpace(space, around.isEmbedded), warnings: await warningsOf(shop, space) }
}

type Place = Space | 'gone'

function missingSpace(space: Place, isEmbedded: boolean): string[] {
  if (space === 'gone') return ['the data folder cannot be read']
  return space === 'too-little' && isEmbedded ? ['the disk is full'] : []
}

async function warningsOf(shop: Shop, space: Place): Promise<string[]> {
  const trouble = await readTrouble(shop.db, shop.now())
  const all: [isDue: boolean, words: string][] = [
    [space === 'little' || space === 'too-little', 'the disk is nearly full'],
    [!shop.payments.isOpen, 'no cards are taken'],
    [trouble.paymentsWait, 'payments wait for the card provider'],
    [trouble.providerAlert, 'the books and the card provider differ'],
    [shop.mail !== null && trouble.mailsWait, 'mails wait'],
    [trouble.backupFailed, 'the last backup failed'],
  ]
  return all.filter(([isDue]) => isDue).map(([, words]) => words)
}
