import { expect, test } from 'vitest'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import { aShop } from '../a-shop.ts'
import { button, Hand, openPage, says } from '../counted-taps.ts'
import { STRIPE_ORIGINS, stripeInTheBrowser } from '../stripe-stand-in/in-the-browser.ts'
import { RESTRICTED_KEY } from '../stripe-stand-in/keys.ts'
import { aStripeStandIn } from '../stripe-stand-in/stand-in.ts'
import { aVisitor, shot, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { anOpenShop, openPages } from './an-open-shop.ts'

withBrowser()

/** What issue and guide promise a farm that nobody helps. */
const MAX_TAPS = 60

/** From the first sign-in to a product, as the desk leads. */
async function openShop(hand: Hand): Promise<void> {
  const { page } = hand
  const field = (name: string | RegExp) => page.getByLabel(name).first()
  await page.goto('/admin')
  await hand.type(page.getByRole('textbox', { name: 'Password' }), PASSWORD)
  await hand.tap(button(page, 'Sign in'))
  await hand.seen(page.getByRole('heading', { name: 'Set up your shop' }))
  await shot(page, 'first-hour-farm', { fullPage: false })

  await hand.type(field('Farm name'), 'Miller Creek Farm')
  await hand.type(field('Phone'), '740 555 0142')
  await hand.type(field('Email'), 'hello@millercreek.example')
  await hand.type(field('Address'), '12 Creek Rd, Athens, OH 45701')
  await hand.choose(field('Time zone'), 'America/New_York')
  await hand.tap(button(page, 'Save'))
  await hand.tap(page.getByRole('link', { name: /^Where do people pick up/ }))

  await hand.tap(button(page, 'Add a place'))
  await hand.type(field('Name'), 'Athens market')
  await hand.type(field('Address'), '1000 E State St, Athens, OH 45701')
  await hand.tap(button(page, 'Save this place'))
  await hand.tap(button(page, 'Add a weekly day to Athens market'))
  await shot(page, 'first-hour-day', { fullPage: false })
  await hand.tap(button(page, 'See what changes'))
  await hand.tap(button(page, 'Save schedule'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await hand.tap(page.getByRole('link', { name: 'Products' }).first())
  await hand.tap(button(page, 'Add Product'))
  await hand.type(field('Name'), 'Brown eggs, dozen')
  await hand.choose(page.getByLabel('Category', { exact: true }), 'Farm Eggs')
  await hand.type(page.getByLabel('Price in $'), '5')
  await hand.type(page.getByLabel('Stock', { exact: true }), '20')
  await hand.tap(button(page, 'Create Product'))
  await hand.seen(says(page, 'Product created'))
}

/** As a customer, up to the way to pay. */
async function fillCart(hand: Hand, name: string, email: string): Promise<void> {
  const { page } = hand
  await page.goto('/')
  await hand.tap(button(page, 'Add Brown eggs, dozen'))
  await hand.tap(button(page, /^Cart with/))
  await hand.tap(button(page, 'Secure Checkout with Stripe'))
  await hand.type(page.getByLabel('Full name').first(), name)
  await hand.type(page.getByLabel('Email').first(), email)
}

const isPlaced = (hand: Hand) =>
  hand.seen(hand.page.getByText('Order Placed Successfully!', { exact: true }))

test(`an empty shop takes its first order, and its first real one at pickup, within ${MAX_TAPS} taps on a phone`, async () => {
  const shop = await anOpenShop({ DEMO: '0' }, 'none')
  const { page } = await aVisitor(shop.url, { width: 390 })
  const hand = new Hand(page)
  await openShop(hand)
  await fillCart(hand, 'Kate Byrne', 'kate@example.com')
  await hand.tap(button(page, /^Visa/))
  await hand.tap(button(page, /^Pay/))
  await isPlaced(hand)

  // With test cards nobody is paid, so the first real order is paid at pickup.
  await page.goto('/admin')
  await hand.seen(page.getByRole('link', { name: 'More' }))
  await openPage(hand, 'Settings')
  await hand.tap(page.getByRole('link', { name: /^Taking money/ }))
  await hand.tap(page.getByRole('switch', { name: /^Orders for Athens market may be paid/ }))
  await hand.choose(page.getByLabel(SETTINGS.pickup_pay_who.label).first(), 'anyone')
  await hand.seen(says(page, /^Anyone can order without paying/))
  await shot(page, 'first-hour-taking-money')
  await fillCart(hand, 'Will Gray', 'will@example.com')
  await shot(page, 'first-hour-checkout')
  await hand.tap(button(page, /^Order, pay at pickup/))
  await isPlaced(hand)
  await page.goto('/admin')
  await hand.tap(page.getByRole('link', { name: 'Orders' }).first())
  await hand.seen(page.getByText('Kate Byrne'))
  await hand.seen(page.getByText('To pay $5.00'))
  await shot(page, 'first-hour-orders', { fullPage: false })
  console.log(`${hand.taps} taps to a first order that is paid at pickup`)
  expect(hand.taps).toBeLessThanOrEqual(MAX_TAPS)
})

test(`an empty shop is connected to Stripe, and takes its first order there, within ${MAX_TAPS} taps on a phone`, async () => {
  const stripe = await aStripeStandIn()
  const pages = await openPages()
  const shop = await aShop({ deskStripe: stripe, pages, hasNoPlaces: true })
  const url = `http://127.0.0.1:${await shop.listen()}`
  const { page, context } = await aVisitor(url, { width: 390, guests: STRIPE_ORIGINS })
  await stripeInTheBrowser(context, url, stripe)
  const hand = new Hand(page)
  await openShop(hand)
  await page.goto('/admin')
  await hand.seen(page.getByRole('link', { name: 'More' }))
  await openPage(hand, 'Settings')
  await hand.tap(page.getByRole('link', { name: /^Taking money/ }))
  await hand.tap(button(page, 'Connect Stripe'))
  const dialog = page.getByRole('dialog')
  await hand.type(dialog.getByLabel('Secret key', { exact: true }), RESTRICTED_KEY)
  await hand.type(dialog.getByLabel('Publishable key'), 'pk_test_standin')
  await hand.tap(dialog.getByRole('button', { name: 'Check the keys' }))
  await hand.seen(says(page, /passed all \d+ steps/))
  await fillCart(hand, 'Kate Byrne', 'kate@example.com')
  const field = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await hand.type(field.getByLabel('Credit or debit card number'), '4242 4242 4242 4242')
  await hand.type(field.getByLabel('Credit or debit card expiration date'), '12 / 34')
  await hand.type(field.getByLabel('Credit or debit card CVC/CVV'), '123')
  await hand.tap(button(page, /^Pay \$5\.00/))
  await isPlaced(hand)
  await page.goto('/admin')
  await hand.tap(page.getByRole('link', { name: 'Orders' }).first())
  await hand.seen(page.getByText('Kate Byrne'))
  console.log(`${hand.taps} taps to a first order that is paid by Stripe`)
  expect(hand.taps).toBeLessThanOrEqual(MAX_TAPS)
})
