import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { NOW } from '../a-backup.ts'
import { aPooler } from '../a-pooler.ts'
import { askAsOwner } from '../a-standby.ts'
import { aFailedStart, aRunningShop } from '../e2e/a-running-shop.ts'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { aCrowd, aShopToKill } from './a-crowd.ts'
import { judgeCrowd } from './judge-crowd.ts'

const pgbouncer = inject('postgresUrl') && IS_LONG ? await findOrWarn('pgbouncer') : null

async function aDatabase(): Promise<string> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  return createDatabase(postgres.url, 'farm')
}

test.skipIf(!pgbouncer)(
  'PgBouncer in session mode: crowds buy, others hear, and a start counts its connections',
  { timeout: 60_000 },
  async () => {
    const url = await aDatabase()
    const pooled = await aPooler(pgbouncer ?? '', url, { pool_mode: 'session', pool_size: 40 })
    const { where, config } = await aShopToKill({ DATABASE_URL: pooled })
    const crowd = await aCrowd(config, () => shop.url)
    const shop = await aRunningShop(where)
    const other = await aRunningShop(where)
    crowd.letIn()
    await crowd.buys(60)
    const [{ many } = { many: '' }] = await askAsOwner<{ many: string }>(
      { url },
      `select count(*) as many from pg_stat_activity where datname = 'farm' and pid <> pg_backend_pid()`,
    )
    expect(Number(many)).toBeLessThanOrEqual(2 * 11)
    await crowd.goHome()
    const [eggs] = crowd.products
    const stockAt = async (at: string) => {
      const products: { id: number; stock: number }[] = await (
        await fetch(`${at}/api/products`)
      ).json()
      return products.find(({ id }) => id === eggs?.id)?.stock
    }
    await expect
      .poll(async () => (await stockAt(other.url)) === (await stockAt(shop.url)))
      .toBe(true)
    for (const one of [shop, other]) expect(await one.stop()).toBe(0)
    await judgeCrowd(
      crowd,
      config,
      `PgBouncer in session mode, ${many} connections of two processes`,
    )
  },
)

test.skipIf(!pgbouncer)(
  'a pooler that lends a connection for less than a session, or one alone, is refused at the start',
  { timeout: 60_000 },
  async () => {
    const url = await aDatabase()
    for (const pool_mode of ['transaction', 'statement'] as const) {
      const DATABASE_URL = await aPooler(pgbouncer ?? '', url, { pool_mode })
      const { said, code } = await aFailedStart({ DATABASE_URL, DEMO: '0' })
      expect(code).toBe(1)
      expect(said).toContain(
        'Farmstand cannot start:\nDATABASE_URL: a pooler answers there that lends',
      )
      // Connections others get carry none of the shop's settings.
      expect(await askAsOwner({ url: DATABASE_URL }, 'show default_transaction_read_only')).toEqual(
        [{ default_transaction_read_only: 'off' }],
      )
    }
    const one = await aPooler(pgbouncer ?? '', url, { pool_mode: 'session', pool_size: 1 })
    await expect(openDatabase({ dataDir: '', databaseUrl: one }, NOW)).rejects.toThrow(
      'has one connection for the shop at most',
    )
  },
)
