import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cents } from '#contract/money/money.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'
import { insertProduct } from '#server/features/products/product-queries.ts'
import { IS_LONG } from '../length-of-run.ts'
import {
  aVisitedShop,
  aVisitor,
  drawn,
  expectAccessible,
  isAwake,
  testAt,
  WIDTHS,
  widths,
  withBrowser,
} from './a-browser.ts'
import { aDataFolder } from './a-running-shop.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

const MANY = 1000

function productOf(number: number) {
  const place = Math.floor(((number - 1) * PRODUCT_CATEGORIES.length) / MANY)
  return {
    name: `Product ${number}`,
    description: `Picked in the morning, washed and packed. It keeps for ${number} days in a cool place.`,
    category: PRODUCT_CATEGORIES[place] ?? 'Bakery',
    price: cents(100 + number),
    stock: 1 + (number % 11),
    imageUrl: null,
  }
}

async function aLongStorefront(many = MANY): Promise<AnOpenShop> {
  const dataDir = await aDataFolder()
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  await write(db, async (tx) => {
    for (let number = 1; number <= many; number++)
      await insertProduct(tx, productOf(number), new Date())
  })
  await close()
  return anOpenShop({ DATA_DIR: dataDir, DEMO: '0' })
}

const cards = (page: Page) => page.getByRole('heading', { level: 4 })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** In degrees: 40 to 60 is yellow; NaN for no color. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most - least < 100 || most !== red) return Number.NaN
  return (60 * (green - blue)) / (most - least)
}

/** The first sign of a person, which the rest of a long list waits for. */
async function touch(page: Page): Promise<void> {
  await page.waitForFunction(isAwake)
  await page.mouse.move(2, 2)
}

async function openLong(page: Page): Promise<void> {
  await page.goto('/')
  await touch(page)
  await page.getByText('Show more (48 of 1,000)', { exact: true }).waitFor()
}

/** Of the worst pixel behind an element's lines, with its words taken away. */
async function leastContrast(page: Page, selector: string): Promise<number> {
  const { color, clip } = await page.locator(selector).evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    const { x, y, width, height } = words.getBoundingClientRect()
    const paint = (to: string) => Object.assign((element as HTMLElement).style, { color: to })
    paint('')
    const { color } = getComputedStyle(element)
    paint('transparent')
    return { color, clip: { x, y, width, height } }
  })
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const lightOf = (channels: number[]) => {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
      const part = channel / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  const text = lightOf((color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number))
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at < data.length; at += info.channels) {
    const ground = lightOf([...data.subarray(at, at + 3)])
    least = Math.min(least, Math.max(text, ground) / Math.min(text, ground))
  }
  return least
}

test('the words on the hills can be read at every width, in the light and in the dark', async () => {
  const { page } = await aVisitedShop({ isLast: true })
  await page.goto('/')
  for (const width of [320, 390, 639, 768, 1041, 1280, 1535, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const words of ['#hero-title', '#hero-title + p']) {
        const what = `${words} at ${width} in the ${colorScheme}`
        expect(await leastContrast(page, words), what).toBeGreaterThan(4.5)
      }
    }
  }
})

test('a wide screen shows four cards in a row, a wider one five, and its edges are one line', async () => {
  const { page } = await aVisitedShop({ isLast: true })
  await page.goto('/')
  for (const [width, columns] of [
    [1535, 4],
    [1536, 5],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const { tops, lefts, scroll } = await page.evaluate(() => {
      const box = (found: string) => document.querySelector(found)?.getBoundingClientRect()
      const cards = [...document.querySelectorAll('.shop-grid > li')]
      return {
        tops: cards.map((card) => Math.round(card.getBoundingClientRect().top)),
        lefts: ['#brand', '#hero-title', '#welcome ul', '.shop-grid'].map((one) =>
          Math.round(box(one)?.left ?? -1),
        ),
        scroll: document.documentElement.scrollWidth,
      }
    })
    expect(tops.filter((top) => top === tops[0]).length, `at ${width} px`).toBe(columns)
    expect(new Set(lefts).size, `at ${width} px`).toBe(1)
    expect(scroll).toBe(width)
  }
})

test('a page whose paint the browser does not note wakes all the same', async () => {
  const { shop, context, openTab } = await aVisitedShop({ width: 390, isLast: true })
  // As Firefox, where a page opens scrolled down.
  await context.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  const page = await openTab()
  await page.goto(`${shop.url}/#products`)
  await page.waitForFunction(isAwake)
})

test('at 320 px the header is one row that nothing in it leaves, and no letter of low stock leaves its yellow ground', async () => {
  const { page } = await aVisitedShop({ width: 320, isLast: true })
  await page.goto('/')
  const parts = await page.evaluate(() =>
    [...document.querySelectorAll('#brand > a, body header:first-of-type button')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ top, bottom, left, right }) => ({ top, bottom, left, right })),
  )
  expect(parts.length).toBe(4)
  for (const [at, { top, left, right }] of parts.entries()) {
    expect(Math.abs(top - (parts[0]?.top ?? 0))).toBeLessThan(6)
    expect(left).toBeGreaterThanOrEqual(parts[at - 1]?.right ?? 0)
    expect(right).toBeLessThanOrEqual(320)
  }
  const low = page.locator('[data-stock=low]')
  const { ground, text } = await low.first().evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { ground: backgroundColor, text: color }
  })
  expect(hueOf(ground)).toBeGreaterThan(35)
  expect(hueOf(ground)).toBeLessThan(65)
  expect(text).not.toBe(ground)
  const outside = await low.evaluateAll((badges) =>
    badges.flatMap((badge) => {
      badge.scrollIntoView({ block: 'center', behavior: 'instant' })
      return [...badge.querySelectorAll('span')].flatMap((words) => {
        const { left, top, bottom } = words.getBoundingClientRect()
        return [top + 4, bottom - 4]
          .filter((y) => !document.elementsFromPoint(left, y).includes(badge))
          .map(() => words.textContent)
      })
    }),
  )
  expect(outside).toEqual([])
  // Nor does a long word of large type widen a page for who reads it twice as large.
  await page.goto('/pages/allergens-and-storage')
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('with text twice as large a phone’s menu opens, and its header stays in sight to close it', async () => {
  const { page } = await aVisitedShop({ width: 390, isLast: true })
  const live = page.waitForEvent('websocket')
  await page.goto('/?category=microgreens')
  await live
  const chip = page.getByRole('button', { name: 'microgreens', exact: true })
  await expect.poll(async () => (await chip.boundingBox())?.x).toBeLessThan(300)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await page.locator('#phone-menu').getByRole('link', { name: 'Contact' }).waitFor()
  await menu.click()
  await page.locator('#phone-menu').waitFor({ state: 'hidden' })
})

