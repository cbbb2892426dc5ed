import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alsoIn, aVisitor, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { addToCart, fillCheckout, tapAdd } from './a-shopper.ts'
import { anOpenShop } from './an-open-shop.ts'
import { anOwner } from './an-owner.ts'

withBrowser()

async function reads(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
}

async function aPage(path: string, screen: { width?: number } = {}) {
  const shop = await anOpenShop()
  const { page } = await aVisitor(shop.url, screen)
  await page.goto(path)
  return { shop, page }
}

async function answer(
  page: Page,
  path: string,
  status: number,
  body: object | string,
): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: text }),
  )
}

test.each(['/', '/p/10-quail-eggs-fifteen', '/pages/our-farm', '/no/such/page', '/o/no-receipt'])(
  'a phone reads on %s when the next pickup is, until when to order for it, and where',
  async (path) => {
    const { page } = await aPage(path, { width: 390 })
    const line = page.locator('#next-pickup')
    await line.getByText(/^Pickup \w{3}, \w{3} \d+ · order by \w{3}, 11:59 PM$/).waitFor()
    const place = line.getByRole('link', { name: 'Where?' })
    expect(await place.getAttribute('href')).toBe('/#contact')
    const ends = await line.evaluate((all) => [all.scrollWidth, innerWidth])
    expect(ends[0]).toBe(ends[1])
    await page.emulateMedia({ media: 'print' })
    expect(await line.isVisible()).toBe(false)
  },
)

describe('home', () => {
  test('says what it is, where, when, and how much is left', async () => {
    const { page } = await aPage('/')
    await reads(page, "Today's Farm Update", 'Real-time support', 'Secure payments', 'Farm fresh')
    await reads(page, 'Hot Springs, SD', 'Saturdays, 8:00 AM – 2:00 PM', 'Subscribe')
    await reads(page, 'In Stock', 'Low Stock', 'Out of Stock')
    for (const word of ['all', 'eggs', 'vegetables', 'pickled goods', 'seasonings', 'microgreens'])
      await page.getByRole('button', { name: word, exact: true }).waitFor()
  })

  test('shows 24 products on a phone within 5,400 px, the first one within a screen and a half', async () => {
    const { page } = await aPage('/')
    await page.setViewportSize({ width: 390, height: 844 })
    const heights = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight,
      first: document.querySelector('#products li')?.getBoundingClientRect().bottom ?? Infinity,
      day: document.querySelector('#next-pickup')?.getBoundingClientRect().height ?? Infinity,
    }))
    expect(await page.locator('#products li').count()).toBe(24)
    expect(heights.page).toBeLessThanOrEqual(5400)
    expect(heights.first).toBeLessThanOrEqual(1266)
    expect(heights.day).toBeLessThanOrEqual(44)
  })

  test('begins its first row of products above the fold of a small laptop', async () => {
    const { page } = await aPage('/')
    await page.setViewportSize({ width: 1280, height: 800 })
    const top = () =>
      page.evaluate(() => document.querySelector('#products li')?.getBoundingClientRect().top)
    expect(await top()).toBeLessThan(800)
  })

  test.each([360, 390, 1280])(
    'at %i px the names and the buttons of a row of products stand on one line each',
    async (width) => {
      const { page } = await aPage('/')
      await page.setViewportSize({ width, height: 800 })
      const rows = await page.evaluate(() => {
        const byRow = new Map<number, Set<string>>()
        for (const card of document.querySelectorAll('#products li')) {
          const add = card.querySelector('button[aria-label^="Add "]')
          const name = card.querySelector('h4')
          if (!add || !name) continue
          const row = Math.round(card.getBoundingClientRect().bottom)
          const lines = byRow.get(row) ?? new Set()
          const [{ top }, { bottom }] = [name.getBoundingClientRect(), add.getBoundingClientRect()]
          byRow.set(row, lines.add(`${Math.round(top)} to ${Math.round(bottom)}`))
        }
        return [...byRow.values()].map((lines) => lines.size)
      })
      expect(rows.length).toBeGreaterThan(4)
      expect(new Set(rows)).toEqual(new Set([1]))
    },
  )

  test('says that a product is out of stock when it is asked for', async () => {
    const { page } = await aPage('/')
    await tapAdd(page, 'Ruby Beets')
    await reads(page, 'Out of Stock', 'This product is currently out of stock.')
  })

  test('says that a category is empty', async () => {
    const { shop, page } = await aPage('/')
    const microgreens = {
      id: 1,
      name: 'Shoots',
      description: '',
      category: 'Microgreens',
      price: 1,
      stock: 1,
    }
    const list = [{ ...microgreens, category: 'Bakery', imageUrl: null }]
    await page.route(shop.url, async (route) => {
      const html = await (await route.fetch()).text()
      await route.fulfill({ contentType: 'text/html', body: withProducts(html, list) })
    })
    await page.reload()
    await page.getByRole('button', { name: 'microgreens', exact: true }).click()
    await reads(page, 'No products available in this category.')
  })

  alsoIn('web/shop/storefront/product-section.test.tsx')(
    'says that the products could not be loaded',
    async () => {
      const { shop, page } = await aPage('/')
      await page.route(`${shop.url}/`, async (route) => {
        const html = await (await route.fetch()).text()
        await route.fulfill({ contentType: 'text/html', body: withProducts(html, null) })
      })
      await page.reload()
      await reads(page, 'Failed to load products. Please try again.')
    },
  )

  test('thanks a subscriber, and says when it did not work', async () => {
    const { page } = await aPage('/')
    const field = page.getByLabel(/^Email for the newsletter/)
    await field.fill('ada@example.com')
    await page.route('**/api/newsletter/subscribe', async (route) => {
      await reads(page, 'Subscribing...')
      await route.continue()
    })
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await reads(page, 'Subscribed!', 'Thanks for subscribing to our newsletter! 🌱')
    await page.unroute('**/api/newsletter/subscribe')
    await answer(page, '/api/newsletter/subscribe', 409, { code: 'invalid', message: 'Not today.' })
    await field.fill('ada@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await reads(page, 'Subscription failed', 'Not today.')
  })

  test('shows a picture of its video, and says that the address is wrong', async () => {
    const { shop, page } = await aPage('/', { width: 390 })
    const video = page.frameLocator('iframe').getByRole('img', { name: 'Play the video' })
    await page.locator('iframe').scrollIntoViewIfNeeded()
    const isShown = (one: Element) => one instanceof HTMLImageElement && one.naturalWidth > 0
    await expect.poll(() => video.evaluate(isShown)).toBe(true)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password: PASSWORD })
    const login = await fetch(`${shop.url}/api/admin/login`, { method: 'POST', headers, body })
    await fetch(`${shop.url}/api/settings/homepage_video_url`, {
      method: 'PUT',
      headers: { ...headers, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' },
      body: JSON.stringify({ value: 'https://example.com/video' }),
    })
    await page.reload()
    await reads(page, 'Invalid YouTube URL')
  })
})

