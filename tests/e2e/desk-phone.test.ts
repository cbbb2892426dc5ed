import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { fillWithOrders } from '../many-orders.ts'
import { aVisitedShop, expectAccessible, openPlace, withBrowser } from './a-browser.ts'
import { aMarketDay, SMALL_DAY } from './a-market-day.ts'
import { enterDesk } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1280, height: 800 }

/** Parts with a bar at the bottom; a long run takes each tab and page of the desk. */
const SCREENS = IS_LONG
  ? [
      ...['today', 'products', 'orders', 'recipes', 'pages', 'settings', 'sales'],
      ...['lists', 'stall', 'stock', 'calendar', 'money', 'questions', 'newsletter', 'subscribers'],
      ...['more', 'mails', 'backups', 'checkup', 'taking-money', 'email', 'history', 'people'],
    ]
  : ['orders', 'sales', 'stock']

/** In px: where each row of the list ends, and its height. */
const rowsOf = (page: Page) =>
  page.locator('[data-row]').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, bottom, height } = row.getBoundingClientRect()
      return { top, bottom, height }
    }),
  )

/** A toast covers neither the foot bar and the list's tools nor an open dialog's title. */
async function expectToastInItsPlace(page: Page, id: string | undefined): Promise<void> {
  const toast = page.locator('.toast-card', { hasText: `Order #${id} ` })
  await toast.waitFor()
  const bar = await page.getByRole('navigation', { name: 'Desk', exact: true }).boundingBox()
  const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(PHONE.height / 2)
  expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.getByRole('link', { name: '#60', exact: true }).click({ position: { x: 4, y: 4 } })
  const close = page.getByRole('dialog', { name: 'Order #60' }).getByRole('button').first()
  await close.click({ trial: true })
  expect(await toast.count()).toBe(1)
  const dialog = page.getByRole('dialog', { name: 'Order #60' })
  // Until its order loads the sheet is short, and the toast at its highest.
  await dialog.getByRole('heading', { name: 'History' }).waitFor()
  const topOfToast = async () => (await toast.boundingBox())?.y ?? 0
  const highest = 12
  await expect.poll(topOfToast).toBeGreaterThan(highest)
  const whole = await topOfToast()
  const setHeight = (height: string) =>
    dialog.evaluate(
      (sheet, of) => Object.assign((sheet as HTMLElement).style, { height: of }),
      height,
    )
  await setHeight('12rem')
  await expect.poll(topOfToast).toBeLessThan(whole)
  await setHeight('')
  await expect.poll(topOfToast, { message: 'beside a sheet that grew' }).toBe(whole)
  await page.keyboard.press('Escape')
  await close.waitFor({ state: 'detached' })
}

