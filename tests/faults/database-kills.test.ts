import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { MINUTE } from '#contract/time/durations.ts'
import { aRunningShop, type RunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { aCrowd, aShopToKill } from './a-crowd.ts'
import { judgeCrowd } from './judge-crowd.ts'

const SHORT = ['kill9', 'stopFast'] as const
const LONG = [...Array<'kill9'>(6).fill('kill9'), ...SHORT, ...SHORT]

const ENDS = IS_LONG ? LONG : SHORT

/** How long the database stays away, in ms. */
const AWAY = 300

/** Ms within which the shop serves again after its database does. */
const SOON = 2000

/**
 * What a buyer may get: yes, no, not with this card, sold out, not now; never that the shop failed.
 */
const ANSWERS = [200, 201, 402, 409, 503]

// On its own PostgreSQL, which does sync; the run's doesn't.
describe.runIf(inject('postgresUrl'))('a PostgreSQL under load', () => {
  test(`that is killed or restarted ${ENDS.length} times loses no order, and the shop outlives it`, {
    timeout: 20 * MINUTE,
  }, async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const { where, config } = await aShopToKill({
      DATABASE_URL: await createDatabase(postgres.url, 'farm'),
    })
    const crowd = await aCrowd(config, () => shop.url)
    const shop: RunningShop = await aRunningShop(where)
    crowd.letIn()
    const waits: number[] = []
    for (const end of ENDS) {
      await crowd.buys(10)
      await pause(Math.random() * 50)
      await postgres[end]()
      await whileAway(shop)
      await postgres.revive()
      waits.push(await untilBack(shop))
    }
    await crowd.goHome()
    expect(shop.process.exitCode).toBeNull()
    await shop.stop('SIGKILL')
    expect([...crowd.statuses].filter((status) => !ANSWERS.includes(status))).toEqual([])
    expect(Math.max(...waits)).toBeLessThan(SOON)
    await judgeCrowd(
      crowd,
      config,
      `${ENDS.join(', ')}; back in at most ${Math.round(Math.max(...waits))} ms`,
    )
  })
})

/**
 * The shop is alive but says it isn't ready; visitors see a cached page or are told to come back.
 */
async function whileAway(shop: RunningShop): Promise<void> {
  const until = performance.now() + AWAY
  while (performance.now() < until) {
    const page = await fetch(shop.url)
    expect([200, 503]).toContain(page.status)
    const products = await fetch(`${shop.url}/api/products`)
    expect([products.status, products.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await products.text()).toBe(
      'The shop is having trouble right now. Please try again in a moment.',
    )
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    await pause(MOMENT)
  }
}

const MOMENT = 20

/** Returns the ms until the shop is ready. */
async function untilBack(shop: RunningShop): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { status } = await fetch(`${shop.url}/readyz`)
    const waited = performance.now() - begun
    if (status === 200 || waited > MINUTE) return waited
    await pause(MOMENT)
  }
}
