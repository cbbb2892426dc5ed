import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { cutOffAtDoubleText } from './expect-readable.ts'

withBrowser()

const field = (page: Page) => page.locator('[role=combobox]:visible')
const list = (page: Page) => page.getByRole('grid', { name: 'Matches' })
const cards = (page: Page) => page.locator('main').getByRole('button', { name: /^Add .* to cart/ })

/** By keyboard alone; on a phone the field is one press away and then has the focus. */
async function reachField(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Menu' }).isVisible()) {
    await page.getByRole('button', { name: 'Search', exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page).evaluate((it) => it === document.activeElement)).toBe(true)
    return
  }
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    if (await field(page).evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead to the search field.')
}

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test.each(widths(390))(
  'the search box at %i px finds, adds and opens by keyboard alone, says over everything else what is out of stock, and leaves the grid as it is',
  async (width) => {
    const { shop, page, trace } = await aVisitedShop({ width })
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
    await page.goto('/')
    const cardsBefore = await cards(page).count()

    await reachField(page)
    await page.keyboard.type('bagles')
    await list(page)
      .getByRole('link', { name: /^Sesame Bagels/ })
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page, 'list of matches')
    expect(await cutOffAtDoubleText(page, 'search td button')).toEqual([])
    await shot(page, 'search')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cart with 1 item' }).waitFor()
    await list(page).getByText('1 in cart').waitFor()

    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    expect(await field(page).inputValue()).toBe('')

    await page.keyboard.type('zebra')
    await list(page).getByText('No match for “zebra”.').waitFor()
    await expectAccessible(page, 'no match')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/#products')
    expect(logged).toEqual(['Search: zebra'])
    expect(await cards(page).count()).toBe(cardsBefore)
    await expect
      .poll(() =>
        page.evaluate(() => document.querySelector('#products')?.getBoundingClientRect().top),
      )
      .toBeLessThan(200)

    await page.goto('/?category=eggs')
    await reachField(page)
    await page.keyboard.type('bagels')
    await list(page).getByText('Sesame Bagels').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${shop.url}/#find=bagels`)
    await page.waitForFunction(() => document.querySelector('li[style*=outline]'))
    const found = page.locator('li[style*=outline]')
    expect(await found.textContent()).toContain('Bagels')
    await expect.poll(() => found.evaluate(isOnTop)).toBe(true)
    await expectAccessible(page, 'outlined match')
    await shot(page, 'search-found', { fullPage: false })

    if (width === 390) await reachField(page)
    await field(page).fill('curly kale')
    await list(page).getByText('Curly Kale').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Curly Kale, bunch is outlined on the page.').waitFor()
    await expect.poll(() => found.evaluate(isOnTop)).toBe(true)
    expect([await found.textContent(), await list(page).isVisible()]).toEqual([
      expect.stringContaining('Curly Kale'),
      false,
    ])

    await page.goto('/')
    await reachField(page)
    await page.keyboard.type('ruby beets')
    await list(page)
      .getByRole('row', { name: /^Ruby Beets/ })
      .getByText('Out of Stock')
      .waitFor()
    await list(page)
      .getByRole('button', { name: /^Add Ruby Beets/ })
      .click()
    const toast = page.getByText('This product is currently out of stock.', { exact: true }).first()
    await toast.waitFor()
    expect(await list(page).isVisible()).toBe(true)
    expect(await toast.evaluate(isOnTop)).toBe(true)
    await expectAccessible(page, 'list under a toast')
    await page.getByRole('button', { name: 'Cart with 1 item' }).waitFor()

    await field(page).fill('dill pickles')
    const best = list(page).getByRole('link').first()
    // The list catches up with typing once the processor is free.
    await expect.poll(() => best.textContent()).toMatch(/^Dill Pickles/)
    const address = await best.getAttribute('href')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${address}`)
    expect(address).toMatch(/^\/p\/\d+-dill-pickles/)
    expect(await page.getByRole('button', { name: 'Menu', expanded: true }).count()).toBe(0)
    expect([trace.errors, trace.strangers, logged.length]).toEqual([[], [], 3])
  },
)
