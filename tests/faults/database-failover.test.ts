import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { LiveUpdate } from '#contract/live.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { SHOP_LOCK } from '#server/db/postgres-session.ts'
import { write } from '#server/db/write.ts'
import { NOW } from '../a-backup.ts'
import { aLivePage } from '../a-live-page.ts'
import { aSynchronousStandby, askAsOwner, promote } from '../a-standby.ts'
import { aRunningShop, type RunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { createDatabase, type Postgres, startPostgres } from '../postgres.ts'
import { aCrowd, aShopToKill, type Crowd } from './a-crowd.ts'
import { judgeCrowd } from './judge-crowd.ts'

/** Ms within which the shop sells again after its standby becomes primary. */
const SOON = 5000

const ROUNDS = 10

/** What a buyer may be answered; see database-kills.test.ts. */
const ANSWERS = [200, 201, 402, 409, 503]

function listOf(database: string, ...servers: Postgres[]): string {
  const [first = '', ...more] = servers.map(({ url }) => new URL(url).host)
  const url = new URL(servers[0]?.url ?? '')
  url.pathname = database
  return url.href.replace(first, [first, ...more].join())
}

describe.runIf(inject('postgresUrl'))('two servers of a database', () => {
  let [one, two]: Postgres[] = []
  const open: Database[] = []

  beforeEach(async () => {
    one = await startPostgres()
    await createDatabase(one.url, 'farm')
    two = await aSynchronousStandby(one)
  }, MINUTE)
  afterEach(async () => {
    await one?.thaw().catch(() => {})
    for (const { close } of open.splice(0)) await close()
    for (const server of [one, two]) await server?.stop()
  }, MINUTE)

  async function openBoth(databaseUrl: string): Promise<Database> {
    const database = await openDatabase({ dataDir: '', databaseUrl }, NOW)
    open.push(database)
    return database
  }

  const portOf = (database: Database) =>
    sql<{ port: number }>`select inet_server_port() as port`
      .execute(database.db)
      .then(({ rows }) => String(rows[0]?.port))

  const note = ({ db }: Database, hash: string) =>
    write(db, (tx) => tx.insertInto('visitors').values({ hash, seen_at: 'now' }).execute())

  test('are written to where the primary is, in whatever order they are named; the one that hangs is left when another is promoted, and comes back too late', async () => {
    if (!one || !two) throw new Error('There are two.')
    const both = listOf('farm', one, two)
    const [other, shop] = [await openBoth(listOf('farm', two, one)), await openBoth(both)]
    for (const named of [other, shop]) {
      await note(named, `before ${open.indexOf(named)}`)
      expect(named.notes).toEqual([])
      expect(await portOf(named)).toBe(new URL(one.url).port)
    }
    // The marker of an open shop keeps a restore away.
    expect(await signs(one)).toBeGreaterThan(0)
    await one.freeze()
    const lost = note(shop, 'while it hangs').catch((error: unknown) => error)
    await promote(two)
    const promoted = performance.now()
    expect(await lost).toBeInstanceOf(Error)
    await expect
      .poll(() =>
        note(shop, `after ${performance.now()}`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect(performance.now() - promoted).toBeLessThan(SOON)
    await one.thaw()
    // It still thinks it's the primary; a shop opened now, knowing nothing, stays away from it too.
    expect(await askAsOwner(one, 'select pg_is_in_recovery() as standby')).toEqual([
      { standby: false },
    ])
    for (const database of [shop, await openBoth(`${both}?target_session_attrs=read-write`)])
      expect(await portOf(database)).toBe(new URL(two.url).port)
    expect(await signs(two)).toBeGreaterThan(0)
  })
})

async function signs(server: Postgres): Promise<number> {
  const [row] = await askAsOwner<{ many: string }>(
    server,
    `select count(*) as many from pg_locks where locktype = 'advisory' and objid = ${SHOP_LOCK}`,
  )
  return Number(row?.many)
}

type Pair = { primary: Postgres; standby: Postgres }

/** `npm run test:faults` fails over ten times. */
describe.runIf(inject('postgresUrl') && IS_LONG)('a primary with a synchronous standby', () => {
  test(`is killed under load and its standby promoted, ${ROUNDS} times: no order is lost`, {
    timeout: 20 * MINUTE,
  }, async () => {
    const primary = await startPostgres()
    await createDatabase(primary.url, 'farm')
    let pair: Pair = { primary, standby: await aSynchronousStandby(primary) }
    onTestFinished(async () => {
      for (const server of Object.values(pair)) await server.stop()
    })
    const DATABASE_URL = listOf('farm', pair.primary, pair.standby)
    const { where, config } = await aShopToKill({ DATABASE_URL })
    const crowd = await aCrowd(config, () => shop.url)
    const shop: RunningShop = await aRunningShop(where)
    const page = await aLivePage(Number(new URL(shop.url).port))
    crowd.letIn()
    const waits: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const heard = page.received.length
      const { wait, after } = await failOver(pair, crowd)
      waits.push(wait)
      pair = after
      await expect.poll(() => page.received.length).toBeGreaterThan(heard)
    }
    await crowd.goHome()
    expect(shop.process.exitCode).toBeNull()
    const [eggs] = await askAsOwner<{ stock: number }>(
      { url: urlOf(pair.primary) },
      'select stock from products order by id limit 1',
    )
    await expect.poll(() => lastStock(page.received, crowd.products[0]?.id)).toBe(eggs?.stock)
    await shop.stop('SIGKILL')
    expect([...crowd.statuses].filter((status) => !ANSWERS.includes(status))).toEqual([])
    const longest = Math.round(Math.max(...waits))
    await judgeCrowd(crowd, config, `${ROUNDS} promotions, selling after at most ${longest} ms`)
    expect(longest).toBeLessThan(SOON)
  })
})

/** The primary's whole machine dies; it comes back as the other's standby. */
async function failOver({ primary, standby }: Pair, crowd: Crowd) {
  await crowd.buys(10)
  await pause(Math.random() * 50)
  await primary.kill9()
  await pause(Math.random() * 500)
  await promote(standby)
  const promoted = performance.now()
  await crowd.buys(3)
  const wait = performance.now() - promoted
  // For a moment it runs as before, as if its machine had started it by itself.
  await primary.stop()
  const again = await aSynchronousStandby(standby, primary.cluster.port)
  return { wait, after: { primary: standby, standby: again } }
}

function urlOf({ url }: Postgres): string {
  const own = new URL(url)
  own.pathname = 'farm'
  return own.href
}

function lastStock(received: readonly LiveUpdate[], id: number | undefined): number | undefined {
  return received
    .flatMap((news) => (news.type === 'product' && news.product.id === id ? news.product : []))
    .at(-1)?.stock
}
