import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aProduct, aShop } from '../a-shop.ts'
import { STRIPE_ORIGINS, stripeInTheBrowser } from '../stripe-stand-in/in-the-browser.ts'
import { LIVE_KEY, LIVE_PUBLISHABLE_KEY, RESTRICTED_KEY } from '../stripe-stand-in/keys.ts'
import { aStripeStandIn } from '../stripe-stand-in/stand-in.ts'
import { aVisitor, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { addToCart, fillOrder, typeCard } from './a-shopper.ts'
import { openPages } from './an-open-shop.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

/** By day, and after dark. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${name} after dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function aDesk(width: number) {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ deskStripe: stripe, pages: await openPages() })
  await aProduct(shop.db)
  const url = `http://127.0.0.1:${await shop.listen()}`
  const { page, context, openTab, trace } = await aVisitor(url, { width, guests: STRIPE_ORIGINS })
  await stripeInTheBrowser(context, url, stripe)
  await enterDesk(page, '/admin#taking-money')
  const card = page.getByRole('region', { name: 'Cards online' })
  await card.waitFor()
  return { stripe, shop, page, openTab, trace, card }
}

async function connect(
  page: Page,
  secretKey: string,
  publishableKey = 'pk_test_standin',
): Promise<void> {
  await page.getByRole('button', { name: /^(Connect Stripe|Go live)$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Secret key', { exact: true }).fill(secretKey)
  await dialog.getByLabel('Publishable key').fill(publishableKey)
  await shot(page, 'cards-typed', { fullPage: false })
  await dialog.getByRole('button', { name: 'Check the keys' }).click()
}

describe.each(widths(390))('at %i px', (width) => {
  test('a farmer connects Stripe, hears which tick is missing, and the next buyer pays there, without a restart', async () => {
    const { stripe, page, openTab, trace, card } = await aDesk(width)
    await look(page, 'cards-none')
    stripe.withheld.add('rak_refund_write')
    await connect(page, RESTRICTED_KEY)
    await card.getByText(/The key lacks rak_refund_write/).waitFor()
    await look(page, 'cards-failed')
    stripe.withheld.clear()
    stripe.door = async () => {
      await new Promise((later) => setTimeout(later, 40))
      return 'open'
    }
    await connect(page, RESTRICTED_KEY)
    await card.getByRole('status').waitFor()
    await shot(page, 'cards-running')
    await card.getByText(/passed all 20 steps/).waitFor()
    stripe.door = null
    await look(page, 'cards-passed')
    const buyer = await openTab()
    await buyer.goto('/')
    await addToCart(buyer, 'Farm Eggs')
    await buyer.goto('/checkout')
    await fillOrder(buyer)
    await typeCard(buyer)
    await buyer.getByRole('button', { name: 'Pay $5.00 (test)' }).click()
    await buyer.getByText('Order Placed Successfully!', { exact: true }).first().waitFor()
    await page.reload()
    await card.getByRole('button', { name: 'Take out the test keys' }).click()
    await page.getByText('1 order of the last 120 days can then be refunded').waitFor()
    await shot(page, 'cards-removal', { fullPage: false })
    expect(trace.strangers).toEqual([])
  })
  test('why keys are refused stands at the end of a long form, and is seen', async () => {
    const { page } = await aDesk(width)
    await connect(page, LIVE_KEY, LIVE_PUBLISHABLE_KEY)
    const reason = page.getByRole('dialog').getByRole('alert')
    await reason.waitFor()
    expect(await reason.evaluate((shown) => shown.getBoundingClientRect().bottom)).toBeLessThan(
      await page.evaluate(() => window.innerHeight),
    )
  })
})
