import { type Kysely, sql } from 'kysely'
import { OwnerError } from '#server/config/config.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { noTimeLimits } from './postgres-dialect.ts'
import { COLUMN_TYPES, type ColumnTypes, type Engine } from './table-list.ts'
import { type Db, write } from './write.ts'

export type Migration = {
  name: string
  up: (tx: Kysely<never>, types: ColumnTypes, now: Date) => Promise<void>
}

const BASELINE = '0001-baseline'

/** In order. CONTRIBUTING.md says what may change here, and when. */
export const MIGRATIONS: Migration[] = [{ name: BASELINE, up: baseline }]

const MIGRATION_LOCK = 726_574

export class NewerSchemaError extends OwnerError {}

/** Migrates in one transaction. @throws OwnerError */
export async function migrate(db: Db, engine: Engine, now: Date): Promise<void> {
  await write(db, (tx) => migrateWithin(tx, engine, now))
}

export async function migrateWithin(
  tx: Db,
  engine: Engine,
  now: Date,
  upTo?: readonly string[],
): Promise<void> {
  if (engine === 'postgres') {
    await noTimeLimits(tx)
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
  }
  await sql`create table if not exists schema_migrations (name text primary key, at text not null)`.execute(
    tx,
  )
  for (const migration of await pendingMigrations(tx)) {
    if (upTo && !upTo.includes(migration.name)) continue
    await migration.up(tx as unknown as Kysely<never>, COLUMN_TYPES[engine], now)
    await tx
      .insertInto('schema_migrations')
      .values({ name: migration.name, at: now.toISOString() })
      .execute()
  }
}

/** @throws OwnerError */
export async function pendingMigrations(db: Db): Promise<Migration[]> {
  const rows = await db.selectFrom('schema_migrations').select('name').execute()
  const done = rows.map(({ name }) => name)
  if (done.length > 0 && isBeforeBaseline(done))
    throw new OwnerError(
      'This shop was made before Farmstand 0.1.0, the first release, and cannot be opened; please start a new one.',
    )
  const unknown = unknownMigrations(done)
  if (unknown.length > 0)
    throw new NewerSchemaError(
      `The database is from a newer Farmstand (it knows ${unknown.join(', ')}). Please start that one.`,
    )
  return MIGRATIONS.filter(({ name }) => !done.includes(name))
}

export function isBeforeBaseline(names: readonly string[]): boolean {
  return !names.includes(BASELINE)
}

export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((one) => !MIGRATIONS.some(({ name }) => name === one))
}
