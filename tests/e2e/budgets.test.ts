import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { weighFirstView } from '../first-view.ts'
import { aVisitedShop, aVisitor, withBrowser } from './a-browser.ts'
import { anOpenShop } from './an-open-shop.ts'

withBrowser()

const KIB = 1024

/** What an untouched page may fetch at most: requests, and script bytes on the wire. */
const MOST = {
  '/': { requests: 20, script: 90_000 },
  '/p/1': { requests: 13, script: 100_000 },
  '/pages/our-farm': { requests: 10, script: 100_000 },
}
const PHONE = { width: 390, isMobile: true, hasTouch: true } as const

test('a first visit to the home page stays within its budget of bytes and requests', async () => {
  const { url } = await anOpenShop()
  const { bytes, scripts, html } = await weighFirstView(url)
  expect([html.match(/<script type="module"/g)?.length, html.includes('modulepreload')]).toEqual([
    1,
    false,
  ])
  expect(scripts.length).toBeLessThanOrEqual(2)
  console.info('first visit, bytes as they travel:', JSON.stringify(bytes))
  expect(bytes.html).toBeLessThanOrEqual(12_000)
  expect(bytes.script).toBeLessThanOrEqual(82_000)
  expect(bytes.styles).toBeLessThanOrEqual(9_000)
  expect(bytes.fonts).toBeLessThanOrEqual(40_000)
  expect(bytes.pictures).toBeLessThanOrEqual(200 * KIB)
  for (const kind of Object.values(bytes)) expect(kind).toBeGreaterThan(0)
})

test('a page that nobody touches fetches no more than its first taps are likely to need', async () => {
  const { url } = await anOpenShop()
  const loads = Object.entries(MOST).map(async ([path, most]) => {
    const { requests, script, ahead, paint, code } = await untouchedLoad(url, path, PHONE)
    console.info('untouched, on the wire:', path, JSON.stringify({ script, requests }))
    // Nothing competes with the first paint.
    expect(code, path).toBeGreaterThan(paint)
    expect(script, path).toBeLessThanOrEqual(most.script)
    expect(requests, path).toBeLessThanOrEqual(most.requests)
    // The row cut by the screen's edge is there before anyone scrolls.
    if (path === '/') expect(ahead).toBeGreaterThan(0.9)
  })
  await Promise.all(loads)
})

test('on a desktop’s screen no more is fetched than on the phone, until somebody scrolls', async () => {
  const { url } = await anOpenShop()
  const { requests, pictures, page } = await untouchedLoad(url, '/', { width: 1280 })
  console.info('untouched at 1280 px:', JSON.stringify({ requests, pictures }))
  expect(requests).toBeLessThanOrEqual(MOST['/'].requests)
  expect(await page.evaluate(unfetchedOnScreen)).toBe(0)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }))
  await expect.poll(() => page.evaluate(unfetchedOnScreen)).toBe(0)
  expect(await page.locator('.shop-grid picture[style*="hidden"]').count()).toBe(0)
})

test('a small phone’s first screen holds the first Add, and nothing lies over it', async () => {
  const { page } = await aVisitedShop({ ...PHONE, isLast: true })
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/')
  const add = page.getByRole('button', { name: /^Add Farm Fresh Eggs/ })
  const { y = 0, height = 0 } = (await add.boundingBox()) ?? {}
  console.info('the first Add ends at, in px:', y + height)
  expect(height).toBeGreaterThanOrEqual(44)
  expect(y + height).toBeLessThanOrEqual(664)
  await page.getByRole('button', { name: 'Ask the farm helper' }).waitFor()
  expect(await page.evaluate(underTheHelper)).toEqual([])
  await page.touchscreen.tap(60, y + height / 2)
  await page.getByRole('button', { name: 'Cart with 1 item' }).first().waitFor()
})

