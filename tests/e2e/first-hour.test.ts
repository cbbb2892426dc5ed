import { expect, test } from 'vitest'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import { button, Hand, openPage, says } from '../counted-taps.ts'
import { aVisitor, shot, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { anOpenShop } from './an-open-shop.ts'

withBrowser()

/** What issue and guide promise a farm that nobody helps. */
const MAX_TAPS = 60

test(`an empty shop takes its first order, and its first real one at pickup, within ${MAX_TAPS} taps on a phone`, async () => {
  const shop = await anOpenShop({ DEMO: '0' }, 'none')
  const { page } = await aVisitor(shop.url, { width: 390 })
  const hand = new Hand(page)
  const field = (name: string | RegExp) => page.getByLabel(name).first()
  const steps: [string, number][] = []
  const stepDone = (what: string) => void steps.push([what, hand.taps])

  await page.goto('/admin')
  await hand.type(page.getByRole('textbox', { name: 'Password' }), PASSWORD)
  await hand.tap(button(page, 'Sign in'))
  await hand.seen(page.getByRole('heading', { name: 'Set up your shop' }))
  stepDone('signed in')
  await shot(page, 'first-hour-farm', { fullPage: false })

  await hand.type(field('Farm name'), 'Miller Creek Farm')
  await hand.type(field('Phone'), '740 555 0142')
  await hand.type(field('Email'), 'hello@millercreek.example')
  await hand.type(field('Address'), '12 Creek Rd, Athens, OH 45701')
  await hand.choose(field('Time zone'), 'America/New_York')
  await hand.tap(button(page, 'Save'))
  await hand.tap(page.getByRole('link', { name: /^Where do people pick up/ }))
  stepDone('the farm')

  await hand.tap(button(page, 'Add a place'))
  await hand.type(field('Name'), 'Athens market')
  await hand.type(field('Address'), '1000 E State St, Athens, OH 45701')
  await hand.tap(button(page, 'Save this place'))
  await hand.tap(button(page, 'Add a weekly day to Athens market'))
  await shot(page, 'first-hour-day', { fullPage: false })
  await hand.tap(button(page, 'See what changes'))
  await hand.tap(button(page, 'Save schedule'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  stepDone('a place and its days')

  await hand.tap(page.getByRole('link', { name: 'Products' }).first())
  await hand.tap(button(page, 'Add Product'))
  await hand.type(field('Name'), 'Brown eggs, dozen')
  await hand.choose(page.getByLabel('Category', { exact: true }), 'Farm Eggs')
  await hand.type(page.getByLabel('Price in $'), '5')
  await hand.type(page.getByLabel('Stock', { exact: true }), '20')
  await hand.tap(button(page, 'Create Product'))
  await hand.seen(says(page, 'Product created'))
  stepDone('a product')

  await page.goto('/')
  await hand.tap(button(page, 'Add Brown eggs, dozen'))
  await hand.tap(button(page, /^Cart with/))
  await hand.tap(button(page, 'Secure Checkout with Stripe'))
  await hand.type(field('Full name'), 'Kate Byrne')
  await hand.type(field('Email'), 'kate@example.com')
  await hand.tap(button(page, /^Visa/))
  await hand.tap(button(page, /^Pay/))
  await hand.seen(page.getByText('Order Placed Successfully!', { exact: true }))
  stepDone('the first order')

  // With test cards nobody is paid, so the first real order is paid at pickup.
  await page.goto('/admin')
  await hand.seen(page.getByRole('link', { name: 'More' }))
  await openPage(hand, 'Settings')
  await hand.tap(page.getByRole('link', { name: /^Taking money/ }))
  await hand.tap(page.getByRole('switch', { name: /^Orders for Athens market may be paid/ }))
  await hand.choose(field(SETTINGS.pickup_pay_who.label), 'anyone')
  await hand.seen(says(page, /^Anyone can order without paying/))
  await shot(page, 'first-hour-taking-money')
  stepDone('paying at pickup switched on')

  await page.goto('/')
  await hand.tap(button(page, 'Add Brown eggs, dozen'))
  await hand.tap(button(page, /^Cart with/))
  await hand.tap(button(page, 'Secure Checkout with Stripe'))
  await hand.type(field('Full name'), 'Will Gray')
  await hand.type(field('Email'), 'will@example.com')
  await shot(page, 'first-hour-checkout')
  await hand.tap(button(page, /^Order, pay at pickup/))
  await hand.seen(page.getByText('Order Placed Successfully!', { exact: true }))
  stepDone('the first real order')

  await page.goto('/admin')
  await hand.tap(page.getByRole('link', { name: 'Orders' }).first())
  await hand.seen(page.getByText('Kate Byrne'))
  await hand.seen(page.getByText('To pay $5.00'))
  await shot(page, 'first-hour-orders', { fullPage: false })
  stepDone('both seen at the desk')
  console.log(Object.fromEntries(steps))
  expect(hand.taps).toBeLessThanOrEqual(MAX_TAPS)
})
