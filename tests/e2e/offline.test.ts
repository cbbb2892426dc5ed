import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitor, expectAccessible, shot, WIDTHS, withBrowser } from './a-browser.ts'
import { aFront } from './a-front.ts'
import { addToCart, payFor } from './a-shopper.ts'
import { anOpenShop } from './an-open-shop.ts'

withBrowser()

const CALM = /^No connection\. This is the shop as of \d{1,2}:\d\d\s[AP]M\.$/

/** A visitor whose browser runs service workers, as people's do. */
function aKeeper(url: string, width = 390) {
  return aVisitor(url, { width, serviceWorkers: 'allow' })
}

async function stored(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (at) => (await caches.match(at)) !== undefined, path))
    .toBe(true)
}

async function cachedCode(page: Page, part: string): Promise<void> {
  const isCached = async (name: string) => {
    for (const store of await caches.keys())
      for (const { url } of await (await caches.open(store)).keys())
        if (url.includes(name)) return true
    return false
  }
  await expect.poll(() => page.evaluate(isCached, part)).toBe(true)
}

/** The width of a picture requested now; throws if it's broken. */
function widthOf(page: Page, address: string): Promise<number> {
  return page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return image.naturalWidth
  }, address)
}

const NEVER_SEEN = `/uploads/${'0'.repeat(32)}-280.avif`

/** Both widths only for screenshots: the worker does the same at either. */
const LOOKED_AT = process.env.SHOTS === '1' ? WIDTHS : [390]

test.each(LOOKED_AT)(
  'without a connection the shop is read, and nothing is bought (%i px)',
  async (width) => {
    const shop = await anOpenShop()
    const { page, context } = await aKeeper(shop.url, width)
    await page.goto('/')
    await stored(page, '/')
    await page.goto('/pages/pickup-and-delivery')
    await stored(page, '/pages/pickup-and-delivery')
    await page.goto('/')
    await addToCart(page, 'Farm Fresh Eggs')
    for (const part of ['idle', 'pages', 'hands']) await cachedCode(page, part)
    await context.setOffline(true)
    await page.reload()
    const line = page.locator('#offline')
    expect(await line.textContent()).toMatch(CALM)
    const seen = await page
      .locator('#products img')
      .first()
      .evaluate((one: HTMLImageElement) => one.currentSrc)
    expect(await widthOf(page, seen)).toBe(280)
    expect(await widthOf(page, NEVER_SEEN)).toBeGreaterThan(0)
    await shot(page, 'offline-home')
    await expectAccessible(page, 'the shop without a connection')
    await page.getByRole('button', { name: /^Cart with 1 item/ }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await cart.getByRole('button', { name: 'Secure Checkout with Stripe' }).click()
    await cart.getByText('Checkout needs a connection.').waitFor()
    await shot(page, 'offline-cart', { fullPage: false })
    await expectAccessible(page, 'the cart without a connection')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto('/pages/pickup-and-delivery')
    expect(await line.textContent()).toMatch(/^No connection\. This is the page as of /)
    await shot(page, 'offline-content-page', { fullPage: false })
    await page.goto('/pages/our-hens')
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await shot(page, 'offline-missing', { fullPage: false })
    await page.getByRole('link', { name: 'Browse the shop' }).click()
    await line.waitFor()
    await context.setOffline(false)
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Cart with 1 item/ }).click()
    await page.getByRole('button', { name: 'Secure Checkout with Stripe' }).click()
    await page.getByLabel('Full name').fill('Ada Miller')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.locator('#offline', { hasText: 'What you typed stays here.' }).waitFor()
    await shot(page, 'offline-checkout', { fullPage: false })
  },
)

test('what is kept is the same for everybody, and costs the first visit one request', async () => {
  const shop = await anOpenShop()
  const front = await aFront(shop.url)
  const { page } = await aKeeper(front.url)
  await page.goto('/')
  await stored(page, '/')
  const twice = front.requests.filter((path, place) => front.requests.indexOf(path) < place)
  expect(twice.filter((path) => path !== '/ws')).toEqual([])
  expect(front.requests.filter((path) => path.startsWith('/shop-worker'))).toEqual([
    '/shop-worker.js',
  ])
  await payFor(page, 'Farm Fresh Eggs')
  await page.locator('a[href^="/o/"]').first().click()
  await page
    .getByRole('heading', { name: /^Order #/ })
    .first()
    .waitFor()
  const addresses = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const found = await Promise.all(stores.map((store) => store.keys()))
    return found.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(addresses.filter((path) => !/^\/(?:$|p\/|pages\/|assets\/|uploads\/)/.test(path))).toEqual(
    [],
  )
  const bodies = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const found = stores.map(async (store) =>
      Promise.all((await store.matchAll()).map((one) => one.text())),
    )
    return (await Promise.all(found)).flat().join('\n')
  })
  expect(bodies).toContain('Farm Fresh Eggs')
  expect(bodies).not.toMatch(/Ada Miller|ada@example\.com|\/o\/[\w-]{22}/)
})

const BROKEN = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(new Response('Something old.'))
})`

test('a worker that is broken is called back, and a cart survives it', async () => {
  const shop = await anOpenShop({ SHOP_WORKER: 'off' })
  const front = await aFront(shop.url)
  front.answer('/shop-worker.js', { type: 'text/javascript', body: BROKEN })
  const { page } = await aKeeper(front.url)
  await page.goto('/')
  await addToCart(page, 'Farm Fresh Eggs')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.evaluate(() =>
    caches.open('shop-pages-old').then((store) => store.put('/', new Response('old'))),
  )
  await page.goto('/')
  expect(await page.textContent('body')).toBe('Something old.')
  front.answer('/shop-worker.js', null)
  await page.goto('/')
  await expect
    .poll(async () => {
      const workers = await page.evaluate(() => navigator.serviceWorker.getRegistrations())
      return workers.length
    })
    .toBe(0)
  await page.goto('/')
  await page.getByRole('button', { name: /^Cart with 1 item/ }).waitFor()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

test('a worker that is whole leaves when the shop says so, with all that it kept', async () => {
  const shop = await anOpenShop()
  const front = await aFront(shop.url)
  const { page } = await aKeeper(front.url)
  await page.goto('/')
  await stored(page, '/')
  const state = JSON.stringify({ kill: true, release: 'next' })
  front.answer('/shop-worker.json', { type: 'application/json', body: state })
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {})
  })
  await page.goto('/pages/our-hens')
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()),
    ])
  await expect.poll(left).toEqual([])
})

test('where the network answers nothing the shop is kept, and comes anew by itself', async () => {
  const shop = await anOpenShop()
  const front = await aFront(shop.url)
  const { page } = await aKeeper(front.url)
  await page.goto('/')
  await stored(page, '/')
  front.cut(true)
  await page.goto('/?category=eggs')
  await page.waitForURL('**/')
  expect(await page.locator('#offline').textContent()).toMatch(CALM)
  front.cut(false)
  const isOffline = () =>
    page.evaluate(() => {
      dispatchEvent(new Event('online'))
      return document.getElementById('offline') !== null
    })
  await expect.poll(() => isOffline().catch(() => true)).toBe(false)
})