test('the desk on a phone: the work comes first, forty orders fit in five screens, one tap hands one out', async () => {
  const { shop, page } = await aVisitedShop({ width: PHONE.width })
  const ids = (await shop.db.selectFrom('products').select('id').limit(2).execute()).map(
    ({ id }) => id,
  )
  await fillWithOrders(shop.db, 60, new Date(), ids)
  await page.setViewportSize(PHONE)
  await enterDesk(page)
  const card = page.locator('#today-title')
  await card.waitFor()
  expect((await card.boundingBox())?.y).toBeLessThan(200)
  await expectAccessible(page, 'today')
  await expectReadable(page, 'today')

  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('link', { name: '#60', exact: true }).waitFor()
  const rows = await rowsOf(page)
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(96)
  expect(rows[0]?.bottom).toBeLessThanOrEqual(PHONE.height)
  expect(rows[39]?.bottom).toBeLessThanOrEqual(5 * PHONE.height)
  await page.getByLabel('Find an order').fill('#59')
  await page.getByRole('link', { name: '#60', exact: true }).waitFor({ state: 'detached' })
  expect((await rowsOf(page))[0]?.bottom).toBeLessThanOrEqual(PHONE.height)
  await page.getByLabel('Find an order').fill('')
  await page.getByRole('link', { name: '#60', exact: true }).waitFor()
  await expectAccessible(page, 'orders on a phone')
  await expectReadable(page, 'orders on a phone')

  const step = page.getByRole('button', { name: /^(Pack|Hand out|On its way), order/ }).first()
  const id = /\d+/.exec((await step.getAttribute('aria-label')) ?? '')?.[0]
  await step.click()
  await expectToastInItsPlace(page, id)

  await openPlace(page, 'Money')
  const heading = page.getByRole('heading', { name: 'Money', exact: true })
  await heading.waitFor()
  expect((await heading.boundingBox())?.y).toBeLessThan(200)
  expect(
    await page
      .getByRole('navigation', { name: 'Desk', exact: true })
      .getByRole('link', { name: 'More' })
      .getAttribute('aria-current'),
  ).toBe('page')

  await page.setViewportSize(LAPTOP)
  await page.goto('/admin#orders')
  await page.getByRole('columnheader', { name: 'Set status' }).waitFor()
  await page.getByText('60 orders', { exact: true }).waitFor()
  const seen = (await rowsOf(page)).filter(({ bottom }) => bottom <= LAPTOP.height)
  expect(seen.length).toBeGreaterThanOrEqual(10)
  await page.getByRole('link', { name: '#60', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Order #59' }).waitFor()
})

/** Controls the bottom bar covers: fixed ones now, the others after scrolling to the end. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('[data-foot-bar]')?.getBoundingClientRect().top ?? 0
    const isStuck = (one: Element | null): boolean =>
      one !== null &&
      (/sticky|fixed/.test(getComputedStyle(one).position) || isStuck(one.parentElement))
    const under = (one: Element) => {
      return one.checkVisibility() && one.getBoundingClientRect().bottom > top + 0.5
    }
    const all = document.querySelectorAll('main :is(a, button, input, select, textarea)')
    const controls = [...all].filter((one) => !one.closest('[data-foot-bar]'))
    scrollTo({ top: 0, behavior: 'instant' })
    const stuck = controls.filter((one) => isStuck(one) && under(one))
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const last = controls.filter(under)
    return [...stuck, ...last].map((one) => one.textContent || one.getAttribute('aria-label'))
  })

test('the bar at the foot of the phone covers no control of any screen', async () => {
  const { shop, page } = await aVisitedShop({ width: PHONE.width })
  await aMarketDay(shop, SMALL_DAY)
  await page.setViewportSize(PHONE)
  await enterDesk(page)
  await page.getByRole('tablist').waitFor()
  for (const screen of SCREENS) {
    await page.goto(`/admin#${screen}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page
      .getByText(/^(Loading|One moment)/)
      .first()
      .waitFor({ state: 'detached' })
    await expect.poll(() => covered(page), { message: screen }).toEqual([])
  }
})

test('figures and tabs are the first thing of every tab on a laptop, at the same height, and on a phone the foot of Today alone', async () => {
  const { page } = await aVisitedShop({ width: LAPTOP.width })
  await page.setViewportSize(LAPTOP)
  await enterDesk(page)
  await page.getByRole('tablist').waitFor()
  const tops = async () => {
    const parts = [
      page.getByRole('region', { name: 'Totals' }),
      page.getByRole('tablist'),
      page.locator('[role=tabpanel] > *').first(),
    ]
    return Promise.all(parts.map(async (part) => Math.round((await part.boundingBox())?.y ?? 0)))
  }
  const rail = page.getByRole('navigation', { name: 'Desk', exact: true })
  for (const tab of ['today', 'products', 'orders', 'recipes', 'pages', 'settings', 'backups']) {
    await page.goto(`/admin#${tab}`)
    await expect.poll(tops, { message: tab }).toEqual([60, 120, 180])
    expect((await rail.boundingBox())?.width, tab).toBe(104)
  }
  await page.setViewportSize(PHONE)
  for (const tab of ['products', 'orders', 'recipes', 'pages', 'settings', 'money', 'more']) {
    await page.goto(`/admin#${tab}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect([await page.getByRole('tablist').count(), await rail.count()], tab).toEqual([0, 1])
  }
  await page.goto('/admin#today')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#orders')
})
