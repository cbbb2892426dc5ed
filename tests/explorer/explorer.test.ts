import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { brokenLaws, wasTooLate } from './broken-laws.ts'
import { type Choose, explore } from './choices.ts'
import { aMarket } from './market.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { aShopFile, type ShopFile } from './shop-file.ts'
import { aWorld, type World } from './world.ts'

/** The running trace's world; pauses in the shop wait there. */
const now: { world: World | null } = vi.hoisted(() => ({ world: null }))

vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (ms: number) => now.world?.pause(ms),
}))

/** Random values would make equal states differ. */
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const serial = (): Buffer =>
    real
      .createHash('sha256')
      .update(now.world?.nextSerial() ?? real.randomUUID())
      .digest()
  const asUuid = (hex: string) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return {
    ...real,
    randomUUID: () => asUuid(serial().toString('hex')),
    randomBytes: (size: number) => serial().subarray(0, size),
  }
})

vi.mock('#server/db/open-sqlite-file.ts', async (original) => {
  const { openSqliteFile } = await original<typeof import('#server/db/open-sqlite-file.ts')>()
  const { reuseConnections } = await import('./reused-connections.ts')
  return { openSqliteFile: reuseConnections(openSqliteFile) }
})

/**
 * `EXPLORE=deep` walks at most this many traces of each scenario, `EXPLORE=whole` all; the brief
 * form fewer, or a scenario's own number.
 */
const { EXPLORE } = process.env
const isDeep = EXPLORE === 'deep' || EXPLORE === 'whole'
const MOST_TRACES = EXPLORE === 'whole' ? Number.POSITIVE_INFINITY : isDeep ? 6000 : 80

let file: ShopFile
beforeAll(async () => {
  // No answer is late by itself: lateness is chosen, as a lost answer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  file = await aShopFile()
})
afterAll(async () => {
  vi.useRealTimers()
  await file.close()
})

async function walk(scenario: Scenario, choose: Choose) {
  const world = aWorld(choose, isDeep ? scenario.deep : scenario.brief, scenario.begins)
  now.world = world
  const market = await aMarket(world, file, scenario)
  scenario.invite(world, market)
  if (!(await world.runOut())) return { wrong: world.wrong, story: world.story }
  await market.settle(scenario.isDeaf ?? false)
  const wrong = [...world.wrong, ...(await brokenLaws(market))]
  if (scenario.mustServe && market.heldInTime() > 0) {
    const orders = await market.db().selectFrom('orders').select('id').execute()
    const isLate = orders.length === 0 && (await wasTooLate(market))
    if (orders.length !== 1 && !isLate)
      wrong.push(`a hold was placed, and there are ${orders.length} orders`)
  }
  return { wrong, story: world.story }
}

describe('whatever order things come in, books, money, goods and mails agree in the end:', () => {
  test.each(SCENARIOS)('$name', { timeout: 10_800_000 }, async (scenario) => {
    const began = performance.now()
    const { traces, states, isWhole, found } = await explore((choose) => walk(scenario, choose), {
      mostTraces: isDeep ? MOST_TRACES : (scenario.brief.traces ?? MOST_TRACES),
      mostFound: 3,
    })
    const { faults, switches } = isDeep ? scenario.deep : scenario.brief
    console.log(
      `${scenario.name}: ${traces} traces, ${states} states with up to ${faults} faults and ${switches} switches, ${isWhole ? 'all there are' : 'cut off'}, ${Math.round(performance.now() - began)} ms`,
    )
    expect(found).toEqual([])
  })
})
