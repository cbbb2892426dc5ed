// With forced colors, lines show what backgrounds and shades showed.

import { expect, test } from 'vitest'
import { aVisitedShop, withBrowser } from './a-browser.ts'
import { addToCart } from './a-shopper.ts'

withBrowser()

test('in forced colors no two links of the header touch, and a faulty field has another line than the rest', async () => {
  const { page } = await aVisitedShop({ width: 1280, isLast: true })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const boxes = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(boxes).toHaveLength(3)
  const gaps = boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(4)

  await addToCart(page, 'Farm Fresh Eggs, dozen')
  await page.goto('/checkout')
  // The form listens once the cart is shown.
  await page.getByText('Farm Fresh Eggs, dozen').first().waitFor()
  const email = page.getByLabel(/^Email/)
  await email.fill('maria')
  await email.press('Tab')
  await page
    .getByText(/^Please add the @/)
    .first()
    .waitFor()
  const line = (label: RegExp) =>
    page.getByLabel(label).evaluate((field) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(field)
      return { borderTopWidth, borderTopColor }
    })
  const [faulty, other] = [await line(/^Email/), await line(/^Full name/)]
  expect(Number.parseFloat(faulty.borderTopWidth)).toBeGreaterThanOrEqual(3)
  expect(Number.parseFloat(other.borderTopWidth)).toBeLessThan(2)
  expect(faulty.borderTopColor).not.toBe(other.borderTopColor)
})
