import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { aKeyedBuyer, INTENT, intentOf, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, cookieOf } from '#tests/a-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'

const CROWD = IS_LONG ? 200 : 80
const AT_ONCE = 125
const ABUSE = IS_LONG ? 2000 : 500
/** What an address gets back of its burst, in calls per second of the shop's clock. */
const REGAINED = 4

async function aLimitedShop() {
  const shop = await aShop({ env: { LIMITS: 'on' } })
  const jam = await aProduct(shop.db, { price: 500, stock: CROWD })
  const wait = (ms: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + ms)
  }
  // For callers waiting their turn.
  const going = setInterval(() => wait(100), 100)
  onTestFinished(() => clearInterval(going))
  return { shop, body: orderBody([[jam, 1]]), wait }
}

type Limited = Awaited<ReturnType<typeof aLimitedShop>>

async function aWholeVisit({ shop, body }: Limited): Promise<number[]> {
  const statuses: number[] = []
  const seen = '/ /api/products /api/settings /checkout /api/payments/config /api/pickup'
  for (const url of seen.split(' ')) statuses.push((await shop.inject({ url })).statusCode)
  const buyer = aKeyedBuyer(shop)
  const intent = await buyer.createIntent(body)
  const confirmed = await buyer.confirm(intent)
  const placed = await buyer.placeOrder(body)
  const receipt = await shop.inject({ url: placed.json().receiptUrl ?? '/nowhere' })
  return [...statuses, ...[intent, confirmed, placed, receipt].map(({ statusCode }) => statusCode)]
}

/** A script's calls, a hundred a second; returns the share refused with 429. */
async function abuse(
  { shop, wait, body }: Limited,
  times: number,
  how: { cookie?: string; from: string; url: string; atOnce?: number },
) {
  const { atOnce = AT_ONCE } = how
  const payload = how.url === INTENT ? intentOf(500) : body
  const headers = how.cookie ? { cookie: how.cookie } : {}
  const ask = () =>
    shop.inject({ method: 'POST', url: how.url, headers, payload, remoteAddress: how.from })
  let refused = 0
  for (let time = 0; time < times; time += atOnce) {
    wait(10 * atOnce)
    // All at once: a script doesn't wait for calls that wait their turn.
    const answers = Array.from({ length: Math.min(atOnce, times - time) }, async () => {
      if ((await ask()).statusCode === 429) refused++
    })
    await Promise.race([Promise.all(answers), pause(2000)])
  }
  return refused / times
}

async function aCookie(shop: AShop): Promise<string> {
  return cookieOf(await shop.inject({ method: 'POST', url: INTENT, payload: intentOf(500) }))
}

test(`${CROWD} shoppers behind one address buy while one of them asks a hundred times a second: he alone is refused`, async () => {
  const limited = await aLimitedShop()
  const cookie = await aCookie(limited.shop)
  const visits: Promise<number[]>[] = []
  const shares: number[] = []
  for (let shopper = 0; shopper < CROWD; shopper++) {
    visits.push(aWholeVisit(limited))
    shares.push(await abuse(limited, 5, { cookie, from: '127.0.0.1', url: INTENT }))
  }
  const statuses = (await Promise.all(visits)).flat()
  const share = shares.reduce((sum, one) => sum + one, 0) / shares.length
  const said = `${CROWD} visits of ${statuses.length / CROWD} calls, none refused; of ${CROWD * 5} calls of the abuser`
  console.info(`${said} ${(share * 100).toFixed(1)} % were refused`)
  expect(statuses.filter((status) => status >= 400)).toEqual([])
  expect(share).toBeGreaterThan(0.95)
}, 60_000)

test.each([INTENT, '/api/orders'])(
  'a script without cookies is refused at %s once it has had a crowd’s share',
  async (url) => {
    const limited = await aLimitedShop()
    const from = '203.0.113.9'
    const atOnce = IS_LONG ? AT_ONCE : 2 * AT_ONCE
    const burst = await abuse(limited, 625, { from, url, atOnce })
    const since = limited.shop.clock.now.getTime()
    const share = await abuse(limited, ABUSE, { from, url, atOnce })
    const seconds = (limited.shop.clock.now.getTime() - since) / 1000
    const perSecond = ((1 - share) * ABUSE) / seconds
    console.info(
      `${url}: ${(burst * 100).toFixed(1)} % of the burst were refused, then all but ${perSecond.toFixed(1)} a second`,
    )
    expect(share).toBeGreaterThan(0.8)
    expect(perSecond).toBeLessThan(1.1 * REGAINED)
    expect((await aWholeVisit(limited)).filter((status) => status >= 400)).toEqual([])
  },
  180_000,
)
