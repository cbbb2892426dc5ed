import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { isUniqueViolation } from './database-errors.ts'
import { prepared, preparedCommand, preparedLast } from './prepared.ts'
import type { Db } from './tables.ts'
import { weakDurability } from './weak-durability.ts'
import { snapshot, together, write } from './write.ts'

const onPostgres = inject('postgresUrl') !== undefined

const insertVisitor = (tx: Db, hash: string) =>
  tx.insertInto('visitors').values({ hash, seen_at: 'now' })
const listVisitors = async (db: Db) =>
  (await db.selectFrom('visitors').select('hash').execute()).map(({ hash }) => hash)

describe('an insert that nobody waits for', () => {
  test('fails its transaction with its own error, whatever comes after it', async () => {
    const { db } = await aShop()
    const last = [
      async () => {},
      (tx: Db) => listVisitors(tx),
      (tx: Db) => tx.updateTable('visitors').set({ seen_at: 'later' }).execute(),
      (tx: Db) => insertVisitor(tx, 'other').execute(),
    ]
    await write(db, (tx) => insertVisitor(tx, 'first').execute())
    for (const then of last) {
      const failing = write(db, async (tx) => {
        await insertVisitor(tx, 'second').execute()
        await insertVisitor(tx, 'first').execute()
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
      for (const key of keys) await insertVisitor(tx, key).execute()
      return listVisitors(tx)
    })
    expect(seen.sort()).toEqual(keys)
    expect((await listVisitors(db)).sort()).toEqual(keys)
  })

  test('is gone when its transaction is given up, and the connection serves the next', async () => {
    const { db } = await aShop()
    for (let times = 0; times < 20; times++) {
      const givenUp = write(db, async (tx) => {
        await insertVisitor(tx, 'never').execute()
        throw new Error('changed my mind')
      })
      await expect(givenUp).rejects.toThrow('changed my mind')
    }
    await write(db, async () => {})
    expect(await listVisitors(db)).toEqual([])
  })
})

const markVisitor = preparedCommand((tx, visitor: { hash: string; seen_at: string }) =>
  tx.insertInto('visitors').values(visitor),
)

describe('a command whose answer nobody reads', () => {
  test('stands for who reads after it, and fails its transaction with its own error', async () => {
    const { db } = await aShop()
    const seen = await write(db, async (tx) => {
      await markVisitor(tx, { hash: 'first', seen_at: 'now' })
      return listVisitors(tx)
    })
    expect(seen).toEqual(['first'])
    const failing = write(db, async (tx) => {
      await insertVisitor(tx, 'second').execute()
      await markVisitor(tx, { hash: 'first', seen_at: 'now' })
    })
    expect(isUniqueViolation(await failing.catch((error: unknown) => error))).toBe(true)
    expect(await listVisitors(db)).toEqual(['first'])
  })
})

describe('the last statement of a transaction', () => {
  const markLast = preparedLast((tx, visitor: { hash: string; seen_at: string }) =>
    tx.insertInto('visitors').values(visitor).returning('hash'),
  )
  const last = (tx: Db, hash: string) => markLast(tx, { hash, seen_at: 'now' })

  test('is committed with what went before it, and answers', async () => {
    const { db } = await aShop()
    const { rows } = await write(db, async (tx) => {
      await insertVisitor(tx, 'before').execute()
      return last(tx, 'last')
    })
    expect(rows).toEqual([{ hash: 'last' }])
    expect((await listVisitors(db)).sort()).toEqual(['before', 'last'])
  })

  test('takes all of it back where it fails, and the connection serves the next', async () => {
    const { db } = await aShop()
    await write(db, (tx) => last(tx, 'first'))
    for (let times = 0; times < 20; times++) {
      const failing = write(db, async (tx) => {
        await insertVisitor(tx, `before ${times}`).execute()
        return last(tx, 'first')
      })
      expect(isUniqueViolation(await failing.catch((error: unknown) => error))).toBe(true)
    }
    await write(db, (tx) => last(tx, 'next'))
    expect((await listVisitors(db)).sort()).toEqual(['first', 'next'])
  })

  test.runIf(onPostgres)('has none after it', async () => {
    const { db } = await aShop()
    const going = write(db, async (tx) => {
      await last(tx, 'last')
      return listVisitors(tx)
    })
    await expect(going).rejects.toThrow('committed with its last statement')
    await write(db, (tx) => insertVisitor(tx, 'next').execute())
    expect((await listVisitors(db)).sort()).toEqual(['last', 'next'])
  })
})

describe('statements asked together', () => {
  const countVisitors = prepared((db, { hash }: { hash: string }) =>
    db.selectFrom('visitors').select('hash').where('hash', '=', hash),
  )

  test('see each what those before them did, and have all ended before the first failure is thrown', async () => {
    const { db } = await aShop()
    const found = await write(db, async (tx) => {
      const [, { rows }] = await together([
        markVisitor(tx, { hash: 'first', seen_at: 'now' }),
        countVisitors(tx, { hash: 'first' }),
      ])
      return rows
    })
    expect(found).toEqual([{ hash: 'first' }])
    let hasEnded = false
    const slow = async (tx: Db) => {
      await pause(20)
      await countVisitors(tx, { hash: 'first' })
      hasEnded = true
      throw new Error('later')
    }
    const failing = write(db, (tx) => together([slow(tx), Promise.reject(new Error('sooner'))]))
    await expect(failing).rejects.toThrow('later')
    expect(hasEnded).toBe(true)
  })
})

describe('a statement that fails', () => {
  const failing: [string, (tx: Db) => Promise<unknown>][] = [
    ['a plain insert', (tx) => insertVisitor(tx, 'first').execute()],
    ['an insert that answers', (tx) => insertVisitor(tx, 'first').returning('hash').execute()],
  ]
  const after: [string, (tx: Db) => Promise<unknown>][] = [
    ['nothing', async () => {}],
    ['a read', listVisitors],
    ['another insert', (tx) => insertVisitor(tx, 'other').execute()],
    ['a read that is caught as well', (tx) => listVisitors(tx).catch(() => [])],
  ]
  const cases = failing.flatMap(([what, fail]) =>
    after.map(([then, work]) => ({ what, fail, then, work })),
  )

  test.each(cases)(
    'ends its transaction, caught or not: $what, then $then',
    async ({ fail, work }) => {
      const { db } = await aShop()
      await write(db, (tx) => insertVisitor(tx, 'first').execute())
      const error = await write(db, async (tx) => {
        await insertVisitor(tx, 'second').execute()
        await fail(tx).catch(() => {})
        await work(tx)
      }).catch((thrown: unknown) => thrown)
      expect(isUniqueViolation(error)).toBe(true)
      expect(await listVisitors(db)).toEqual(['first'])
    },
  )
})

describe.skipIf(!onPostgres)('the error of an insert that nobody waits for', () => {
  test.each([
    ['by the commit', async () => {}],
    ['by the next statement', async (tx: Db) => void (await listVisitors(tx))],
  ])('says which statement it was and no parameters, thrown %s', async (_, then) => {
    const { db } = await aShop()
    await write(db, (tx) => insertVisitor(tx, 'secret-hash').execute())
    const failing = write(db, async (tx) => {
      await insertVisitor(tx, 'secret-hash').execute()
      await then(tx)
    })
    const error = await failing.catch((thrown: unknown) => thrown)
    const named = 'visitors_pkey" (in: insert into "visitors" ("hash", "seen_at") values ($1, $2))'
    expect(error).toMatchObject({
      message: expect.stringContaining(named),
      stack: expect.stringContaining(named),
    })
    expect(String(error)).not.toContain('secret-hash')
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