describe.each(WIDTHS)("a product's own page at %i px", (width) => {
  const test = testAt(width)
  test('opens from its card, is bought from by keyboard, and Back leads to where the card was', async () => {
    const { page, trace } = await aVisitedShop({ width })
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Herb Cheese' })
    await link.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\/\d+-garden-herb-cheese/)
    await page.waitForFunction(isAwake)
    await expectAccessible(page, 'product')
    if (width === 390) await expectReadable(page, 'product')
    await page.getByRole('button', { name: /^Increase/ }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('2 in your cart', { exact: true }).waitFor()
    await expectAccessible(page, 'product in the cart')
    await page.goBack()
    await expect.poll(() => scrolled(page)).toBe(before)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(trace.errors).toEqual([])
  })

  test('of what is out of stock explains itself, and the toast can be sent away', async () => {
    const { page } = await aVisitedShop({ width })
    await page.goto('/')
    await page.getByRole('link', { name: 'Ruby Beets' }).click()
    await page.getByRole('heading', { level: 1, name: /^Ruby Beets/ }).waitFor()
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Add .* sold out$/ })
      .click()
    const toast = page.locator('.toast-card')
    await toast.getByText('This product is currently out of stock.').waitFor()
    // A hovered toast stays.
    await toast.hover()
    await expectAccessible(page, 'sold-out product')
    await toast.getByRole('button', { name: 'Close', includeHidden: true }).click()
    await toast.waitFor({ state: 'detached' })
  })
})

test('the toast of what is sold out leaves its card in sight, wherever that is', async () => {
  const { url, db } = await anOpenShop()
  await write(db, async (tx, emit) => {
    const gone = { stock: 0, image_url: '/uploads/gone.webp' }
    await tx.updateTable('products').set(gone).execute()
    emit({ kind: 'products', productIds: [1] })
  })
  const { page } = await aVisitor(url, { width: 390 })
  await page.goto('/')
  const card = page.locator('.shop-grid li').first()
  const hasBasket = () => card.locator('img').getAttribute('data-placeholder')
  await expect.poll(hasBasket).toBe('true')
  const toast = page.locator('.toast-card')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const block of ['end', 'start'] as const) {
      await card.evaluate((one, at) => {
        one.scrollIntoView({ block: at })
        scrollBy(0, at === 'start' ? -80 : 5)
      }, block)
      await card.getByRole('button', { name: /^Add / }).click()
      await toast.getByText('Out of Stock', { exact: true }).waitFor()
      await toast.evaluate((one) => Promise.all(one.getAnimations().map((each) => each.finished)))
      const [over, under] = [await toast.boundingBox(), await card.boundingBox()]
      if (!over || !under) throw new Error('Both are to be seen.')
      const isClear = over.y + over.height <= under.y || over.y >= under.y + under.height
      const what = `${block} at ${width} px: ${JSON.stringify({ over, under })}`
      expect(isClear, what).toBe(true)
      await toast.getByRole('button', { name: 'Close', includeHidden: true }).click()
      await toast.waitFor({ state: 'detached' })
    }
  }
})

