import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import type { AnOpenShop } from './an-open-shop.ts'
import { buyFrom, receiptOf } from './an-order.ts'
import { anOwner } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

function buyTwo({ url }: AnOpenShop, more: object = {}): Promise<string> {
  return receiptOf(buyFrom(url, { units: 2, from: 10 }, { notes: 'Please ring twice.', ...more }))
}

async function cancelAtTheDesk(shop: AnOpenShop): Promise<void> {
  await (await anOwner(shop)).put('/api/orders/1/status', { status: 'cancelled' })
}

async function buyAtThePage(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Sesame Bagels' }).click()
  await page.goto('/checkout')
  await page.getByLabel('Full name').fill('Ada Miller')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('radio', { name: /^Farmers market/ }).check()
  await page.getByRole('button', { name: /^Visa/ }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

test('a receipt is whole with scripts off', async () => {
  const { shop, page } = await aVisitedShop({ width: 390, javaScriptEnabled: false })
  const shippingAddress = {
    address: '12 River St',
    city: 'Hot Springs',
    state: 'SD',
    zipCode: '57747',
  }
  const delivery = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
  await page.goto(await buyTwo(shop, delivery))
  await page.getByText('12 River St').waitFor()
  expect(await page.getByRole('button', { name: /Print|Copy/ }).count()).toBe(0)
  await shot(page, 'receipt-delivery')
})

test.each(widths(390))(
  'at %i px the news of an order leads to its receipt, which stands after a reload and shows the farmer’s no',
  async (width) => {
    const { shop, page, trace } = await aVisitedShop({ width })
    await buyAtThePage(page)
    const link = page.getByRole('link', { name: 'See your receipt' })
    await link.waitFor()
    await shot(page, 'receipt-toast', { fullPage: false })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectPlaced(page, width)
    await page.getByRole('link', { name: 'See receipt' }).click()
    await page.waitForURL(/\/o\/[\w-]{22}$/)
    await page.getByRole('heading', { name: 'Order #1', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    expect(await page.title()).toBe('Order #1 – Farmstand')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await expectAccessible(page, 'receipt')
    if (width === 390) await expectReadable(page, 'receipt')
    const slip = page.getByRole('article')
    await slip.getByText('Paid', { exact: true }).waitFor()
    await cancelAtTheDesk(shop)
    await page.reload()
    await slip.getByText('This order was canceled.').waitFor()
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0)
    await expectAccessible(page, 'cancelled receipt')
    await expectPutAway(page)
    expect(trace.errors).toEqual([])
    expect(trace.strangers).toEqual([])
  },
)

async function expectPlaced(page: Page, width: number): Promise<void> {
  const card = page.getByRole('region', { name: /Order #1 is in/ })
  await card.getByText('a…a@example.com').waitFor()
  const heading = card.getByRole('heading', { name: /Order #1 is in/ })
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await card.getByText('Farmers market').count()).toBe(1)
  for (const name of ['See receipt', 'Add to calendar']) {
    const href = await card.getByRole('link', { name }).getAttribute('href')
    expect(href).toMatch(/^\/o\/[\w-]{22}(\/pickup\.ics)?$/)
  }
  await shot(page, 'order-placed', { fullPage: false })
  if (width === 390) await expectAccessible(page, 'home after paying')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('ada@')
  expect(await shiftOf(page)).toBeLessThan(0.02)
  await page.reload()
  await card.getByText('a…a@example.com').waitFor()
  expect(await shiftOf(page)).toBeLessThan(0.02)
  await shot(page, 'order-placed-again', { fullPage: false })
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        window.setTimeout(() => done(sum), 500)
      }),
  )
}

async function expectPutAway(page: Page): Promise<void> {
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Order #1 was canceled' })
  await card.waitFor()
  await shot(page, 'order-cancelled', { fullPage: false })
  await card.getByRole('button', { name: 'Dismiss order #1' }).click()
  await card.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Add Farm Fresh Eggs' }).first().waitFor()
  expect(await page.locator('#placed').isVisible()).toBe(false)
}

test('the news of an order pushes nothing away, however late the first script comes', async () => {
  const { page } = await aVisitedShop({ width: 390 })
  await buyAtThePage(page)
  await page.route(/\/start-[\w-]+\.js$/, async (route) => {
    await setTimeout(1500)
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('a…a@example.com').waitFor()
  expect(await shiftOf(page)).toBeLessThan(0.02)
})

test('an empty cart leads to the last order, and who adds to that lands at the products, even if the browser doesn’t anchor scrolling', async () => {
  const { page, context } = await aVisitedShop({ width: 390, isLast: true })
  await page.goto('/')
  const openCart = () => page.getByRole('button', { name: 'Cart is empty' }).click()
  await openCart()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await cart.getByRole('button', { name: 'Back to the shop' }).waitFor()
  expect(await cart.getByRole('link').count()).toBe(0)
  await buyAtThePage(page)
  await openCart()
  await cart.getByRole('link', { name: 'Your last order' }).waitFor()
  await shot(page, 'last-order', { fullPage: false })
  await cart.getByRole('link', { name: 'Your last order' }).click()
  await page.getByRole('heading', { name: 'Order #1', level: 1 }).waitFor()
  await page.evaluate(forgetRoomOfNews)
  await context.addInitScript(dontAnchorScrolling)
  await page.getByRole('link', { name: 'Add to this order' }).click()
  await page.getByText('a…a@example.com').waitFor()
  const top = () =>
    page.evaluate(() => document.querySelector('#products')?.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(200)
  await shot(page, 'receipt-add-more', { fullPage: false })
})

/** As after a change of the order. */
function forgetRoomOfNews(): void {
  const placed = JSON.parse(localStorage.getItem('farmstand:placed') ?? '{}')
  const room = { width: innerWidth, height: 0 }
  localStorage.setItem('farmstand:placed', JSON.stringify({ ...placed, room }))
}

/** As in WebKit. */
function dontAnchorScrolling(): void {
  CSS.supports = () => false
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { overflow-anchor: none !important }')
  document.adoptedStyleSheets = [sheet]
}

test('a receipt is printed on one page without the shop around it, fits the narrowest phone with text twice as large, and goes into a calendar and the clipboard', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { shop, page } = await aVisitedShop({ permissions })
  await page.goto(await buyTwo(shop))
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await shot(page, 'receipt-print')
  for (const name of ['Main', 'Quick links'])
    expect(await page.getByRole('navigation', { name }).count()).toBe(0)
  for (const role of ['button', 'link'] as const) {
    const shown = await page.getByRole(role).allTextContents()
    expect(shown.filter((text) => /Print|Copy|calendar|Back/.test(text))).toEqual([])
  }
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('img', { name: 'Pickup pass for order 1' }).waitFor()
  const width = await page.evaluate(() => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    const wide = document.documentElement.scrollWidth
    style.fontSize = ''
    return wide
  })
  expect(width).toBe(320)

  await page
    .getByText(/^Saturday, [A-Z][a-z]+ \d+, \d{4}$/)
    .last()
    .waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied', { exact: true }).first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe('farmstand-order-1.ics')
})
