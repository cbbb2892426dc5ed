import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aVisitedShop, aVisitor, expectAccessible, widths, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { addToCart, fillCheckout, tapAdd } from './a-shopper.ts'
import { anOpenShop } from './an-open-shop.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

/** The 401 that says nobody is signed in is the browser's own console line. */
const onlyTheSessionQuestion = (errors: string[]) =>
  errors.filter((error) => !/401 .*\/api\/admin\/session/.test(error))

const ADD = { name: /^Add .* to cart/ }

describe.each(widths(1280))('at %i px', (width) => {
  test('a visitor buys eggs, the farmer sees the order', async () => {
    const { shop, page, trace } = await aVisitedShop({ width })
    await page.goto('/')
    await expectAccessible(page, 'home', { everyCard: true })
    if (width === 390) await expectReadable(page, 'home')
    await page.getByRole('group', { name: 'Show' }).getByText('Eggs').click()
    expect(await page.getByRole('button', ADD).count()).toBe(3)
    await addToCart(page, 'Farm Fresh Eggs')
    await addToCart(page, 'Farm Fresh Eggs')
    await page.getByRole('button', { name: 'Cart with 2 items' }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await cart.getByText('$10.00').first().waitFor()
    await expectAccessible(page, 'cart')
    if (width === 390) await expectReadable(page, 'cart')
    await expectLinesInLowWindow(page)
    await cart.getByRole('button', { name: 'Secure Checkout with Stripe' }).click()
    await page.waitForURL('**/checkout')
    await fillCheckout(page)
    await page.getByText(/^Choose your pickup spot for Saturday, [A-Z][a-z]{2} \d+$/).waitFor()
    await expectAccessible(page, 'checkout')
    if (width === 390) await expectReadable(page, 'checkout')
    await page.getByRole('button', { name: 'Pay $10.00 (test)' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByText('Order Placed Successfully!', { exact: true }).first().waitFor()
    await page.getByText(/#1\b/).first().waitFor()
    await page
      .getByText(/Test order – no money was taken/)
      .first()
      .waitFor()
    await expectAccessible(page, 'toast')
    await page.getByRole('button', { name: 'Cart is empty' }).waitFor()
    const products: { name: string; stock: number }[] = await (
      await fetch(`${shop.url}/api/products`)
    ).json()
    expect(products.find((product) => product.name.startsWith('Farm Fresh Eggs'))?.stock).toBe(16)

    await page.goto('/admin')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Access denied', { exact: true }).first().waitFor()
    await expectAccessible(page, 'gate')
    if (width === 390) await expectReadable(page, 'gate')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Welcome to the admin dashboard', { exact: true }).first().waitFor()
    await expectAccessible(page, 'products tab')
    if (width === 390) await expectReadable(page, 'products tab')
    await page.getByRole('tab', { name: 'Orders' }).click()
    // A phone's row has no room for the email address.
    const whose = width === 390 ? 'Ada Miller' : 'ada@example.com'
    await page.getByText(whose).first().waitFor()
    await expectAccessible(page, 'orders tab')
    if (width === 390) await expectReadable(page, 'orders tab')
    await page.getByLabel('Status of order #1').selectOption('processing')
    await page.getByText('Order status updated', { exact: true }).first().waitFor()
    await page.getByLabel('Status of order #1').selectOption('cancelled')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expect
      .poll(async () => {
        const now: { name: string; stock: number }[] = await (
          await fetch(`${shop.url}/api/products`)
        ).json()
        return now.find((product) => product.name.startsWith('Farm Fresh Eggs'))?.stock
      })
      .toBe(18)
    expect(
      onlyTheSessionQuestion(trace.errors).filter(
        (error) => !/401 .*\/api\/admin\/login/.test(error),
      ),
    ).toEqual([])
    expect(trace.strangers).toEqual([])
    expect(trace.bodies.join(' ')).not.toMatch(/4242 ?4242/)
  })
})

test('with scripts off home is read, its search leads to the products, and one of them is read', async () => {
  const { page } = await aVisitedShop({ javaScriptEnabled: false })
  await page.goto('/')
  const eggs = page.getByRole('listitem').filter({ hasText: 'Farm Fresh Eggs' })
  expect(await eggs.textContent()).toMatch(/Farm Eggs.*In Stock.*\$5\.00/)
  expect(await page.getByRole('button', ADD).count()).toBe(24)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Fresh from the Black Hills, every Saturday',
  )
  await page.getByText('Saturdays, 8:00 AM – 2:00 PM').first().waitFor()
  const field = page.locator('[role=combobox]:visible')
  await field.fill('eggs')
  await field.press('Enter')
  await page.waitForURL('**/?query=eggs#products')
  expect(await page.getByRole('button', ADD).count()).toBe(24)
  await page.getByRole('link', { name: 'Duck Eggs' }).click()
  const article = page.getByRole('article')
  await article.waitFor()
  expect(await article.textContent()).toMatch(
    /\$\d+\.\d\d.*turn on JavaScript.*Free pickup.*Allergens/s,
  )
})

test('home asks nothing again after loading, and for the code of the search once its field is used', async () => {
  const { page } = await aVisitedShop()
  const requested: string[] = []
  page.on('request', (request) => void requested.push(request.url()))
  const asked = (part: string) => requested.filter((url) => url.includes(part)).length
  await page.goto('/', { waitUntil: 'networkidle' })
  expect([asked('/api/'), asked('/match-list-')]).toEqual([0, 0])
  await page.locator('[role=combobox]:visible').focus()
  await expect.poll(() => asked('/match-list-')).toBe(1)
})

test('what is tapped and sent before the page’s code is there is not lost', async () => {
  const { page } = await aVisitedShop({ wakes: false })
  const { promise: touched, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/first-.*\.js/, async (route) => {
    await touched
    await route.continue()
  })
  await page.goto('/')
  await tapAdd(page, 'Sesame Bagels')
  await tapAdd(page, 'Farm Fresh Eggs')
  await page.getByLabel(/^Email for the newsletter/).fill('ada@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  resolve()
  await page.getByRole('button', { name: 'Cart with 2 items' }).waitFor()
  await page.getByText('Subscribed!', { exact: true }).first().waitFor()
})

describe('paying', () => {
  test('tapped twice makes one order', async () => {
    const { shop, page } = await aVisitedShop()
    await page.goto('/')
    await addToCart(page, 'Sesame Bagels')
    await page.goto('/checkout')
    await fillCheckout(page)
    await page.getByRole('button', { name: /^Pay/ }).dblclick()
    await page.getByText('Order Placed Successfully!', { exact: true }).first().waitFor()
    expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })

  test('what was sold out meanwhile is told, and nothing is charged', async () => {
    const shop = await anOpenShop()
    const first = await aVisitor(shop.url)
    const second = await aVisitor(shop.url)
    // The second buyer must not hear of the first one's order before paying.
    await second.page.routeWebSocket(/\/ws$/, () => {})
    for (const { page } of [first, second]) {
      await page.goto('/')
      for (let units = 0; units < 3; units++) await addToCart(page, 'Farmers Cheese, half pound')
      await page.goto('/checkout')
      await fillCheckout(page)
    }
    await first.page.getByLabel('Test card number').fill('4000 0027 6000 3184')
    await first.page.getByRole('button', { name: /^Pay/ }).click()
    const bank = first.page.getByRole('button', { name: 'Complete authentication' })
    await bank.waitFor()
    await expectAccessible(first.page, 'bank question')
    await bank.click()
    await first.page.getByText('Order Placed Successfully!', { exact: true }).first().waitFor()
    await second.page.getByRole('button', { name: /^Pay/ }).click()
    await second.page.getByText('Farmers Cheese, half pound is sold out.').first().waitFor()
    expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })
})

async function expectLinesInLowWindow(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 844, height: 390 })
  const line = page.getByRole('dialog').getByRole('listitem').first()
  const uncovered = await line.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 30, (top + bottom) / 2))
  })
  expect(uncovered).toBe(true)
  if (before) await page.setViewportSize(before)
}
