import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { sendMails } from '#server/features/mail/send-mails.ts'
import { runJobs } from '#server/jobs.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'

async function aHoldLeftBehind() {
  const { letters, mailer } = aMailbox()
  const shop = await aShop()
  shop.shop.mail = mailer
  shop.shop.backups = { ...shop.shop.backups, make: async () => {} }
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 3, price: 2500 })
  const body = orderBody([[eggs, 2]], { customerName: 'Mia Left', customerPhone: '605 555 0199' })
  const buyer = aKeyedBuyer(shop)
  await buyer.confirm(await buyer.createIntent(body))
  return { shop, eggs, body, buyer, letters }
}

type Left = Awaited<ReturnType<typeof aHoldLeftBehind>>

async function letTimePass(shop: AShop): Promise<void> {
  for (const minutes of [16, 2, 2]) {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE)
    await runJobs(shop.shop)
    await shop.settled()
  }
}

const standing = async ({ db }: AShop) => ({
  orders: (await db.selectFrom('orders').select('id').execute()).length,
  mails: (await db.selectFrom('outbox').select(['kind', 'recipient']).execute()).map(
    ({ kind, recipient }) => `${kind} ${recipient}`,
  ),
  holds: (await db.selectFrom('sandbox_intents').select('status').execute()).map(
    ({ status }) => status,
  ),
})

const missedAt = async (shop: AShop) =>
  (await atSettledDesk(shop)('GET', '/api/admin/notices')).json().missedOrders

const WHYS: [string, RegExp, (left: Left) => Promise<unknown>][] = [
  [
    'its goods are sold',
    /: only 1 left of Eggs\./,
    ({ shop, eggs }) => aKeyedBuyer(shop).buy(orderBody([[eggs, 2]])),
  ],
  [
    'its goods are gone',
    /: Eggs is no longer sold\.\n/,
    ({ shop, eggs }) =>
      write(shop.db, (tx) =>
        tx.updateTable('products').set({ archived_at: 'now' }).where('id', '=', eggs.id).execute(),
      ),
  ],
]

describe('a payment whose hold stands and that becomes no order because', () => {
  test.each(WHYS)('%s is told to its buyer once, and to the farmer', async (_, why, spoil) => {
    const left = await aHoldLeftBehind()
    const { shop, letters, body, buyer } = left
    await spoil(left)
    await letTimePass(shop)
    await sendMails(shop.shop)
    const { mails, holds } = await standing(shop)
    expect(mails.filter((mail) => mail.startsWith('not_kept'))).toEqual([
      'not_kept ada@example.com',
    ])
    expect(holds).not.toContain('requires_capture')
    const sent = letters.filter(
      ({ subject }) => subject === 'Test order: Your order didn’t go through',
    )
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toMatch(why)
    expect(sent[0]?.text).toContain('You weren’t charged.')
    expect(sent[0]?.text).toContain(
      'There is nothing to pick up at the farmers market on Saturday, November 21.',
    )
    expect(sent[0]?.text).not.toContain('Mia')
    expect(await missedAt(shop)).toMatchObject([
      { name: 'Mia Left', phone: '605 555 0199', total: 50 },
    ])
    expect((await buyer.placeOrder(body)).statusCode).toBe(409)
    expect((await standing(shop)).mails).toEqual(mails)
  })

  test('its goods are sold is not mailed when the buyer reads it in the answer to their own call', async () => {
    const { shop, eggs, body, buyer } = await aHoldLeftBehind()
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
    const answer = await buyer.placeOrder(body)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Only 1 left of Eggs.'])
    await letTimePass(shop)
    expect((await standing(shop)).mails).toEqual(['order_confirmed ada@example.com'])
    expect(await missedAt(shop)).toEqual([])
  })
})

test('a payment that nobody confirmed ends without a word', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { stock: 1 })
  await aKeyedBuyer(shop).createIntent(orderBody([[eggs, 1]]))
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  await letTimePass(shop)
  expect((await standing(shop)).mails).toEqual(['order_confirmed ada@example.com'])
  expect(await missedAt(shop)).toEqual([])
})

test('the farmer checks off whom they called, once', async () => {
  const { shop, eggs } = await aHoldLeftBehind()
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
  await letTimePass(shop)
  const [{ id }] = await missedAt(shop)
  const tick = () => atSettledDesk(shop)('DELETE', `/api/admin/missed-orders/${id}`)
  expect((await tick()).statusCode).toBe(204)
  expect(await missedAt(shop)).toEqual([])
  expect((await tick()).statusCode).toBe(204)
})
