import { expect, onTestFinished, test } from 'vitest'
import { openForReading } from '#server/db/open-database.ts'
import { aRunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aCrowd, aShopToKill } from './a-crowd.ts'
import { endsOf, openSockets } from './open-sockets.ts'

const SOCKETS = IS_LONG ? 5000 : 200

/** The longest a stop may take, in ms. */
const LONGEST_STOP = 10_000

test(`a stop under load answers every order it took, and says goodbye to ${SOCKETS} pages`, {
  timeout: 120_000,
}, async () => {
  const { where, config } = await aShopToKill()
  const crowd = await aCrowd(config, () => shop.url)
  const shop = await aRunningShop({ ...where, LOG_LEVEL: 'info' })
  const ends = endsOf(await openSockets(shop.url, SOCKETS))
  crowd.letIn()
  await crowd.buys(20)
  const begun = performance.now()
  expect(await shop.stop('SIGTERM')).toBe(0)
  const took = performance.now() - begun
  await crowd.giveUp()
  expect(new Set(await ends)).toEqual(new Set([1001]))
  expect(took).toBeLessThan(LONGEST_STOP)
  expect(shop.printed()).not.toMatch(/"level":[56]0/)
  const { db, close } = await openForReading(config)
  onTestFinished(close)
  const found = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  console.log(
    `stopped in ${Math.round(took)} ms with ${SOCKETS} pages; ${crowd.acknowledged.length} of ${found.length} orders answered`,
  )
  expect(new Set(crowd.acknowledged)).toEqual(new Set(found))
})