test('without scripts a card’s picture comes when it is near', async () => {
  const { page } = await aVisitedShop({ width: 1280, javaScriptEnabled: false, isLast: true })
  await page.goto('/')
  const last = page.locator('.shop-grid img').last()
  await last.scrollIntoViewIfNeeded()
  await expect
    .poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

/** The words and buttons that the helper's button lies over. */
function underTheHelper(): string[] {
  const helper = document.querySelector('.chat-button')?.getBoundingClientRect()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const covered: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement?.closest('button') ?? node.parentElement
    if (!owner?.checkVisibility() || owner.closest('.chat, .sr-only, .max-sm\\:sr-only')) continue
    const words = document.createRange()
    words.selectNodeContents(owner.matches('button') ? owner : node)
    const isUnder = [...words.getClientRects()].some(
      ({ top, bottom, left, right }) =>
        helper &&
        top < helper.bottom &&
        bottom > helper.top &&
        left < helper.right &&
        right > helper.left,
    )
    if (isUnder) covered.push(node.textContent ?? '')
  }
  return covered
}

function unfetchedOnScreen(): number {
  return [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && image.naturalWidth === 0
  }).length
}

type Screen = { width: number; isMobile?: true; hasTouch?: true }

/** What an untouched page fetches within 5 s of its last idle work. */
async function untouchedLoad(url: string, path: string, screen: Screen) {
  const { page } = await aVisitor(url, { ...screen, isLast: true })
  const wire = await page.context().newCDPSession(page)
  const kinds = new Map<string, string>()
  let [script, pictures] = [0, 0]
  wire.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return
    kinds.set(requestId, type ?? '')
    if (request.url.includes('/uploads/')) pictures++
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') script += encodedDataLength
  })
  await wire.send('Network.enable')
  const live = page.waitForEvent('websocket')
  await page.goto(path)
  await live
  await page.waitForTimeout(5000)
  const ahead = await page.evaluate(farthestPicture)
  const times = await page.evaluate(paintAndCode)
  return { page, script, requests: kinds.size, pictures, ahead, ...times }
}

/** First contentful paint, and when the page's code was requested, in ms. */
function paintAndCode() {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const code = performance.getEntriesByType('resource').find(({ name }) => name.includes('/first-'))
  return { paint: paint?.startTime ?? 0, code: code?.startTime ?? 0 }
}

/** How far down the last fetched picture is, in screens. */
function farthestPicture(): number {
  const fetched = [...document.images].filter((image) => image.naturalWidth > 0)
  return Math.max(...fetched.map((image) => image.getBoundingClientRect().top)) / innerHeight
}

/** What a desk page fetches of the build beyond the shop's own pages, in compressed bytes. */
function weighDesk(parts: readonly string[]): number {
  const folder = new URL('../../dist/client/', import.meta.url)
  const manifest: Record<string, Built> = JSON.parse(
    readFileSync(new URL('.vite/manifest.json', folder), 'utf8'),
  )
  const found = new Set<string>()
  const follow = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const one of manifest[name]?.imports ?? []) follow(one)
  }
  for (const part of parts) follow(part)
  const files = [...found].flatMap((name) => manifest[name]?.file ?? [])
  return files
    .filter((file) => !SHARED_WITH_SHOP.test(file))
    .reduce((sum, file) => sum + compressed(new URL(file, folder)), 0)
}

type Built = { file: string; css?: string[]; imports?: string[] }

const SHARED_WITH_SHOP = /assets\/(start|first|idle|pages|hands)-/

function compressed(file: URL): number {
  const small = new URL(`${file.href}.br`)
  return statSync(existsSync(small) ? small : file).size
}

test.each(['products', 'orders'])('the desk’s first code stays within its budget: %s', (tab) => {
  const bytes = weighDesk(['desk-page', 'desk', `${tab}/${tab}-tab`].map((p) => `desk/${p}.tsx`))
  console.info('the desk’s first code, bytes as they travel:', tab, bytes)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(64_000)
})

test('what a phone keeps for a market day without a network stays within its budget, and holds no part of the desk', () => {
  const folder = new URL('../../dist/client/', import.meta.url)
  const worker = readFileSync(new URL('stall-worker.js', folder), 'utf8')
  const kept = new Set(worker.match(/assets\/[\w.-]+\.(?:js|css)(?=["'`])/g))
  const bytes = [...kept].reduce((sum, file) => sum + compressed(new URL(file, folder)), 0)
  console.info('kept for a market day, bytes as they travel:', bytes)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(160_000)
  const built: Record<string, Built> = JSON.parse(
    readFileSync(new URL('.vite/stall-manifest.json', folder), 'utf8'),
  )
  const online = Object.keys(built).filter((name) => /^(?:stall\/online|desk)\//.test(name))
  expect(online.length).toBeGreaterThan(2)
  expect(online.filter((name) => kept.has(built[name]?.file ?? ''))).toEqual([])
})
