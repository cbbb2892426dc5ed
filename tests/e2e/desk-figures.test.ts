import { expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aProduct, aShop } from '../a-shop.ts'
import { aVisitor, expectAccessible, widths, withBrowser } from './a-browser.ts'
import { openPages } from './an-open-shop.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

const WEEK = 7 * DAY

async function aDeskAfterHalfAYear(width: number) {
  const shop = await aShop({ pages: await openPages() })
  const eggs = await aProduct(shop.db, { name: 'Farm Eggs, dozen', price: 550, stock: 400 })
  const honey = await aProduct(shop.db, { name: 'Honey, pint', price: 1200, stock: 30 })
  const today = shop.clock.now.getTime()
  for (let week = 25; week >= 0; week--) {
    shop.clock.now = new Date(today - week * WEEK)
    const sold = 3 + Math.round((25 - week) / 3) + (week % 3)
    const answer = await aKeyedBuyer(shop).buy(
      orderBody([
        [eggs, sold],
        [honey, 1],
      ]),
    )
    expect(answer.statusCode).toBe(201)
  }
  shop.clock.now = new Date(today)
  const { page } = await aVisitor(`http://127.0.0.1:${await shop.listen()}`, { width })
  for (const email of [
    'ada@example.com',
    'a-very-long-address-of-somebody@a-very-long-domain.example.com',
  ])
    await shop.inject({ method: 'POST', url: '/api/newsletter/subscribe', payload: { email } })
  await enterDesk(page, '/admin#money/this-year')
  return { page, shop }
}

test.each(widths(1280))(
  'at %i px the farmer reads what was made, and subscribers',
  async (width) => {
    const { page } = await aDeskAfterHalfAYear(width)
    const total = page.getByRole('region', { name: 'Total' })
    await total.getByText('Jan 1 to Dec 31, 2026').waitFor()
    await page
      .getByRole('list', { name: 'By way to pay' })
      .getByText('Card', { exact: true })
      .waitFor()
    const weeks = page.getByRole('region', { name: 'Last eight weeks' })
    await weeks.getByText(/: \$72\.50$/).waitFor()
    await expectAccessible(page, 'money')
    await page.getByText('What sold, and what became of the harvest').click()
    // After the one of the last eight weeks.
    await page.locator('canvas').nth(1).waitFor()
    await page.getByRole('rowheader', { name: 'Honey, pint' }).first().waitFor()
    const chart = page.locator('.u-over').last()
    await chart.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await chart.hover({ position: { x: 4, y: 20 } })
    await page.getByText(/^Week from .* orders and sales$/).waitFor()
    await page.getByText('Show as a table').click()
    // Each order counts in the week of its pickup day, not in that of its date.
    await page.getByRole('row', { name: /^Week from Nov 16 26 / }).waitFor()
    await expectAccessible(page, 'money with the table')
    await page.goto('/admin#subscribers')
    await page.getByText('2 subscribers').waitFor()
    await expectAccessible(page, 'subscribers')
    const remove = page.getByRole('button', { name: 'Remove ada@example.com' })
    await remove.click()
    await page.getByRole('alertdialog', { name: 'Remove this subscriber?' }).waitFor()
    await expectAccessible(page, 'remove a subscriber')
    await page.keyboard.press('Escape')
    await expect
      .poll(() => remove.evaluate((button) => button === document.activeElement))
      .toBe(true)
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('1 subscriber', { exact: true }).waitFor()
  },
)
