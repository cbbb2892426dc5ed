import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { buyFrom } from './an-order.ts'
import { enterDesk } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

test.each(widths(390))(
  'at %i px a rule is confirmed, and a day with an order is moved',
  async (width) => {
    const { shop, page } = await aVisitedShop({ width })
    await buyFrom(shop.url, {}, { pickupLocation: 'farmers_market' })
    await enterDesk(page, '/admin#calendar')
    const stop = page.getByRole('button', { name: 'Stop taking orders' })
    await stop.press('Enter')
    const asked = page.getByRole('dialog', { name: 'Stop taking orders?' })
    await asked.getByRole('button', { name: 'Stop taking orders' }).press('Enter')
    await page.getByText('Ordering is off since').filter({ visible: true }).first().waitFor()
    await expectAccessible(page, 'paused')
    await page.getByRole('button', { name: 'Turn ordering back on' }).press('Enter')
    await stop.waitFor()
    await page.goto('/admin#calendar/places')
    const up = page.getByRole('button', { name: 'Move Farm store up' })
    await up.press('Enter')
    await page.getByText('Farm store moved up', { exact: true }).first().waitFor()
    const first = page.getByRole('heading', { level: 3 }).first()
    await expect.poll(() => first.textContent()).toBe('Farm store')
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Add a weekly day to Farmers market' }).click()
    await page.getByLabel('Day of the week').selectOption('Wednesday')
    await expectAccessible(page, 'rule')
    await page.getByRole('button', { name: 'See what changes' }).click()
    await page.getByRole('button', { name: 'Save schedule' }).waitFor()
    await shot(page, 'calendar-plan')
    await page.getByRole('button', { name: 'Save schedule' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectAccessible(page, 'places')
    if (width === 390) await expectReadable(page, 'places')
    await page.getByRole('link', { name: 'Coming days' }).click()
    const market = page.getByRole('region', { name: 'Farmers market', exact: true })
    await market.getByRole('link', { name: /1 order/ }).waitFor()
    await expectAccessible(page, 'days')
    if (width === 390) await expectReadable(page, 'days')
    await market.getByRole('link', { name: /1 order/ }).click()
    const same = page.getByRole('radio', { name: /^Same day at Farm store/ })
    const chosen = await taps(page.getByRole('button', { name: 'Call off or move' }), same)
    await expectAccessible(page, 'close')
    const text = page.getByRole('textbox', { name: /What buyers read/ })
    expect(await text.inputValue()).toContain('pick up your order the same day at Farm store')
    const looked = await taps(page.getByRole('button', { name: 'Preview' }))
    await page.getByText(/^We can’t email anybody/).waitFor()
    await shot(page, 'calendar-close')
    const dialog = page.getByRole('dialog')
    const closed = await taps(dialog.getByRole('button', { name: /^Move 1 order to Sat/ }))
    await page.getByText('The day is closed, 1 order moved', { exact: true }).waitFor()
    expect(chosen + looked + closed).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: /^Called / }).waitFor()
    await expectAccessible(page, 'calls')
    if (width === 390) await expectReadable(page, 'calls')
    await page.getByRole('button', { name: /^Called / }).press('Enter')
    await page.getByText('Nobody is waiting for a call.').waitFor()
  },
)

async function taps(...targets: Locator[]): Promise<number> {
  for (const target of targets) await target.click()
  return targets.length
}
