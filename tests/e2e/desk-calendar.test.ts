import { test } from 'vitest'
import { aVisitor, expectAccessible, shot, WIDTHS, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { payFor } from './a-shopper.ts'
import { anOpenShop } from './an-open-shop.ts'

withBrowser()

test.each(WIDTHS)(
  'at %i px a rule is confirmed, and a day with an order is moved',
  async (width) => {
    const shop = await anOpenShop()
    const { page } = await aVisitor(shop.url, { width })
    await payFor(page, 'Farm Fresh Eggs, dozen')
    await page.goto('/admin#calendar/places')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add a rule to Farmers market' }).click()
    await page.getByLabel('Day of the week').selectOption('Wednesday')
    await expectAccessible(page, 'rule')
    await page.getByRole('button', { name: 'See what changes' }).click()
    await page.getByRole('button', { name: 'Save this rule' }).waitFor()
    await shot(page, 'calendar-plan')
    await page.getByRole('button', { name: 'Save this rule' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectAccessible(page, 'places')
    await page.getByRole('link', { name: 'Coming days' }).click()
    const market = page.getByRole('region', { name: 'Farmers market', exact: true })
    await market.getByRole('link', { name: /1 box/ }).waitFor()
    await expectAccessible(page, 'days')
    await shot(page, 'calendar-days')
    await market.getByRole('link', { name: /1 box/ }).click()
    await page.getByRole('button', { name: 'Close this day' }).click()
    await page.getByRole('radio', { name: /^Same day at Farm store/ }).check()
    await expectAccessible(page, 'close')
    await page.getByRole('button', { name: 'See who is told' }).click()
    await page.getByText('Email is not set up, so nobody is told.').waitFor()
    await shot(page, 'calendar-close')
    await page.getByRole('dialog').getByRole('button', { name: 'Close this day' }).click()
    await page.getByText('The day is closed, 1 order moved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open it again' }).waitFor()
    await expectAccessible(page, 'closed day')
  },
)
