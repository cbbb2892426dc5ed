import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { raiseCounters } from '#server/db/id-counters.ts'
import { migrateWithin } from '#server/db/migrate.ts'
import { type Database, openFile, openForCommand } from '#server/db/open-database.ts'
import { listTables } from '#server/db/table-list.ts'
import { insertRows } from '#server/db/table-rows.ts'
import { write } from '#server/db/write.ts'
import { anEmptyPlace, NOW, type Place } from './a-backup.ts'
import type { AtEnd } from './at-end.ts'
import type { SchemaFixture } from './fixtures/schema-fixtures.ts'

/** A shop as an older release left it: on SQLite from that release's own words, on PostgreSQL by its migrations. */
export async function anOlderShop(
  fixture: SchemaFixture,
  atEnd: AtEnd = onTestFinished,
): Promise<Place> {
  const engine = inject('postgresUrl') ? 'postgres' : 'sqlite'
  const place = await anEmptyPlace(engine, null, atEnd)
  mkdirSync(place.dataDir, { recursive: true })
  if (!place.databaseUrl) makeFile(join(place.dataDir, 'shop.db'), fixture)
  const database = place.databaseUrl
    ? openForCommand(place.databaseUrl)
    : openFile(join(place.dataDir, 'shop.db'))
  await fill(database, fixture)
  await database.close()
  return place
}

function makeFile(file: string, { sqlite, migrations }: SchemaFixture): void {
  const database = new DatabaseSync(file)
  for (const statement of ['pragma journal_mode = wal', ...sqlite]) database.exec(statement)
  for (const name of migrations)
    database.prepare('insert into schema_migrations values (?, ?)').run(name, 'then')
  database.close()
}

async function fill({ db, engine }: Database, { migrations, rows }: SchemaFixture): Promise<void> {
  await write(db, async (tx) => {
    if (engine === 'postgres') await migrateWithin(tx, engine, NOW, migrations)
    const tables = await listTables(tx, engine)
    // What a migration filled in is the fixture's to say; SQLite's has no row yet.
    for (const { name } of tables.toReversed())
      if (name !== 'schema_migrations') await sql`delete from ${sql.table(name)}`.execute(tx)
    for (const table of tables) await insertRows(tx, engine, table, rows[table.name] ?? [])
    await raiseCounters(tx, engine, tables, {})
  })
}
