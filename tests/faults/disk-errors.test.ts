import { expect, inject, test } from 'vitest'
import { type Answer, aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aRunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aShopToKill, stockShop } from './a-crowd.ts'
import { aFarShop } from './a-far-shop.ts'
import { judgeCrowd } from './judge-crowd.ts'
import { whyNoStrace, withTrouble } from './strace.ts'

const PATIENCE = { timeout: 900_000 }

/** Which call of a purchase fails: each in turn in the long form, a few in the short one. */
const upTo = (most: number, step: number) =>
  Array.from({ length: Math.ceil(most / step) }, (_, turn) => 1 + turn * step)

const TROUBLES = [
  ['fsync,fdatasync', 'EIO', IS_LONG ? upTo(30, 1) : [1, 6]],
  ['pwrite64', 'ENOSPC', IS_LONG ? upTo(120, 1) : [1, 30]],
  ['pwrite64', 'EIO', IS_LONG ? upTo(120, 3) : [20]],
] as const

const reason = inject('postgresUrl') ? 'they are PostgreSQL’s own matter there' : whyNoStrace()
if (reason) console.warn(`No call of the disk is made to fail: ${reason}.`)

test.skipIf(reason)(
  'an error of the disk at any call is a "not now", and the next try of the same order is one',
  PATIENCE,
  async () => {
    const { where, config } = await aShopToKill()
    const products = await stockShop(config)
    const shop = await aRunningShop(where)
    const [acknowledged, failures, happened]: [number[], string[], number[]] = [[], [], []]
    for (const [calls, error, turns] of TROUBLES) {
      for (const turn of turns) {
        const purchase = aPurchase(shop.url, products)
        const done = await withTrouble(
          shop.process.pid,
          `${calls}:error=${error}:when=${turn}`,
          purchase.tries,
        )
        if (done.happened) happened.push(turn)
        const answer = await purchase.buy()
        expect([`${error} at ${calls} ${turn}`, answer.statusCode]).toEqual([
          `${error} at ${calls} ${turn}`,
          201,
        ])
        acknowledged.push(answer.json().id)
        expect([answer.json().id, null]).toContain(done.result)
        failures.push(...purchase.failures)
      }
    }
    console.log(`${happened.length} errors of the disk, ${failures.length} answers of "not now"`)
    expect(happened.length).toBeGreaterThan(3)
    expect(failures.filter((text) => !/^503 .*Please try again/.test(text))).toEqual([])
    expect(shop.process.exitCode).toBeNull()
    await shop.stop('SIGKILL')
    await judgeCrowd({ acknowledged, products }, config, `${happened.length} errors of the disk`)
  },
)

function aPurchase(url: string, [eggs]: Awaited<ReturnType<typeof stockShop>>) {
  const failures: string[] = []
  const far = aFarShop(() => url)
  const buyer = aKeyedBuyer({
    async inject(asking) {
      const answer = await far.inject({
        ...asking,
        headers: { ...asking.headers, accept: 'application/json' },
      })
      if (answer.statusCode >= 500) failures.push(`${answer.statusCode} ${messageOf(answer)}`)
      return answer
    },
  })
  if (!eggs) throw new Error('The shop has eggs.')
  const buy = () => buyer.buy(orderBody([[eggs, 1]]))
  const tries = async () => {
    const answer = await buy()
    return answer.statusCode === 201 ? (answer.json().id as number) : null
  }
  return { buy, tries, failures }
}

function messageOf(answer: Answer): string {
  const { message, error } = answer.json()
  return String(message ?? error)
}
