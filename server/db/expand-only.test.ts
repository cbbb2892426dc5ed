import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { anEmptyLocation, NOW } from '#tests/a-backup.ts'
import { asNextRelease } from '#tests/next-migration.ts'
import { narrowings, readShape, type SchemaShape } from '#tests/schema-shape.ts'
import { MIGRATIONS, migrateWithin } from './migrate.ts'
import { openForCommand } from './open-database.ts'
import { type Db, write } from './write.ts'

/** On SQLite one process has the shop, so no two releases share its tables. */
const onPostgres = inject('postgresUrl') !== undefined

/**
 * Allowed removals, in the test's words: the previous release no longer uses them, or never writes
 * what a new check rejects.
 */
const CONTRACTS: Record<string, string[]> = {}

async function anEmptyDatabase(): Promise<Db> {
  const { databaseUrl } = await anEmptyLocation('postgres')
  const { db, close } = openForCommand(databaseUrl ?? '')
  onTestFinished(close)
  return db
}

describe.runIf(onPostgres)('the release before runs on the tables of the one after it', () => {
  test('no migration takes a table, a column or a value from it, or asks for one it does not know', async () => {
    const found: Record<string, string[]> = {}
    await asNextRelease(async () =>
      write(await anEmptyDatabase(), async (tx) => {
        let before: SchemaShape | null = null
        for (const { name } of MIGRATIONS) {
          await migrateWithin(tx, 'postgres', NOW, [name])
          const after = await readShape(tx)
          const taken = before ? narrowings(before, after) : []
          if (taken.length > 0) found[name] = taken
          before = after
        }
      }),
    )
    expect(found).toEqual(CONTRACTS)
  })

  const NARROWING: [change: string, taken: string][] = [
    ['drop table bread', 'bread is gone'],
    ['alter table bread rename to loaves', 'bread is gone'],
    ['alter table bread drop column note', 'bread.note is gone'],
    ['alter table bread rename column note to words', 'bread.note is gone'],
    ['alter table bread alter column cents type text', 'bread.cents is text and was integer'],
    ['alter table bread alter column note set not null', 'bread.note must be filled now'],
    ['alter table bread alter column at drop default', 'bread.at fills itself no more'],
    ['alter table bread add column flour text not null', 'bread.flour is new and must be filled'],
    [
      'alter table bread add check (cents > 0)',
      'bread refuses by a new check: CHECK ((cents > 0))',
    ],
    [
      `alter table bread add column way text check (way = 'off' or cents > 0)`,
      `bread refuses by a new check: CHECK (((way = 'off'::text) OR (cents > 0)))`,
    ],
    [
      `alter table bread drop constraint kinds, add check (kind in ('rye', 'oat'))`,
      `bread refuses by a new check: CHECK ((kind = ANY (ARRAY['rye'::text, 'oat'::text])))`,
    ],
    ['create unique index on bread (note)', 'bread refuses by a new unique: btree (note)'],
    [
      'alter table bread add column way integer not null default 0; create unique index on bread (way)',
      'bread refuses by a new unique: btree (way)',
    ],
    [
      'alter table bread add foreign key (cents) references bread (id)',
      'bread refuses by a new reference: FOREIGN KEY (cents) REFERENCES bread(id)',
    ],
    [
      `create function no() returns trigger language plpgsql as 'begin raise exception ''no''; end';
       create trigger no before insert on bread for each row execute function no()`,
      expect.stringMatching(/^bread refuses by a new trigger: no /),
    ],
  ]

  const WIDENING = [
    'alter table bread add column flour text',
    `alter table bread add column flour text not null default 'rye'`,
    `alter table bread add column way text check (way in ('on', 'off'))`,
    'alter table bread add column baker integer references bread (id)',
    'alter table bread add column number integer; create unique index on bread (note, number)',
    `alter table bread drop constraint kinds, add check (kind in ('rye', 'wheat', 'oat'))`,
    'alter table bread alter column cents drop not null',
    'alter table bread drop constraint kinds',
    'create table rolls (id integer primary key, cents integer not null check (cents > 0))',
    'create index on bread (note)',
  ]

  test('what a migration could take is seen, and what it may add is nothing', async () => {
    const db = await anEmptyDatabase()
    for (const [change, taken] of NARROWING)
      expect([change, await takenBy(db, change)]).toEqual([change, [taken]])
    for (const change of WIDENING) expect([change, await takenBy(db, change)]).toEqual([change, []])
  })
})

/** Nothing of it stays in the database. */
async function takenBy(db: Db, change: string): Promise<string[]> {
  let taken: string[] = []
  const changing = write(db, async (tx) => {
    await sql`create table bread (id integer primary key, cents integer not null, note text,
      kind text constraint kinds check (kind in ('rye', 'wheat')), at text not null default 'now')`.execute(
      tx,
    )
    const before = await readShape(tx)
    await sql.raw(change).execute(tx)
    taken = narrowings(before, await readShape(tx))
    throw new Error('undo')
  })
  await expect(changing).rejects.toThrow('undo')
  return taken
}
