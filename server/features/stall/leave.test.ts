import { expect, test } from 'vitest'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aPhone } from '#tests/a-stall.ts'

test('a phone that signs out may read and send nothing more, and no other phone notices', async () => {
  const { phone, dayId, ...shop } = await aMarketMorning(0)
  const other = await aPhone(shop, { label: 'Phone 2', dayId })
  const left = await shop.inject({
    ...{ method: 'DELETE', url: '/api/stall/grants', headers: { cookie: phone.cookie() } },
  })
  expect([left.statusCode, String(left.headers['set-cookie'])]).toEqual([
    204,
    expect.stringMatching(/^farmstand_stall=;.*(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/),
  ])
  expect((await phone.get('/api/stall/days')).statusCode).toBe(401)
  expect((await phone.post([])).statusCode).toBe(401)
  expect((await other.get('/api/stall/days')).statusCode).toBe(200)
})
