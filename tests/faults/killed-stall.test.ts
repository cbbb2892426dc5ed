import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openForReading } from '#server/db/open-database.ts'
import { PASSWORD } from '../a-shop.ts'
import { aRunningShop, type RunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG, isShortOnPostgres } from '../length-of-run.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { aShopToKill, stockShop } from './a-crowd.ts'
import { AT_ONCE, answeredOf, judgeSellers, type Seller, twoSellers } from './stall-sellers.ts'

const KILLS = IS_LONG ? 20 : 1

const SHORT = ['kill9', 'stopFast'] as const
const ENDS = IS_LONG ? Array.from({ length: 5 }, () => SHORT).flat() : SHORT

/** How long the database stays away, in ms. */
const AWAY = 300

/** Waits for some more answers and then a moment, so that the end falls anywhere in a sending. */
async function untilSomeMore(sellers: readonly Seller[]): Promise<void> {
  const until = answeredOf(sellers) + 1 + Math.floor(Math.random() * 2 * AT_ONCE)
  const isSo = () => answeredOf(sellers) >= until
  await expect.poll(isSo, { timeout: 30_000, interval: 1 }).toBe(true)
  await pause(Math.random() * 40)
}

const statusesOf = (sellers: readonly Seller[]) =>
  new Set(sellers.flatMap(({ statuses }) => [...statuses]))

test.skipIf(isShortOnPostgres())(
  `what two phones send has its one effect each over ${KILLS} kills of the shop`,
  { timeout: 20 * 60_000 },
  async () => {
    const { where, config } = await aShopToKill()
    const [eggs] = await stockShop(config)
    let shop: RunningShop = await aRunningShop(where)
    const sellers = await twoSellers(config, eggs?.id ?? 0, () => shop.url)
    const { db, close } = await openForReading(config)
    onTestFinished(close)
    let isOver = false
    const working = sellers.map((seller) => seller.work(() => isOver))
    let inTheMiddle = 0
    for (let kill = 1; kill <= KILLS; kill++) {
      await untilSomeMore(sellers)
      await shop.stop('SIGKILL')
      const known = await db.selectFrom('stall_commands').select('id').execute()
      if (known.length > answeredOf(sellers)) inTheMiddle++
      shop = await aRunningShop(where)
    }
    isOver = true
    await Promise.all(working)
    await shop.stop('SIGKILL')
    expect(statusesOf(sellers)).toEqual(new Set([200]))
    await judgeSellers(db, sellers)
    const { length } = sellers.flatMap(({ noted }) => noted)
    console.log(`${length} commands, ${KILLS} kills, ${inTheMiddle} in the middle of a sending`)
  },
)

// On its own PostgreSQL, which does sync; the run's doesn't.
describe.runIf(inject('postgresUrl'))('a PostgreSQL under two phones', () => {
  test(`that is killed or restarted ${ENDS.length} times loses and doubles nothing that they send`, {
    timeout: 20 * 60_000,
  }, async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const url = await createDatabase(postgres.url, 'farm')
    const { where, config } = await aShopToKill({ DATABASE_URL: url, ADMIN_PASSWORD: PASSWORD })
    const [eggs] = await stockShop(config)
    const shop = await aRunningShop(where)
    const sellers = await twoSellers(config, eggs?.id ?? 0, () => shop.url)
    let isOver = false
    const working = sellers.map((seller) => seller.work(() => isOver))
    for (const end of ENDS) {
      await untilSomeMore(sellers)
      await postgres[end]()
      await pause(AWAY)
      await postgres.revive()
    }
    isOver = true
    await Promise.all(working)
    expect(shop.process.exitCode).toBeNull()
    await shop.stop('SIGKILL')
    expect(statusesOf(sellers)).toEqual(new Set([200, 503]))
    const { db, close } = await openForReading(config)
    onTestFinished(close)
    await judgeSellers(db, sellers)
    const { length } = sellers.flatMap(({ noted }) => noted)
    console.log(`${length} commands, ${ENDS.join(', ')}`)
  })
})
