import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { expectAccessible } from './a-browser.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { expectPlainWords } from './expect-plain-words.ts'
import { tapCalmly as press } from './stall-hands.ts'

/** The second order has bagels at $9.00 a pound, paid up to 4 lb each. */
async function aDayToPack(orders: number) {
  const shop = await anOpenShop({ LIMITS: 'off' })
  await aStallDay(shop, { farmers_market: orders, farm_store: 0, delivery: 0 })
  const weighed = { weigh_unit: 'lb', weigh_cents: 900, weigh_to: 4000, unit_cents: 3600 } as const
  await write(shop.db, async (tx) => {
    const lines = tx.selectFrom('order_items').select('product_id').where('order_id', '=', 2)
    const { product_id } = await lines.orderBy('product_id').executeTakeFirstOrThrow()
    await tx
      .updateTable('order_items')
      .set(weighed as never)
      .where('order_id', '=', 2)
      .where('product_id', '=', product_id)
      .execute()
  })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  await page.getByRole('link', { name: 'Pack' }).tap()
  return { shop, page, context: phone.context() }
}

const card = (page: Page, id: number) => page.getByRole('region', { name: `Box ${id}` })

const packedOf = async ({ db }: AnOpenShop) => {
  const packed = db.selectFrom('orders').select(['id', 'boxes']).where('packed_at', 'is not', null)
  return (await packed.orderBy('id').execute()).map(({ id, boxes }) => [id, boxes])
}

test('a box is ticked, weighed and packed without a network, and undone where it was packed', async () => {
  const { shop, page, context } = await aDayToPack(3)
  const top = await card(page, 1).boundingBox()
  expect(top?.y, 'the first box begins').toBeLessThanOrEqual(230)
  await context.setOffline(true)
  await card(page, 1).getByRole('checkbox').first().check()
  await press(page, 'One box more for order 1')
  // It is written at once, but not before a reload in the same moment.
  await page.waitForTimeout(300)
  await page.reload()
  expect(await card(page, 1).getByRole('checkbox').first().isChecked()).toBe(true)
  await press(page, 'Packed, order 1')
  await card(page, 2).waitFor()
  // Right after Packed, Undo ignores a quick second tap.
  await page.waitForTimeout(700)
  await press(page, 'Undo, #1')
  await card(page, 1).waitFor()
  await press(page, 'Packed, order 1')
  const weight = page.getByLabel(/^Weight of .* order 2$/)
  await weight.fill('2570')
  await press(page, 'Packed, order 2')
  await page.getByText('2570 lb is far more than usual. Is that right?').waitFor()
  await weight.fill('2.57')
  await card(page, 2)
    .getByText(/^Refund .*goes back when this syncs$/)
    .waitFor()
  await expectPlainWords(page)
  await expectAccessible(page, 'pack')
  await press(page, 'Packed, order 2')
  await card(page, 3).waitFor()
  await context.setOffline(false)
  await expect
    .poll(() => packedOf(shop))
    .toEqual([
      [1, 2],
      [2, 1],
    ])
  const weighings = shop.db.selectFrom('weighings').select(['order_id', 'thousandths'])
  expect(await weighings.execute()).toEqual([{ order_id: 2, thousandths: 2570 }])
})

test('the last box offers to tell people, with who has no email to call, ticked off until all are', async () => {
  const { shop, page } = await aDayToPack(3)
  await press(page, 'Packed, order 1')
  await press(page, 'Packed, order 2')
  await press(page, '1 more, then: tell people it’s ready')
  await page.getByText(/^Not packed, so not told yet: #3 /).waitFor()
  await press(page, 'Packed, order 3')
  await press(page, 'Call 3 people')
  await expectPlainWords(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'List the calls' }).tap()
  const calls = page.getByRole('region', { name: 'No email: call or text' })
  await calls.getByText('0 of 3 done').waitFor()
  await expectAccessible(page, 'told')
  const call = calls.getByRole('link', { name: /^Call / }).first()
  expect(await call.getAttribute('href')).toMatch(/^tel:/)
  const text = calls.getByRole('link', { name: /^Text / }).first()
  expect(await text.getAttribute('href')).toMatch(/^sms:/)
  await calls
    .getByRole('button', { name: /^Called / })
    .first()
    .tap()
  await calls.getByText('1 of 3 done').waitFor()
  const made = shop.db.selectFrom('calls').select('order_id').where('called_at', 'is not', null)
  expect(await made.execute()).toHaveLength(1)
})
