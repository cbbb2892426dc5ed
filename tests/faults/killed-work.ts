// Work in its own process that kills itself (SIGKILL) midway: at the nth database statement, or the
// nth file renamed. Without a number it does the work and says so.

import fs from 'node:fs'
import { flushCompileCache, syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { RequestOf } from '#contract/endpoint.ts'
import type { ShortDraft } from '#contract/packing/packing.ts'
import type { weighing } from '#contract/packing/weighing.ts'
import type { Shop } from '#server/shop.ts'

type Where = { dataDir: string; databaseUrl: string | null }

export type KilledWork = {
  kill: { at: number; by: 'statement' | 'rename' } | null
  open?: Where
  isNext?: boolean
  restore?: Where & { file: string }
  start?: Where
  backUp?: Where & { file: string }
  /** Counted from the deed's first statement. */
  share?: Where & { day: string; draft: ShortDraft }
  /** Refunds what orders paid above their weight; counted likewise. */
  settle?: Where & { request: RequestOf<typeof weighing.settle>['body'] }
  /** Presses the button behind a mailed link; counted likewise. */
  press?: Where & { secret: string; at: string }
}

const work = JSON.parse(process.argv[2] ?? '') as KilledWork
const NOW = new Date('2026-11-20T10:00:00.000Z')
const deed = work.share ?? work.settle ?? work.press
if (work.kill && !deed) arm(work.kill)

// Each kill is of a new process, so each reads only what its own work needs.
const { openDatabase, openOlder } = await import('#server/db/open-database.ts')

const { open } = work
if (open) {
  const { asNextRelease } = await import('#tests/next-migration.ts')
  const openIt = async () => (await openDatabase(open, NOW)).close()
  await (work.isNext ? asNextRelease(openIt) : openIt())
}
if (work.start) {
  const { endRestore, restoreAtStart } = await import(
    '#server/features/backups/restore-at-start.ts'
  )
  const backup = { folder: '', passphrase: null, copyTo: null }
  const place = { ...work.start, pictureBucket: null, backup }
  await restoreAtStart(place, NOW)
  const { db, close } = await openDatabase(work.start, NOW)
  await endRestore(db, place, NOW)
  await close()
}
if (work.restore) {
  const { restoreBackup } = await import('#server/features/backups/restore-backup.ts')
  const options = { pictureBucket: null, passphrase: null, takeOver: false, now: NOW }
  await restoreBackup({ ...work.restore, ...options })
}
if (work.backUp) {
  const { openSource, writeBackup } = await import('#server/features/backups/write-backup.ts')
  const source = await openSource({ ...work.backUp, pictureBucket: null })
  await writeBackup(source, work.backUp.file, { passphrase: null, now: NOW })
  await source.database.close()
}
if (deed) {
  const { placeRequested } = await import('#server/features/checkout/place-at-pickup.ts')
  const { settleWeights } = await import('#server/features/orders/settle-weights.ts')
  const { shareHarvest } = await import('#server/features/packing/short-harvest.ts')
  const { db } = await openOlder(deed)
  const mail = { send: async () => {}, close: () => {} }
  const rest = { later: async () => {}, sendMails: () => {} }
  const now = work.press ? new Date(work.press.at) : NOW
  const shop = { db, mail, now: () => now, ...rest } as unknown as Shop
  if (work.kill) arm(work.kill)
  if (work.share) await shareHarvest(shop, { day: work.share.day }, work.share.draft)
  if (work.press) await placeRequested(shop, work.press.secret)
  if (work.settle) await settleWeights(shop, work.settle.request)
}
process.stdout.write('done')
process.exit(0)

function arm({ at, by }: { at: number; by: 'statement' | 'rename' }): void {
  let seen = 0
  const count = () => {
    if (++seen !== at) return
    // What Node made of the sources is kept for the next process.
    flushCompileCache()
    process.kill(process.pid, 'SIGKILL')
  }
  if (by === 'rename') {
    const { renameSync } = fs
    fs.renameSync = (from, to) => {
      count()
      renameSync(from, to)
    }
    syncBuiltinESMExports()
    return
  }
  counting(DatabaseSync.prototype, 'prepare', count)
  counting(DatabaseSync.prototype, 'exec', count)
  if (deed) for (const name of ['run', 'all']) counting(StatementSync.prototype, name, count)
  counting(pg.Client.prototype, 'query', count)
}

function counting(prototype: object, name: string, count: () => void): void {
  const original = Reflect.get(prototype, name)
  Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]) {
    count()
    return Reflect.apply(original, this, given)
  })
}
