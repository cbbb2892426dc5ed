import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { isDatabaseAway, ofDatabase } from './database-errors.ts'
import { type Db, type ShopEvent, subscribe, write } from './write.ts'

describe.runIf(inject('postgresUrl'))('a transaction whose connection is cut off', () => {
  test('says that the database is away, however often it goes on', async () => {
    const { db, cut } = await aShopToCut()
    const errors: unknown[] = []
    const cutOff = write(db, async (tx) => {
      await cut(tx)
      for (let times = 0; times < 3; times++) {
        await sql`select 1`.execute(tx).catch((error: unknown) => errors.push(error))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw errors.at(-1)
    })
    await expect(cutOff).rejects.toSatisfy(isDatabaseAway)
    expect(errors).toHaveLength(3)
    expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([])
  })

  test('at its commit may be done all the same, so something was missed; before it, nothing was told', async () => {
    const { db, cut } = await aShopToCut()
    const received: ShopEvent[] = []
    subscribe(db, (events) => received.push(...events))
    const early = write(db, async (tx, emit) => {
      emit({ kind: 'orders', orderId: 1 })
      await cut(tx)
      await sql`select 1`.execute(tx)
    })
    await expect(early).rejects.toSatisfy(isDatabaseAway)
    expect(received).toEqual([])
    for (const statement of DIES_AT_COMMIT) await write(db, (tx) => sql.raw(statement).execute(tx))
    const atCommit = write(db, async (tx, emit) => {
      await tx
        .insertInto('settings')
        .values({ key: 'hero_title', value: 'x', description: '' })
        .execute()
      emit({ kind: 'orders', orderId: 1 })
    })
    await expect(atCommit).rejects.toSatisfy(isDatabaseAway)
    expect(received).toEqual([{ kind: 'missed' }])
  })
})

/** Kills the connection of a settings change when everything but the commit is done. */
const DIES_AT_COMMIT = [
  `create function die() returns trigger language plpgsql
    as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
  `create constraint trigger dies after insert on settings
    deferrable initially deferred for each row execute function die()`,
]

async function aShopToCut() {
  const { db, config } = await aShop()
  const { default: pg } = await import('pg')
  const admin = new pg.Client(config.databaseUrl ?? '')
  await admin.connect()
  onTestFinished(() => admin.end())
  const cut = async (tx: Db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  }
  return { db, cut }
}

test.each([
  ['a full disk', { errcode: 13 }],
  ['a sync that failed', { errcode: 10 | (4 << 8) }],
  ['a file that cannot be opened', { errcode: 14 }],
  ['PostgreSQL’s full disk', { code: '53100' }],
  ['PostgreSQL’s failing disk', { code: '58030' }],
  ['a statement that took too long', { code: '57014' }],
  ['a database that starts', { code: '57P03' }],
])('%s means: not now', (_, error) => {
  expect(isDatabaseAway(ofDatabase(error))).toBe(true)
})

test.each([
  ['a row that is refused', { errcode: 19 }],
  ['a missing table', { errcode: 1 }],
  ['PostgreSQL’s missing table', { code: '42P01' }],
  ['a mistake of ours', new TypeError('Cannot read properties of undefined')],
])('%s is a bug, and no matter of waiting', (_, error) => {
  expect(isDatabaseAway(ofDatabase(error))).toBe(false)
})
