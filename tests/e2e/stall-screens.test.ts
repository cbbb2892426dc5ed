import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { IS_LONG } from '../length-of-run.ts'
import { expectAccessible, shot } from './a-browser.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { anOpenShop } from './an-open-shop.ts'
import { expectPlainWords } from './expect-plain-words.ts'
import { expectReadable } from './expect-readable.ts'

const BOXES = 10
const SALES = 5
const MOST_TAPS = 35

function tooSmall(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'main :is(a,button,input,select), header button, nav a',
    ),
  ]
    .filter((one) => one.checkVisibility())
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ one, box }) => `${one.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`)
}

function cutHeadings(): string[] {
  return [...document.querySelectorAll<HTMLElement>('h1, h2')]
    .filter((one) => one.checkVisibility() && !one.classList.contains('sr-only'))
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.textContent)
}

async function expectFit(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(tooSmall), what).toEqual([])
  expect(await page.evaluate(cutHeadings), what).toEqual([])
  if (!IS_LONG && what !== 'hand out') return
  await expectAccessible(page, what)
  if (!IS_LONG) return
  await expectReadable(page, what)
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page, `${what}, forced colors`)
  await page.emulateMedia({ forcedColors: 'none' })
}

test('ten boxes and five sales take few taps without a network, on screens that anybody can read', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 12, farm_store: 0, delivery: 0 })
  const phone = await aStallPhone(shop.url, { width: 360 })
  const page = await phone.open()
  await loadStall(page, shop.password)
  const top = await page.getByRole('main').getByRole('listitem').first().boundingBox()
  expect(top?.y, 'the first box begins').toBeLessThanOrEqual(230)
  await phone.context().setOffline(true)
  let taps = 0
  const tap = async (role: 'button' | 'link', name: string | RegExp) => {
    await page.getByRole(role, { name }).first().tap()
    taps += 1
  }
  for (let given = 0; given < BOXES; given++) {
    // A faster tap on the row that moved up counts as the second of a double tap.
    await page.waitForTimeout(350)
    await tap('button', /^Hand out, /)
    await page.getByText(`${given + 1} picked up`).waitFor()
  }
  await expectFit(page, 'hand out')
  await shot(page, 'stall-hand-out')
  await tap('link', 'Sell')
  const tiles = page.locator('main li button:not([aria-expanded])')
  for (let sold = 0; sold < SALES; sold++) {
    await tiles.nth(sold).tap()
    await tap('button', /^Sold, /)
    taps += 1
    await page.getByText('Saved on this phone').waitFor()
  }
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)
  await tiles.nth(1).tap()
  await expectFit(page, 'sell')
  await shot(page, 'stall-sell')
  await tap('link', 'Close')
  await expectFit(page, 'close')
  await shot(page, 'stall-close')
  await tap('link', /waiting to sync$/)
  await expectFit(page, 'notes')
  await shot(page, 'stall-notes')
  await expect
    .poll(() => page.getByText('notes are on this phone only', { exact: true }).count())
    .toBe(1)
  await phone.context().setOffline(false)
  await tap('button', 'Try now')
  const received = () =>
    shop.db
      .selectFrom('stall_commands')
      .select('outcome')
      .execute()
      .then((rows) => rows.length)
  await expect.poll(received).toBe(BOXES + SALES)
})

test('a sale of two things takes three taps, a box one, and a no-show is decided where the day is closed', async () => {
  const shop = await anOpenShop()
  const dayId = await aStallDay(shop, { farmers_market: 2, farm_store: 0, delivery: 0 })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  let taps = 0
  const tap = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().tap()
    taps += 1
  }
  await tap(/^(?:Give|Hand out), /)
  await page.getByRole('button', { name: /^Undo, / }).waitFor()
  expect(taps, 'a box').toBe(1)
  await page.getByRole('link', { name: 'Sell' }).tap()
  taps = 0
  await tap(/Farm Fresh Eggs/)
  await tap(/Curly Kale/)
  await tap(/^Sold, Cash/)
  await page.getByText('Sold for $8.25').waitFor()
  expect(taps, 'a sale').toBe(3)
  const closes_at = new Date().toISOString()
  await write(shop.db, (tx) =>
    tx.updateTable('market_days').set({ closes_at }).where('id', '=', dayId).execute(),
  )
  await page.goto(`${shop.url}/admin/stall#close`)
  await page.getByRole('heading', { name: 'Money taken in' }).waitFor()
  await expectPlainWords(page)
  await page.goto(`${shop.url}/admin/stall#close/no-shows`)
  await tap(/^No-show: choose/)
  await page.getByRole('radio', { name: /^Give away/ }).check()
  await page.getByText('Its goods do not come back for sale.', { exact: false }).waitFor()
  await expectFit(page, 'no-show')
  await expectPlainWords(page)
  await shot(page, 'stall-no-show')
  await tap('Give it away')
  await page.getByText('Order #2 is decided', { exact: true }).waitFor()
})

test('by keyboard alone a box is found, handed out, and taken back', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 12, farm_store: 0, delivery: 0 })
  const page = await (await aStallPhone(shop.url)).open()
  await loadStall(page, shop.password)
  const tabTo = async (name: RegExp) => {
    const named = page.getByRole('button', { name })
    for (let tabs = 0; tabs < 8; tabs++) {
      if (await named.evaluate((one) => one === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    expect.fail(`Tab leads to no ${name}.`)
  }
  await page.getByLabel('Number or first name').focus()
  await page.keyboard.type('#3')
  await tabTo(/^Hand out, #3$/)
  await page.keyboard.press('Enter')
  await page.getByText('1 picked up').waitFor()
  await page.getByLabel('Number or first name').focus()
  await tabTo(/^Undo, #3$/)
  // A quick second tap doesn't count as an undo.
  await page.waitForTimeout(700)
  await page.keyboard.press('Enter')
  await page.getByText('0 picked up').waitFor()
})
