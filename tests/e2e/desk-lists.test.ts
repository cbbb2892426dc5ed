import { expect, test } from 'vitest'
import { insertOrder } from '../an-order-row.ts'
import { aVisitor, expectAccessible, shot, WIDTHS, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'

withBrowser()

/** Three orders of the next market day, and one to deliver; answers the day. */
async function aMarketDay(shop: AnOpenShop): Promise<string> {
  const { id: market_day_id, day } = await shop.db
    .selectFrom('market_days')
    .select(['id', 'day'])
    .where('day', '>=', new Date().toISOString().slice(0, 10))
    .where('place_id', '=', 1)
    .orderBy('day')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ofDay = { market_day_id, pickup_date: day }
  const line = { product_id: 1, quantity: 2 }
  await insertOrder(shop, { ...ofDay, notes: 'Please no plastic bag.' }, [
    line,
    { product_id: 2, quantity: 3 },
  ])
  const gift = { pickup_name: 'Tess Fox', is_gift: true, farm_note: 'Rings twice.' }
  await insertOrder(shop, { ...ofDay, ...gift, customer_name: 'Ed Fox', boxes: 2 }, [line])
  await insertOrder(shop, { ...ofDay, customer_name: 'Kim Longlastname-Featherstonehaugh' }, [line])
  await insertOrder(
    shop,
    {
      ...{ delivery_method: 'shipping', pickup_location: null, pickup_date: null },
      customer_phone: '605 555 0100',
      shipping_address: JSON.stringify({
        ...{ address: '12 River St', zipCode: '57747', city: 'Hot Springs', state: 'SD' },
      }),
    },
    [line],
  )
  return day
}

test.each(WIDTHS)('at %i px the lists of a day are worked through by taps', async (width) => {
  const shop = await anOpenShop()
  const day = await aMarketDay(shop)
  const { page } = await aVisitor(shop.url, { width })
  await page.goto('/admin#lists')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const open = async (list: string, text: string | RegExp) => {
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: list }).click()
    await page.getByText(text).first().waitFor()
    await expectAccessible(page, list)
    await shot(page, `desk-lists-${list.toLowerCase().replace(' ', '-')}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await open('Harvest', 'To pick for 4 boxes')
  await open('Bake', /recipe/)
  await open('Pack', '0 of 3 packed')
  await page
    .getByRole('button', { name: /^One box more for order/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Packed, order/ })
    .first()
    .click()
  await page.getByText('1 of 3 packed').waitFor()
  await open('Labels', '5 labels')
  await open('Hand over', '0 of 3 picked up')
  await page
    .getByRole('button', { name: /^Give, order/ })
    .first()
    .click()
  await page.getByText('1 of 3 picked up').waitFor()
  await page.goto('/admin#lists/without-day/delivery')
  await open('Deliver', '0 of 1 delivered')
  expect(day).toMatch(/^\d{4}-/)
})
