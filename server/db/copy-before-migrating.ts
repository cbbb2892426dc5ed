import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { DAY } from '#contract/time/durations.ts'
import { OwnerError } from '#server/config/config.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { syncFolder } from '#server/files/private-files.ts'
import { pendingMigrations } from './migrate.ts'
import type { Tables } from './tables.ts'
import type { Db } from './write.ts'

/** Kept apart from the backups, which get copied off the machine: these copies aren't encrypted. */
const FOLDER = 'before-updates'

/** In ms. Until then a copy still holds people erased since. */
const MAX_AGE = 30 * DAY

/** Copies the SQLite shop beside itself; null when nothing will change. @throws OwnerError */
export async function copyBeforeMigrating(
  db: Kysely<Tables>,
  dataDir: string,
  now: Date,
): Promise<string | null> {
  const next = await nextMigration(db)
  if (!next) return null
  const folder = join(dataDir, FOLDER)
  const copy = join(folder, `before-${next}-${momentOf(now)}.db`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(copy)) copyWhole(join(dataDir, 'shop.db'), copy)
  } catch (error) {
    const why = errorMessage(error)
    throw new OwnerError(
      `The shop’s tables need an update, but they could not be copied to ${folder} first (${why}). Nothing was changed.`,
    )
  }
  return copy
}

async function nextMigration(db: Db): Promise<string | null> {
  const found = await sql`select 1 from sqlite_schema where name = 'products'`.execute(db)
  if (found.rows.length === 0) return null
  return (await pendingMigrations(db))[0]?.name ?? null
}

function copyWhole(file: string, copy: string): void {
  rmSync(`${copy}.part`, { force: true })
  using database = new DatabaseSync(file)
  database.prepare('vacuum into ?').run(`${copy}.part`)
  checkCopy(copy)
  renameSync(`${copy}.part`, copy)
  syncFolder(join(copy, '..'))
}

/** Skips comparing indexes just built: `integrity_check` took 22 s for a million orders, this 6. */
function checkCopy(copy: string): void {
  using written = new DatabaseSync(`${copy}.part`)
  const { quick_check: found } = written.prepare('pragma quick_check').get() ?? {}
  if (found !== 'ok') throw new Error(String(found))
}

export async function removeOldCopies(shop: { dataDir: string; now: () => Date }): Promise<void> {
  const folder = join(shop.dataDir, FOLDER)
  const before = momentOf(new Date(shop.now().getTime() - MAX_AGE))
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, made] = /^before-.*-(\d{8}T\d{6})\.db(?:\.part)?$/.exec(name) ?? []
    if (made !== undefined && made < before) rmSync(join(folder, name), { force: true })
  }
}

function momentOf(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}