describe('a shop of a thousand products', () => {
  test('shows more as one scrolls, and the contact section and the footer stay within reach', async () => {
    const { url } = await aLongStorefront()
    const { page, trace } = await aVisitor(url, { width: 390 })
    await openLong(page)
    expect(await cards(page).count()).toBe(48)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Contact' }).first().click()
    // The upper half only: if the shop says little about itself, the page ends before this reaches
    // the top.
    await expect
      .poll(() => page.locator('#contact').evaluate((it) => it.getBoundingClientRect().top))
      .toBeLessThan(400)
    expect(await cards(page).count()).toBe(48)
    await page.mouse.wheel(0, -20_000)
    await expect.poll(() => scrolled(page)).toBe(0)
    for (const wanted of [96, 144]) {
      await cards(page).last().scrollIntoViewIfNeeded()
      await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(wanted)
    }
    await expectAccessible(page, 'long shop')
    expect(trace.errors).toEqual([])
  })

  test('goes on by keyboard at the first new product, lets the keyboard pass, and without scripts shows the way to all', async () => {
    const { url } = await aLongStorefront()
    const { page } = await aVisitor(url)
    await openLong(page)
    await page.locator('#products li').last().getByRole('button').focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Show more (48 of 1,000)')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Product 49')
    expect(await cards(page).count()).toBe(96)
    await page.getByRole('button', { name: /^Show more/ }).focus()
    await drawn(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#contact') !== null)).toBe(
      true,
    )
    expect(await cards(page).count()).toBe(96)
    const { page: plain } = await aVisitor(url, { javaScriptEnabled: false })
    await plain.goto('/')
    expect(await cards(plain).count()).toBe(48)
    const all = plain.getByRole('link', { name: 'Show all products' })
    expect(await all.getAttribute('href')).toBe('/?all=1#products')
    expect(await plain.getByText(/^Show more/).count()).toBe(0)
  })

  test('is on the screen with as little as a short one', async () => {
    const [few, many] = [
      await firstScreen(await aLongStorefront(24)),
      await firstScreen(await aLongStorefront()),
    ]
    console.info('first screen:', JSON.stringify({ few, many }))
    expect(many.requests).toBe(few.requests)
    expect(many.bytes - few.bytes).toBeLessThanOrEqual(3000)
    expect(many.nodes / few.nodes).toBeLessThan(2)
    expect(many.work / few.work).toBeLessThan(2)
  })
})

/** A phone's work until a page is awake and rests, in numbers the machine's load doesn't change. */
async function firstScreen({ url }: AnOpenShop) {
  const { page } = await aVisitor(url, { width: 390, isMobile: true, isLast: true })
  const wire = await page.context().newCDPSession(page)
  const sizes: number[] = []
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await wire.send('Network.enable')
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Ask the farm helper' }).waitFor()
  await page.waitForTimeout(1000)
  const { metrics } = await wire.send('Performance.getMetrics')
  return {
    requests: sizes.length,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    nodes: await page.evaluate(() => document.querySelectorAll('*').length),
    /** CPU seconds of the main thread. */
    work: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN,
  }
}

test.runIf(IS_LONG).each(WIDTHS)(
  'at %i px a list that failed, loads or is empty is accessible',
  async (width) => {
    const { url } = await aLongStorefront()
    const { page, context } = await aVisitor(url, { width })
    await context.route('**/api/products', (route) => route.abort())
    await page.goto('/')
    await touch(page)
    await page.getByText('Failed to load products. Please try again.').waitFor()
    await expectAccessible(page, 'failed list')
    const { promise: wanted, resolve: answerNow } = Promise.withResolvers<void>()
    await context.unroute('**/api/products')
    await context.route('**/api/products', async (route) => {
      await wanted
      const list: { category: string }[] = await (await route.fetch()).json()
      await route.fulfill({ json: list.filter(({ category }) => category !== 'Microgreens') })
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'microgreens' }).click()
    await page.getByRole('status', { name: 'Loading products' }).waitFor()
    await expectAccessible(page, 'loading list')
    answerNow()
    await page.getByText('No products available in this category.').waitFor()
    await expectAccessible(page, 'empty category')
  },
)

describe.each(widths(1280))('a cart at %i px', (width) => {
  test('that the stock no longer fills says so over the shop, until it was opened and closed', async () => {
    const { page } = await aVisitedShop({ width })
    await page.goto('/')
    await page.getByRole('button', { name: /^Add Smoked Cheese/ }).click()
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('farmstand:cart:1') ?? '')
      stored.items[0].quantity = 99
      localStorage.setItem('farmstand:cart:1', JSON.stringify(stored))
    })
    for (const _ of ['once', 'and again']) {
      await page.reload()
      await page.locator('.toast-card').getByText('Your cart has changed').waitFor()
    }
    await expectAccessible(page, 'changed cart')
    await page.getByRole('button', { name: /^Cart with/ }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await cart.getByText(/^Smoked Cheese.*: only \d+ left\./).waitFor()
    await expectAccessible(page, 'open changed cart')
    await cart.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('button', { name: /^Cart with/ }).click()
    await cart
      .getByText(/^Smoked Cheese/)
      .first()
      .waitFor()
    expect(await page.getByText(/Your cart has changed|^Only \d+ left of/).count()).toBe(0)
  })
})
