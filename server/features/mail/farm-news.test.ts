import { describe, expect, test } from 'vitest'
import type { SettingKey } from '#contract/settings/setting-table.ts'
import { DAY } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { takeQuestion } from '#server/features/chat/questions.ts'
import { notifyLowStock } from '#server/features/products/notify-low-stock.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { forgetOldNews, notifyFarmer } from './notify-farmer.ts'
import { notifyFarm } from './outbox.ts'
import { sendMails } from './send-mails.ts'

/** The farmer reads mail at farm@example.com; it is 11 AM there. */
async function aFarm(settings: Partial<Record<SettingKey, string>> = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
  const { letters, mailer } = aMailbox()
  shop.shop.mail = mailer
  const stored = { contact_email: 'farm@example.com', buyer_cancels: 'true', ...settings }
  const rows = Object.entries(stored).map(([key, value]) => ({ key, value, description: '' }))
  await write(shop.db, (tx) =>
    tx
      .insertInto('settings')
      .values(rows as never)
      .execute(),
  )
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 700, stock: 100 })
  const buy = () => aKeyedBuyer(shop).buy(orderBody([[eggs, 3]], {}))
  const round = async (after = 0) => {
    await shop.settled()
    shop.clock.now = new Date(shop.clock.now.getTime() + after * 1000)
    await notifyFarmer(shop.shop)
    return letters.filter(({ to }) => to !== 'ada@example.com')
  }
  return { shop, letters, buy, round }
}

describe('the farmer', () => {
  test('hears of an order once, with what leads to it and no secret', async () => {
    const { shop, buy, round } = await aFarm()
    await buy()
    const [letter, ...others] = await round()
    await round(120)
    expect(others).toEqual([])
    expect([letter?.to, letter?.subject]).toEqual([
      'farm@example.com',
      'New order #1 (test): $21.00',
    ])
    expect(letter?.text).toContain('#1 test order, $21.00\nFarmers market, Saturday, November 21\n')
    expect(letter?.text).toContain('https://farm.example/admin#orders/1')
    const secrets = await shop.db.selectFrom('orders').select('receipt_secret').execute()
    for (const { receipt_secret } of secrets) {
      expect(letter?.text).not.toContain(receipt_secret)
      expect(letter?.html).not.toContain(receipt_secret)
    }
    const [mail] = (await atDesk(shop)('GET', '/api/mails')).json()
    expect(mail).toMatchObject({ recipient: 'farm@example.com', state: 'sent' })
  })

  test('hears of cancellations by buyers, disputes and questions, at an address of their own', async () => {
    const { shop, buy, round } = await aFarm({ mail_address: 'me@example.com' })
    await buy()
    expect((await round()).map(({ to }) => to)).toEqual(['me@example.com'])
    const { receipt_secret } = await shop.db
      .selectFrom('orders')
      .select('receipt_secret')
      .executeTakeFirstOrThrow()
    const payload = { email: 'ada@example.com' }
    const headers = { origin: 'https://farm.example' }
    const url = `/api/receipts/${receipt_secret}/cancel`
    expect((await shop.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
    const requested = {
      sessionId: 'chat',
      address: null,
      text: 'Do you have <geese>?',
      email: null,
    }
    await takeQuestion(shop.db, requested, shop.clock.now)
    await write(shop.db, (tx) => notifyFarm(tx, { kind: 'disputed', orderId: 1 }, shop.clock.now))
    const letter = (await round(61)).at(-1)
    expect(letter?.subject).toBe('1 canceled order, 1 disputed charge, 1 question')
    expect(letter?.text).toContain('#1 test order, $21.00: canceled by the buyer')
    expect(letter?.text).toContain('“Do you have <geese>?”\nAnswer it: https://farm.example/admin#')
    expect(letter?.html).toContain('&lt;geese&gt;')
  })

  test('gets one mail a minute in a rush, and says how many came', async () => {
    const { buy, round } = await aFarm()
    for (let count = 0; count < 12; count++) await buy()
    expect((await round()).map(({ subject }) => subject)).toEqual(['12 new orders'])
    await buy()
    expect(await round(59)).toHaveLength(1)
    expect((await round(1)).map(({ subject }) => subject)).toEqual([
      '12 new orders',
      'New order #13 (test): $21.00',
    ])
  })

  test('is left alone in quiet hours by the farm’s clock, and reads all of them after in one', async () => {
    const { shop, buy, round } = await aFarm({ mail_quiet_hours: '10:30 am - 1 pm' })
    await buy()
    expect(await round()).toEqual([])
    await buy()
    shop.clock.now = new Date('2026-11-18T19:59:59.000Z')
    expect(await round()).toEqual([])
    expect((await round(1)).map(({ subject }) => subject)).toEqual(['2 new orders'])
  })

  test.each([
    ['what is switched off', { mail_new_orders: 'false' } as const],
    ['anything without an address', { contact_email: '' } as const],
  ])('does not hear of %s', async (_, settings) => {
    const { shop, buy, round } = await aFarm(settings)
    await buy()
    expect(await round()).toEqual([])
    expect(await shop.db.selectFrom('farm_news').selectAll().execute()).toEqual([])
  })

  test('who sets up mail later gets none of what waited, and no buyer gets what is days old', async () => {
    const { shop, letters, buy, round } = await aFarm()
    const { mail } = shop.shop
    shop.shop.mail = null
    await buy()
    await round()
    shop.clock.now = new Date('2026-11-21T18:00:00.001Z')
    await buy()
    await round()
    shop.shop.mail = mail
    expect(await round()).toEqual([])
    await sendMails(shop.shop)
    expect(letters.map(({ subject }) => subject)).toEqual(['Test order: We received your order #2'])
    const desk = atDesk(shop)
    const old = (await desk('GET', '/api/mails')).json().at(-1)
    expect(old).toMatchObject({ state: 'given-up', error: expect.stringMatching(/three days/) })
    const notices = (await desk('GET', '/api/admin/notices')).json()
    expect(JSON.stringify(notices)).not.toMatch(/givenUpMails":[1-9]/)
    await desk('POST', `/api/mails/${old.id}/resend`)
    await shop.settled()
    expect(letters).toHaveLength(2)
  })

  test('finds nothing of it kept after ninety days', async () => {
    const { shop, buy, round } = await aFarm()
    await buy()
    await round()
    shop.clock.now = new Date(shop.clock.now.getTime() + 91 * DAY)
    await forgetOldNews(shop.shop)
    expect(await shop.db.selectFrom('farm_news').selectAll().execute()).toEqual([])
  })
})

test('a product that falls to its own limit is told once for each fall, a hidden one never', async () => {
  const { shop, round } = await aFarm()
  const desk = atDesk(shop)
  const change = (payload: object) => desk('PUT', '/api/products/1', payload)
  const sent = async () => {
    await notifyLowStock(shop.shop)
    return (await round(120)).map(({ subject }) => subject)
  }
  await change({ lowLimit: 12, stock: 13 })
  expect(await sent()).toEqual([])
  await change({ stock: 12 })
  expect(await sent()).toEqual(['Eggs: 12 left'])
  await change({ stock: 4 })
  expect(await sent()).toHaveLength(1)
  await change({ stock: 50 })
  expect(await sent()).toHaveLength(1)
  await change({ hidden: true, stock: 3 })
  expect(await sent()).toHaveLength(1)
  await change({ hidden: false })
  expect(await sent()).toEqual(['Eggs: 12 left', 'Eggs: 3 left'])
})
