import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, type KyselyPlugin } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { DAY } from '#contract/time/durations.ts'
import { claimJob } from '#server/core/job-lock.ts'
import { migrate } from '#server/db/migrate.ts'
import { nodeSqliteDialect } from '#server/db/node-sqlite-dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import { fillDays } from '#server/features/calendar/fill-days.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { quickPlace } from '../quick-place.ts'

/** In the order rows can be deleted. */
const CHANGED = [
  'day_limits',
  'product_limits',
  'farm_news',
  'outbox',
  'refunds',
  'order_change_lines',
  'order_changes',
  'short_calls',
  'calls',
  'told_times',
  'stock_movements',
  'missed_orders',
  'payments',
  'order_items',
  'order_words',
  'orders',
  'visitors',
  'job_claims',
  'audit',
  'shop_memory',
  'products',
] as const

/**
 * Orders don't change market days without a capacity: they're the same in every state of a trace.
 */
const EMPTIED = [...CHANGED, 'market_days', 'sqlite_sequence']

const UNSETTLED = `select 1 from payments where state not in ('captured', 'canceled')
  union select 1 from refunds where state not in ('succeeded', 'failed')`

/** Hears of commits before their caller does, and of everything read. */
type Hook = { afterCommit: () => Promise<void>; see: (rows: unknown) => void }

export async function aShopFile() {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-explorer-'))
  const file = join(folder, 'shop.db')
  const hook: Hook = { afterCommit: async () => {}, see: () => {} }
  const open = (): Db =>
    new Kysely<Tables>({
      dialect: tellingCommits(nodeSqliteDialect(file, { maxGroupSize: 1 }), hook),
      plugins: [tellingReads(hook)],
    })
  let db = open()
  await migrate(db, 'sqlite', new Date(0))
  const allowed = { key: 'buyer_cancels', value: 'true', description: '' } as const
  await write(db, (tx) => tx.insertInto('settings').values(allowed).execute())
  const beside = new DatabaseSync(file)
  const firstOrder = beside.prepare('select min(id) as id from orders')
  const unsettled = beside.prepare(UNSETTLED)
  const overLimit = beside.prepare('select 1 from day_limits where taken > most')
  const tables = CHANGED.map((table) => beside.prepare(`select * from ${table}`))
  const emptying = [
    'begin immediate',
    ...EMPTIED.map((table) => `delete from ${table}`),
    'commit',
  ].map((statement) => beside.prepare(statement))
  return {
    hook,
    db: () => db,
    /** Opens the database as another process would; the old one loses it. */
    reopen: (): Db => {
      void db.destroy()
      db = open()
      return db
    },
    /** No rows, and numbers from 1 again: equal states of two traces match to the letter. */
    empty: () => {
      for (const statement of emptying) statement.run()
    },
    standing: () => JSON.stringify(tables.map((table) => table.all())),
    /** Whether the job has anything to do, now or later. */
    isUnsettled: () => unsettled.get() !== undefined,
    isOverLimit: () => overLimit.get() !== undefined,
    /** Synchronous, to decide whether there is something to do. */
    firstOrder: (): number | null => Number(firstOrder.get()?.id) || null,
    close: async () => {
      beside.close()
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ShopFile = Awaited<ReturnType<typeof aShopFile>>

/**
 * Empties and reopens the shop, with market days and as many eggs as jars of honey. The daily check
 * of the provider was just done: nothing may need it.
 */
export async function startAnew(
  file: ShopFile,
  stock: number,
  at: Date,
): Promise<{ eggs: Product; honey: Product }> {
  file.empty()
  await fillDays({ db: file.db(), now: () => at })
  const tomorrow = new Date(at.getTime() + DAY)
  const looked = { name: 'compare with the card provider', holder: 'yesterday' }
  await claimJob(file.db(), looked, at, tomorrow)
  const one = { description: '', price: 500 as Cents, imageUrl: null, stock }
  const category = 'Farm Eggs' as const
  return {
    eggs: await createProduct(file.db(), { ...one, name: 'Eggs', category }, at),
    honey: await createProduct(file.db(), { ...one, name: 'Honey', category }, at),
  }
}

function tellingReads(hook: Hook): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      hook.see([result.rows, String(result.numAffectedRows)])
      return result
    },
  }
}

function tellingCommits(dialect: Dialect, hook: Hook): Dialect {
  const createDriver: Dialect['createDriver'] = () => {
    const driver = dialect.createDriver()
    const writing = new WeakSet<object>()
    return {
      init: () => driver.init(),
      acquireConnection: () => driver.acquireConnection(),
      releaseConnection: (connection) => driver.releaseConnection(connection),
      beginTransaction: (connection, settings) => {
        if (settings.accessMode === 'read only') writing.delete(connection)
        else writing.add(connection)
        return driver.beginTransaction(connection, settings)
      },
      commitTransaction: async (connection) => {
        await driver.commitTransaction(connection)
        if (writing.has(connection)) await hook.afterCommit()
      },
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      destroy: () => driver.destroy(),
    }
  }
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver,
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
