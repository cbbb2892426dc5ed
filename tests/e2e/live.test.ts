import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  aVisitedShop,
  aVisitor,
  expectAccessible,
  shot,
  testAt,
  WIDTHS,
  withBrowser,
} from './a-browser.ts'
import { addToCart, fillCheckout, tapAdd } from './a-shopper.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { buyFrom } from './an-order.ts'
import { anOwner, enterDesk } from './an-owner.ts'

withBrowser()

const BAGELS = 'Sesame Bagels'

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).first()

async function aLivePage(shop: Pick<AnOpenShop, 'url'>, width = 1280, path = '/') {
  const visitor = await aVisitor(shop.url, { width })
  // The socket may send before the page is awake.
  const sent = visitor.page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent'))
  await visitor.page.goto(path)
  await sent
  return visitor
}

test('the last one that is sold greys the card on an open page, and a cart there says why it is empty', async () => {
  const shop = await anOpenShop()
  const { changeProduct: change } = await anOwner(shop)
  await change(BAGELS, { stock: 1 })
  const watching = await aLivePage(shop, 390)
  const waiting = await aLivePage(shop, 390)
  await addToCart(waiting.page, BAGELS)
  const news = waiting.page
    .getByText(`Sold out and no longer in your cart: ${BAGELS}, six.`)
    .first()
  const sent = news.waitFor({ timeout: 30_000 })
  await buyFrom(shop.url, { named: BAGELS })
  await sent
  await shot(waiting.page, 'live-cart-clamped')
  await card(watching.page, BAGELS).locator('[data-stock=out]').waitFor()
  await shot(watching.page, 'live-sold-out')
  await tapAdd(watching.page, BAGELS)
  await watching.page.getByText('This product is currently out of stock.').first().waitFor()
  expect(watching.trace.errors).toEqual([])
})

/** Hydrates in slices far apart, and connects meanwhile, as a busy phone without idle moments does. */
function wakeSlowly(): void {
  Object.assign(window, { requestIdleCallback: undefined })
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super()
      const post = this.port2.postMessage.bind(this.port2)
      this.port2.postMessage = (message: unknown) => void setTimeout(() => post(message), 500)
    }
  }
}

test('news that comes before the cards are hydrated waits for them', async () => {
  const { shop, page, trace, context } = await aVisitedShop({ isLast: true })
  const { changeProduct: change } = await anOwner(shop)
  await context.addInitScript(wakeSlowly)
  const sent = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'))
  await page.goto('/')
  await sent
  const isAsleep = await page
    .getByRole('button', { name: /^Add Sesame/ })
    .first()
    .evaluate((button) => !Object.keys(button).some((key) => key.startsWith('__react')))
  await change(BAGELS, { stock: 0 })
  await card(page, BAGELS).locator('[data-stock=out]').waitFor({ timeout: 30_000 })
  expect([isAsleep, trace.errors]).toEqual([true, []])
})

describe.each(WIDTHS)('at %i px', (width) => {
  const test = testAt(width)
  test('a desk that is open sees an order the moment it is placed', async () => {
    const { shop, page } = await aVisitedShop({ width })
    await enterDesk(page, '/admin#orders')
    await page.getByText('No orders found').first().waitFor()
    await buyFrom(shop.url, { named: BAGELS })
    const news = page.getByRole('region', { name: 'New orders' })
    await news.getByRole('link', { name: '#1' }).waitFor()
    await page.getByRole('main').getByText('Ada Miller').last().waitFor()
    await expectAccessible(page, 'desk with a new order')
    await page.getByRole('button', { name: 'Sound for new orders' }).first().click()
    await news.getByRole('button', { name: 'Dismiss' }).click()
    expect(await news.count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'More about the orders' }).click()
    const sound = page.getByRole('button', { name: 'Sound for new orders' })
    expect(await sound.getAttribute('aria-pressed')).toBe('false')
  })

  test('a buyer at the checkout is told when others take all there was, and stays where he is', async () => {
    const shop = await anOpenShop()
    await (await anOwner(shop)).changeProduct(BAGELS, { stock: 1 })
    const slow = await aLivePage(shop, width)
    await addToCart(slow.page, BAGELS)
    const connected = slow.page.waitForEvent('websocket')
    await slow.page.goto('/checkout')
    await (await connected).waitForEvent('framesent')
    await fillCheckout(slow.page)
    await buyFrom(shop.url, { named: BAGELS })
    await slow.page.getByRole('heading', { name: 'Someone beat you to it' }).waitFor()
    await expectAccessible(slow.page, 'sold out at the checkout')
    expect(new URL(slow.page.url()).pathname).toBe('/checkout')
  })
})

test('a page that lost the shop for a while shows what changed meanwhile, without a reload', async () => {
  const shop = await anOpenShop()
  const { page } = await aLivePage(shop)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await shop.stop()
  const again = await anOpenShop({ DATA_DIR: shop.dataDir, PORT: new URL(shop.url).port })
  await (await anOwner(again)).changeProduct(BAGELS, { price: 8.88 })
  await card(page, BAGELS).getByText('$8.88').waitFor({ timeout: 20_000 })
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a connection given up for dead comes back when the browser is online again', async () => {
  const { shop, page, context } = await aVisitedShop({ isLast: true })
  let open = 0
  await page.routeWebSocket(/\/ws$/, (socket) => {
    open++
    if (open > 1) socket.connectToServer()
    else void socket.close()
  })
  await page.clock.install()
  await page.goto('/')
  await page.clock.runFor(10_000)
  await context.setOffline(true)
  await context.setOffline(false)
  await (await anOwner(shop)).changeProduct(BAGELS, { price: 9.99 })
  await page.clock.runFor(5000)
  await card(page, BAGELS).getByText('$9.99').waitFor()
})
