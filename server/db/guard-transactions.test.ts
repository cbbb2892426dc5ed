import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { isUniqueViolation } from './database-errors.ts'
import { weakDurability } from './open-database.ts'
import { type Db, type ShopEvent, snapshot, subscribe, write } from './write.ts'

const onPostgres = inject('postgresUrl') !== undefined

const insertVisitor = (tx: Db, hash: string) =>
  tx.insertInto('visitors').values({ hash, seen_at: 'now' })
const listVisitors = async (db: Db) =>
  (await db.selectFrom('visitors').select('hash').execute()).map(({ hash }) => hash)

test('a transaction that is given up leaves nothing, tells nobody, and its connection serves the next', async () => {
  const { db } = await aShop()
  const told: ShopEvent[] = []
  subscribe(db, (events) => told.push(...events.filter(({ kind }) => kind === 'pages')))
  for (let times = 0; times < 20; times++) {
    const givenUp = write(db, async (tx, emit) => {
      await insertVisitor(tx, 'never').execute()
      emit({ kind: 'pages' })
      throw new Error('changed my mind')
    })
    await expect(givenUp).rejects.toThrow('changed my mind')
  }
  await write(db, async () => {})
  expect([await listVisitors(db), told]).toEqual([[], []])
})

test('a statement that fails ends its transaction, caught or not, whatever follows it', async () => {
  const { db } = await aShop()
  await write(db, (tx) => insertVisitor(tx, 'first').execute())
  const failing: ((tx: Db) => Promise<unknown>)[] = [
    (tx) => insertVisitor(tx, 'first').execute(),
    (tx) => insertVisitor(tx, 'first').returning('hash').execute(),
  ]
  const following: ((tx: Db) => Promise<unknown>)[] = [
    async () => {},
    listVisitors,
    (tx) => insertVisitor(tx, 'other').execute(),
    (tx) => listVisitors(tx).catch(() => []),
  ]
  for (const [one, fail] of failing.entries())
    for (const [then, follow] of following.entries()) {
      const error = await write(db, async (tx) => {
        await insertVisitor(tx, 'second').execute()
        await fail(tx).catch(() => {})
        await follow(tx)
      }).catch((thrown: unknown) => thrown)
      expect([one, then, isUniqueViolation(error)]).toEqual([one, then, true])
      expect(await listVisitors(db)).toEqual(['first'])
    }
})

describe.skipIf(!onPostgres)('the error of a statement', () => {
  test('says in the log which one it was and no parameters, and not to people', async () => {
    const { db } = await aShop()
    await write(db, (tx) => insertVisitor(tx, 'secret-hash').execute())
    const failing = write(db, async (tx) => {
      await insertVisitor(tx, 'secret-hash').execute()
    })
    const error = await failing.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      message: expect.stringMatching(/visitors_pkey"$/),
      stack: expect.stringContaining(
        'visitors_pkey" (in: insert into "visitors" ("hash", "seen_at") values ($1, $2))',
      ),
    })
    expect(String((error as Error).stack)).not.toContain('secret-hash')
  })
})

const waiting = (tx: Db) =>
  sql<{ for: string }>`select current_setting('synchronous_commit') as "for"`.execute(tx)

describe.skipIf(!onPostgres)('a commit', () => {
  test('waits for the disk although the tests’ own database never does', async () => {
    const { db } = await aShop()
    for (let times = 0; times < 12; times++) {
      expect((await write(db, waiting)).rows).toEqual([{ for: 'on' }])
    }
  })
})

test.skipIf(!onPostgres)('a database that may lose what is on its disk is named', async () => {
  const { db } = await aShop()
  expect((await weakDurability(db)).join()).toContain('fsync and full_page_writes off')
})

describe.skipIf(!onPostgres)('while a newer release changes the tables', () => {
  test('an older process goes on reading and writing', async () => {
    const { db } = await aShop()
    const eggs = await aProduct(db, { name: 'Eggs', stock: 100 })
    const readOnce = (reader: Db) =>
      reader.selectFrom('products').selectAll().where('id', '=', eggs.id).execute()
    const writeOnce = (tx: Db) =>
      tx
        .updateTable('products')
        .set((row) => ({ stock: row('stock', '-', 1) }))
        .where('id', '=', eggs.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    const use = [
      async () => (await readOnce(db))[0],
      async () => (await snapshot(db, readOnce))[0],
      () => write(db, writeOnce),
    ]
    for (const [at, way] of use.entries()) {
      await Promise.all(Array.from({ length: 12 }, way))
      await write(db, (tx) =>
        sql.raw(`alter table products add column later_${at} integer`).execute(tx),
      )
      expect(await way()).toMatchObject({ name: 'Eggs', [`later_${at}`]: null })
    }
  })
})
