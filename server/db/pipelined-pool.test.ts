import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { isUniqueViolation } from './database-errors.ts'
import type { Db } from './tables.ts'
import { snapshot, write, writeRelaxed } from './write.ts'

const onPostgres = inject('postgresUrl') !== undefined

const insertVisitor = (tx: Db, hash: string) =>
  tx.insertInto('visitors').values({ hash, seen_at: 'now' }).execute()
const listVisitors = async (db: Db) =>
  (await db.selectFrom('visitors').select('hash').execute()).map(({ hash }) => hash)

describe('an insert that nobody waits for', () => {
  test('fails its transaction with its own error, whatever comes after it', async () => {
    const { db } = await aShop()
    const last = [
      async () => {},
      (tx: Db) => listVisitors(tx),
      (tx: Db) => tx.updateTable('visitors').set({ seen_at: 'later' }).execute(),
      (tx: Db) => insertVisitor(tx, 'other'),
    ]
    await write(db, (tx) => insertVisitor(tx, 'first'))
    for (const then of last) {
      const failing = write(db, async (tx) => {
        await insertVisitor(tx, 'second')
        await insertVisitor(tx, 'first')
        await then(tx)
      })
      expect(isUniqueViolation(await failing.catch((error: unknown) => error))).toBe(true)
    }
    expect(await listVisitors(db)).toEqual(['first'])
  })

  test('stands for who reads after it in the same transaction, in its place among many', async () => {
    const { db } = await aShop()
    const keys = Array.from({ length: 40 }, (_, number) => `key-${String(number).padStart(2, '0')}`)
    const seen = await write(db, async (tx) => {
      for (const key of keys) await insertVisitor(tx, key)
      return listVisitors(tx)
    })
    expect(seen.sort()).toEqual(keys)
    expect((await listVisitors(db)).sort()).toEqual(keys)
  })

  test('is gone when its transaction is given up, and the connection serves the next', async () => {
    const { db } = await aShop()
    for (let times = 0; times < 20; times++) {
      const givenUp = write(db, async (tx) => {
        await insertVisitor(tx, 'never')
        throw new Error('changed my mind')
      })
      await expect(givenUp).rejects.toThrow('changed my mind')
    }
    await write(db, async () => {})
    expect(await listVisitors(db)).toEqual([])
  })
})

/** What a commit waits for, and whether the transaction itself said so; the tests' own database never waits. */
const waiting = (tx: Db) =>
  sql<{ for: string; own: boolean }>`
    select setting as "for", source = 'session' as own from pg_settings where name = 'synchronous_commit'`.execute(
    tx,
  )

describe.skipIf(!onPostgres)('a commit', () => {
  test('waits for the disk as the database is told to, but for one that the next takes along', async () => {
    const { db } = await aShop()
    for (let times = 0; times < 12; times++) {
      expect((await writeRelaxed(db, waiting)).rows).toEqual([{ for: 'off', own: true }])
      expect((await write(db, waiting)).rows).toEqual([expect.objectContaining({ own: false })])
    }
  })
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
