import { expect, test } from 'vitest'
import { MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aMailbox } from '../a-mailbox.ts'
import { aProduct, aShop } from '../a-shop.ts'
import { everyRow } from '../every-row.ts'
import { IS_LONG } from '../length-of-run.ts'
import { workApart } from './work-apart.ts'

const STEP = IS_LONG ? 1 : 13

test('a process that is killed anywhere in the press of a link leaves an order and its request, or neither', {
  timeout: 10 * MINUTE,
}, async () => {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
  const { letters, mailer } = aMailbox()
  shop.shop.mail = mailer
  const { db } = shop
  await write(db, (tx) =>
    tx.updateTable('places').set({ pays_at_pickup: true }).where('id', '=', 1).execute(),
  )
  const eggs = await aProduct(db, { stock: 10 })
  const key = crypto.randomUUID()
  const cart = aKeyedBuyer(shop, 'pm_card_visa', key)
  await cart.placeOrder(orderBody([[eggs, 2]], { paymentMethod: 'at_pickup' }))
  await shop.settled()
  const [, secret = ''] = /o\/new\/([\w-]{43})/.exec(letters[0]?.text ?? '') ?? []
  // A card payment of the same cart stands open beside it.
  await cart.createIntent(orderBody([[eggs, 2]]))
  const { dataDir, databaseUrl } = shop.config
  const press = { dataDir, databaseUrl, secret, at: shop.clock.now.toISOString() }
  const before = await everyRow(shop)
  const lasting = (rows: readonly string[]) => rows.filter((row) => !row.startsWith('news: '))
  let kills = 0
  for (let at = 1; ; at += STEP) {
    if ((await workApart({ kill: { at, by: 'statement' }, press })) === 'done') break
    expect(lasting(await everyRow(shop)), `statement ${at}`).toEqual(lasting(before))
    kills++
  }
  expect(kills).toBeGreaterThan(2)
  const rows = await db.selectFrom('pickup_requests').select('order_id').execute()
  const orders = await db.selectFrom('orders').select(['id', 'checkout_key']).execute()
  // PostgreSQL skips the numbers of what was rolled back.
  const id = orders[0]?.id
  expect([rows, orders]).toEqual([[{ order_id: id }], [{ id, checkout_key: key }]])
  const payments = await db.selectFrom('payments').select(['state', 'order_id']).execute()
  expect(payments).toEqual([{ state: 'canceling', order_id: null }])
  expect(await checkBooks(db)).toEqual([])
})