test('a phone’s cart shows three lines whole, and its total and button whatever is scrolled', async () => {
  const { page } = await aPage('/', { width: 390 })
  await page.setViewportSize({ width: 390, height: 664 })
  for (const name of ['Farm Fresh Eggs, dozen', 'Duck Eggs', 'Quail Eggs', 'Rainbow Carrots'])
    await tapAdd(page, name)
  await page.getByRole('button', { name: /View cart/ }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  const endOf = async (what: Locator) => {
    const box = await what.boundingBox()
    return (box?.y ?? 664) + (box?.height ?? 664)
  }
  const pay = cart.getByRole('button', { name: 'Secure Checkout with Stripe' })
  const total = cart.getByText('Total', { exact: true })
  const top = (await total.boundingBox())?.y ?? 0
  expect(await endOf(cart.getByRole('listitem').nth(2))).toBeLessThanOrEqual(top)
  await cart.getByRole('radio', { name: /^Delivery/ }).scrollIntoViewIfNeeded()
  expect([await endOf(pay), (await total.boundingBox())?.y]).toEqual([expect.any(Number), top])
  expect(await endOf(pay)).toBeLessThanOrEqual(664)
})

describe('a path', () => {
  test('that is nowhere', async () => {
    const { page } = await aPage('/nowhere')
    await reads(page, '404 Page Not Found', 'Return to Home')
  })

  test('of a content page that is missing', async () => {
    const { page } = await aPage('/pages/nothing-here')
    await reads(page, 'Page Not Found', 'Return to Home')
  })
})

describe('cart and checkout', () => {
  test('name the way to pay, the places and their windows', async () => {
    const { page } = await aPage('/')
    await addToCart(page, 'Farm Fresh Eggs')
    await page.getByRole('button', { name: 'Cart with 1 item' }).click()
    await page.getByRole('button', { name: 'Secure Checkout with Stripe' }).click()
    await page.waitForURL('**/checkout')
    await reads(page, 'Order information', 'Order summary')
    expect(
      await page.getByText('Order information').evaluate((one) => one.clientHeight),
    ).toBeGreaterThan(20)
    await page
      .getByText(/Saturday 9am to noon/)
      .first()
      .waitFor()
    await page
      .getByText(/Saturday 2pm to 5pm/)
      .first()
      .waitFor()
  })

  test.each([
    ['the provider’s words', 402, { error: 'Your card was declined.' }, 'Your card was declined.'],
    ['no words at all', 502, '', 'Failed to create payment intent'],
  ])('tell a payment that failed with %s', async (_, status, body, sentence) => {
    const { page } = await aPage('/')
    await addToCart(page, 'Farm Fresh Eggs')
    await page.goto('/checkout')
    await fillCheckout(page)
    const sent =
      typeof body === 'string' ? body : { code: 'payment-declined', message: sentence, ...body }
    await answer(page, '/api/payments/stripe/create-intent', status, sent)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await reads(page, 'Payment Failed', sentence)
  })

  test('tell an order that failed, and one that was placed', async () => {
    const { page } = await aPage('/')
    await addToCart(page, 'Farm Fresh Eggs')
    await page.goto('/checkout')
    await fillCheckout(page)
    await answer(page, '/api/orders', 503, '')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await reads(page, 'Payment Failed', 'Failed to create order')
    await page.unroute('**/api/orders')
    await page.getByRole('button', { name: 'Finish my order' }).click()
    await reads(page, 'Order Placed Successfully!')
    await page
      .getByText(/#1\b.*A confirmation email follows/)
      .first()
      .waitFor()
  })
})

test('the gate of the desk refuses and welcomes', async () => {
  const { page } = await aPage('/admin')
  for (const [password, ...texts] of [
    ['wrong', 'Access denied', 'Incorrect password'],
    [PASSWORD, 'Login successful', 'Welcome to the admin dashboard'],
  ] as const) {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await reads(page, ...texts)
  }
})

test.each([
  [390, 844],
  [1280, 900],
])(
  'the desk opens with the four figures and the five tabs in sight at %i px, and with products where there is room',
  async (width, height) => {
    const shop = await anOpenShop()
    // Until it's said who the farm is, Today asks for that first.
    const { put } = await anOwner(shop)
    await put('/api/settings/farm_name', { value: 'Miller Creek Farm' })
    await put('/api/settings/business_address', { value: '9 Oak Rd, Athens, OH 45701' })
    await put('/api/settings/contact_phone', { value: '(740) 555-0100' })
    const { page } = await aVisitor(shop.url, { width })
    await page.setViewportSize({ width, height })
    await page.goto('/admin')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Set up your shop' }).waitFor()
    const isPhone = width === 390
    const end = height - (isPhone ? 61 : 0)
    const names = ['Products', 'Orders', 'Recipes', 'Pages', 'Settings']
    const seen = [
      ...['Total Orders', 'Total Revenue', 'Total Products', 'Low Stock Items'].map((text) =>
        page.getByText(text, { exact: true }),
      ),
      ...names.map((name) => page.getByRole('tab', { name })),
      ...(isPhone ? [] : [page.getByText('Add Product'), page.getByText('18 in stock')]),
    ]
    for (const one of seen) {
      await one.waitFor()
      const box = await one.boundingBox()
      expect((box?.y ?? end) + (box?.height ?? 0), String(one)).toBeLessThanOrEqual(end)
    }
    const [figures, today] = [page.getByText('Total Orders'), page.getByText('Set up your shop')]
    const isFirst = ((await figures.boundingBox())?.y ?? 0) < ((await today.boundingBox())?.y ?? 0)
    expect(isFirst).toBe(!isPhone)
    const selected = page.getByRole('tab', { selected: true })
    expect(await selected.allTextContents()).toEqual(isPhone ? [] : ['Products'])
  },
)

/** The page as it would arrive with these products; null: they couldn't be loaded. */
function withProducts(html: string, products: object[] | null): string {
  return html.replace(
    /(<script type="application\/json" id="state">)(.*?)(<\/script>)/s,
    (_, start, json, end) => {
      const state = JSON.parse(json)
      const queries = state.queries.map(([key, data]: [string[], unknown]) => [
        key,
        key[0] === '/api/products' ? products : data,
      ])
      return `${start}${JSON.stringify({ ...state, queries })}${end}`
    },
  )
}
