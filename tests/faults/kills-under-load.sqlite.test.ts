import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { MINUTE } from '#contract/time/durations.ts'
import { aRunningShop, type RunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aCrowd, aShopToKill } from './a-crowd.ts'
import { judgeCrowd } from './judge-crowd.ts'

const KILLS = IS_LONG ? 20 : 1

/** The most orders acknowledged before the next kill. */
const MOST_ORDERS = 15

test(`${KILLS} kills under load lose no order and take no money without one`, {
  timeout: 20 * MINUTE,
}, async () => {
  const { where, config } = await aShopToKill()
  let shop: RunningShop | null = null
  const crowd = await aCrowd(config, () => shop?.url ?? '')
  const restarts: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    const begun = performance.now()
    shop = await aRunningShop(where)
    if (kill > 1) restarts.push(performance.now() - begun)
    crowd.letIn()
    await crowd.buys(1 + Math.floor(Math.random() * MOST_ORDERS))
    await pause(Math.random() * 20)
    crowd.shut()
    await shop.stop('SIGKILL')
  }
  shop = await aRunningShop(where)
  await crowd.goHome()
  await shop.stop('SIGKILL')
  const median = restarts.sort((one, other) => one - other)[Math.floor(restarts.length / 2)] ?? 0
  await judgeCrowd(crowd, config, `${KILLS} kills, open again in ${Math.round(median)} ms (median)`)
})
