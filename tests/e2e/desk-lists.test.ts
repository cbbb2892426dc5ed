import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitor, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { aMarketDay, SMALL_DAY } from './a-market-day.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { enterDesk } from './an-owner.ts'
import { expectPlainWords } from './expect-plain-words.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

async function atTheDesk(shop: AnOpenShop, width: number, hash = ''): Promise<Page> {
  const { page } = await aVisitor(shop.url, { width })
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await enterDesk(page, `/admin${hash}`)
  await page.getByRole('navigation', { name: 'Desk', exact: true }).first().waitFor()
  return page
}

test.each(widths(390))('at %i px the lists of a day are worked through by taps', async (width) => {
  const shop = await anOpenShop()
  const day = await aMarketDay(shop, SMALL_DAY)
  const page = await atTheDesk(shop, width)
  await page.goto('/admin#lists')
  await page.getByText('To pick for 8 boxes').waitFor()
  const open = async (list: string, text: string | RegExp) => {
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: list }).click()
    await page.getByText(text).first().waitFor()
    await expectAccessible(page, list)
    if (width === 390) await expectReadable(page, list)
    await expectPlainWords(page, list)
    await shot(page, `desk-lists-${list.toLowerCase().replace(' ', '-')}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await open('Harvest', 'To pick for 8 boxes')
  await open('Bake', /recipe/)
  await open('Pack', '0 of 7 packed')
  await open('Labels', '8 labels')
  await open('Deliver', '0 of 1 delivered')
  await open('Hand out', '0 of 6 picked up')
  expect(day).toMatch(/^\d{4}-/)
})

async function set(page: Page, url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const refusal = await page.evaluate(
    ([to, init]) =>
      fetch(to, { method: 'PUT', ...init }).then((answer) => (answer.ok ? '' : answer.text())),
    [url, { headers, body: JSON.stringify(body) }] as const,
  )
  expect(refusal).toBe('')
}

test('two at one list see each other’s ticks within two seconds, and a change of the day', async () => {
  const shop = await anOpenShop()
  const day = await aMarketDay(shop)
  const [one, other] = [
    await atTheDesk(shop, 390, `#lists/${day}/pack`),
    await atTheDesk(shop, 1280, `#lists/${day}/pack`),
  ]
  for (const page of [one, other]) await page.getByText(/^0 of \d+ packed$/).waitFor()
  const soon = { timeout: 2000 }
  await set(one, '/api/orders/5/packed', { packed: true })
  await other.getByText(/^1 of \d+ packed$/).waitFor(soon)
  await set(other, '/api/orders/6/packed', { packed: true })
  await one.getByText(/^2 of \d+ packed$/).waitFor(soon)
  await set(other, '/api/orders/5/packed', { packed: false })
  await one.getByText(/^1 of \d+ packed$/).waitFor(soon)
  await other.goto('/admin#calendar')
  await other.getByText('20 orders').first().waitFor()
  const next = shop.db.selectFrom('market_days').select('id').where('day', '=', day)
  const { id } = await next.where('place_id', '=', 1).executeTakeFirstOrThrow()
  await set(one, `/api/market-days/${id}`, { capacity: 40 })
  await other.getByText(/^\d+ of at most 40 boxes/).waitFor(soon)
})

/** Their other tests check that each is accessible; a long run checks it with these orders too. */
const LOOKED_AT = ['orders', 'orders/2', 'calendar', 'calendar/places', 'settings', 'mails']

const SCREENS = [...LOOKED_AT, 'calendar/closures', 'lists/without-day/delivery']

test('no screen of the week has a word of the software, and each is accessible', async () => {
  const shop = await anOpenShop()
  await aMarketDay(shop, SMALL_DAY)
  const page = await atTheDesk(shop, 390)
  for (const screen of SCREENS) {
    await page.goto(`/admin#${screen}`)
    await page
      .getByText(/^Loading/)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await expectPlainWords(page, screen)
    if (IS_LONG || !LOOKED_AT.includes(screen)) await expectAccessible(page, screen)
  }
  await page.goto('/admin#orders/2')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Day and place').selectOption({ index: 1 })
  await page.getByText('No money goes back').waitFor()
  await page.getByText('Emails aren’t going out yet').waitFor()
  await expectAccessible(page, 'change')
  await page.getByRole('button', { name: 'Save the change' }).click()
  await page.getByText('Order #2 changed').first().waitFor()
  await page.getByText(/^The order was moved to/).waitFor()
})

test('labels sit where a sheet of thirty has them, and no sheet’s last row is cut', async () => {
  const shop = await anOpenShop()
  const day = await aMarketDay(shop)
  const page = await atTheDesk(shop, 1280, `#lists/${day}/labels`)
  await page.getByLabel('Print on').selectOption('sheet-30')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.emulateMedia({ media: 'print' })
  const sheets = await page.locator('.print-labels').evaluateAll((all) =>
    all.map((sheet) => {
      const { left, top } = sheet.getBoundingClientRect()
      return Array.from(sheet.children, (label) => {
        const box = label.getBoundingClientRect()
        const isCut = label.scrollHeight > label.clientHeight
        return [box.left - left, box.top - top, box.width, box.height]
          .map((px) => px / 96)
          .concat(isCut ? 1 : 0)
      })
    }),
  )
  expect(sheets.map((labels) => labels.length)).toEqual([30, 7])
  for (const labels of sheets)
    for (const [index, label] of labels.entries()) {
      const [left, top] = [(index % 3) * 2.75, Math.floor(index / 3)]
      const wanted = [left, top, 2.625, 1, 0]
      for (const [at, inches] of label.entries())
        expect(inches, `label ${index}`).toBeCloseTo(wanted[at] ?? 0, 2)
    }
  // Ten one-inch rows between half-inch margins: one sheet each, and no third.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2)
  expect(pdf).toContain('/MediaBox [0 0 612 792]')
})
