import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { migrate, NewerSchemaError } from './migrate.ts'
import { openDatabase, ShopAlreadyOpenError } from './open-database.ts'
import { snapshot, write } from './write.ts'

const onPostgres = inject('postgresUrl') !== undefined

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-db-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('a transaction', () => {
  test('refuses the shop-wide handle inside it, at once', async () => {
    const { db } = await aShop()
    const OWN_HANDLE = 'only its own handle may be used'
    const inside = write(db, () => db.selectFrom('settings').selectAll().execute())
    await expect(inside).rejects.toThrow(OWN_HANDLE)
    await expect(write(db, () => write(db, async () => 1))).rejects.toThrow(OWN_HANDLE)
    await expect(
      snapshot(db, () => db.selectFrom('settings').selectAll().execute()),
    ).rejects.toThrow(OWN_HANDLE)
    expect(await write(db, async () => 'still open')).toBe('still open')
  })

  test('is the only place that may write', async () => {
    const { db } = await aShop()
    const outside = db
      .insertInto('settings')
      .values({ key: 'hero_title', value: 'x', description: '' })
      .execute()
    await expect(outside).rejects.toThrow(/readonly|read-only/)
    const reading = snapshot(db, (tx) => tx.deleteFrom('settings').execute())
    await expect(reading).rejects.toThrow(/readonly|read-only/)
  })

  test('that reads sees one moment, whatever is written meanwhile', async () => {
    const { db } = await aShop()
    await aProduct(db)
    const { promise: written, resolve } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const reading = snapshot(db, async (tx) => {
      const first = await tx.selectFrom('products').selectAll().execute()
      begin()
      await written
      return [first.length, (await tx.selectFrom('products').selectAll().execute()).length]
    })
    await begun
    await aProduct(db)
    resolve()
    expect(await reading).toEqual([1, 1])
  })
})

test('nothing is in an empty list, and everything is not in it', async () => {
  const { db } = await aShop()
  const { id } = await aProduct(db)
  const all = db.selectFrom('products').select('id')
  expect(await all.where('id', 'in', []).execute()).toEqual([])
  expect(await all.where('id', 'not in', []).where('name', 'in', []).execute()).toEqual([])
  expect(await all.where('id', 'not in', []).execute()).toEqual([{ id }])
})

describe('the tables', () => {
  test('hold booleans, JSON and nothing as what they are', async () => {
    const { db } = await aShop()
    const row = {
      id: 'p',
      provider: 'stripe' as const,
      method_ref: 'm',
      amount_cents: 50 as never,
      state: 'open' as const,
    }
    const at = { created_at: '2026-01-01T00:00:00.000Z', expires_at: 'x', touched_at: 'x' }
    const empty = {
      intent_id: null,
      checkout_key: null,
      visitor_hash: null,
      body_hash: null,
      order_id: null,
    }
    const ended = { error_code: null, error_message: null, captured_cents: 0 as never }
    const basket = JSON.stringify({ orderData: { notes: '<"é農">' }, lines: [] })
    await write(db, (tx) =>
      tx
        .insertInto('payments')
        .values({ ...row, ...at, ...empty, ...ended, livemode: true, basket })
        .execute(),
    )
    const read = await db
      .selectFrom('payments')
      .select(['livemode', 'basket', 'order_id'])
      .executeTakeFirst()
    expect(read).toEqual({
      livemode: true,
      basket: { orderData: { notes: '<"é農">' }, lines: [] },
      order_id: null,
    })
  })

  test('refuse goods and money that cannot be', async () => {
    const { aBareBuyer, orderBody } = await import('#tests/a-buyer.ts')
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    await aBareBuyer(shop).createIntent(orderBody([[eggs, 1]]))
    for (const [what, statement] of [
      ['stock below zero', sql`update products set stock = -1`],
      ['money without an order', sql`update payments set state = 'captured'`],
      ['live money in the sandbox', sql`update payments set livemode = ${true}`],
      ['more captured than held', sql`update payments set captured_cents = amount_cents + 1`],
    ] as const)
      await expect(
        write(shop.db, (tx) => statement.execute(tx)),
        what,
      ).rejects.toThrow(/constraint/i)
  })
})

test('a database of a newer release is refused by name and not touched', async () => {
  const { db } = await aShop()
  await write(db, (tx) =>
    tx.insertInto('schema_migrations').values({ name: '9999-hovercraft', at: 'x' }).execute(),
  )
  await expect(migrate(db, onPostgres ? 'postgres' : 'sqlite', new Date())).rejects.toThrow(
    NewerSchemaError,
  )
})

describe.skipIf(onPostgres)('on SQLite', () => {
  test('a second server on the same folder is refused, a reader is not', async () => {
    const dataDir = await aFolder()
    const first = await openDatabase({ dataDir, databaseUrl: null }, new Date())
    await expect(openDatabase({ dataDir, databaseUrl: null }, new Date())).rejects.toThrow(
      ShopAlreadyOpenError,
    )
    const reader = new DatabaseSync(join(dataDir, 'shop.db'), { readOnly: true })
    expect(reader.prepare('select count(*) as n from products').get()).toEqual({ n: 0 })
    reader.close()
    await first.close()
    await (await openDatabase({ dataDir, databaseUrl: null }, new Date())).close()
  })

  test('each commit is on the disk before it is answered: synchronous FULL', async () => {
    const { db } = await aShop()
    const [journal, synchronous] = await write(db, async (tx) => [
      await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx),
      await sql<{ synchronous: number }>`pragma synchronous`.execute(tx),
    ])
    expect([journal?.rows[0], synchronous?.rows[0]]).toEqual([
      { journal_mode: 'wal' },
      { synchronous: 2 },
    ])
  })
})
