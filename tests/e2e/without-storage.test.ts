import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitedShop, withBrowser } from './a-browser.ts'
import { addToCart, fillCheckout } from './a-shopper.ts'

withBrowser()

/** Like "Block all cookies": every use of storage throws, and no cookie is sent. */
async function refuseStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await context.route('**/*', async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders()
    await route.continue({ headers })
  })
}

async function fillStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
}

test.each([
  ['refuses storage and cookies', refuseStorage],
  ['has no room left', fillStorage],
])('a browser that %s takes the cart along, pays, and ends at the receipt', async (_, prepare) => {
  const { shop, page, context } = await aVisitedShop({ width: 390, isLast: true })
  await prepare(context)
  await page.goto('/')
  await addToCart(page, 'Farm Fresh Eggs')
  await addToCart(page, 'Farm Fresh Eggs')
  await page.getByRole('button', { name: 'Cart with 2 items' }).first().click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await cart.getByRole('button', { name: 'Secure Checkout with Stripe' }).click()
  await page.waitForURL((url) => url.pathname === '/checkout')
  await page.getByRole('button', { name: 'Pay $10.00 (test)' }).waitFor()
  await page.reload()
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Pay $10.00 (test)' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/o/'))
  expect(await page.getByText('$10.00').first().isVisible()).toBe(true)
  const products: { name: string; stock: number }[] = await (
    await fetch(`${shop.url}/api/products`)
  ).json()
  expect(products.find(({ name }) => name.startsWith('Farm Fresh Eggs'))?.stock).toBe(16)
})
