import { expect, test } from 'vitest'
import { publish } from '#server/db/write.ts'
import { aShop } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'
import { REAL_PAGES } from '#tests/real-pages.ts'

test('the home page, the list of days and the helper say tonight from the farm’s midnight on', async () => {
  const shop = await aShop({ pages: REAL_PAGES, now: '2026-11-20T06:59:59.999Z' })
  const said = async () => {
    const { body } = await shop.inject({ url: '/' })
    const days = (await shop.inject({ url: '/api/market-days' })).json()
    const answer = await ask(shop, 'until when can I order?')
    return [/order by [^<·]+(?= ·)/.exec(body)?.[0], days.today, answer]
  }
  const before = 'order by Friday, 11:59 PM'
  expect(await said()).toEqual([before, '2026-11-19', `For Saturday, November 21, ${before}.`])
  shop.clock.now = new Date('2026-11-20T07:00:00.000Z')
  // What the boundary timer does at that moment.
  publish(shop.db, [{ kind: 'days' }])
  const after = 'order by 11:59 tonight'
  expect(await said()).toEqual([after, '2026-11-20', `For Saturday, November 21, ${after}.`])
})
