import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type AShop, aProduct, aShop, signIn } from '../a-shop.ts'
import { someOf } from '../length-of-run.ts'
import { deliver, whatIsWrongAtStripe } from '../stripe-stand-in/a-stripe-buyer.ts'
import { STRIPE_ORIGINS, stripeInTheBrowser } from '../stripe-stand-in/in-the-browser.ts'
import { aStripeStandIn, type StandIn } from '../stripe-stand-in/stand-in.ts'
import { aVisitor, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { addToCart, fillOrder, typeCard } from './a-shopper.ts'
import { openPages } from './an-open-shop.ts'

withBrowser()

const VISA = '4242 4242 4242 4242'
const ASKS = '4000 0027 6000 3184'

async function aCheckoutAtStripe(width = 1280) {
  const standIn = await aStripeStandIn()
  const shop = await aShop({ stripe: standIn, pages: await openPages() })
  await aProduct(shop.db)
  const url = `http://127.0.0.1:${await shop.listen()}`
  const { page, context, trace, openTab } = await aVisitor(url, { width, guests: STRIPE_ORIGINS })
  const stripe = await stripeInTheBrowser(context, url, standIn)
  await page.goto('/')
  await addToCart(page, 'Farm Eggs')
  return {
    ...{ shop, standIn, stripe, page, trace, url, openTab },
    /** Oldest first. */
    states: () => [...standIn.till.intents.values()].map(({ status }) => status),
    books: async () => {
      await shop.settled()
      return whatIsWrongAtStripe(shop, standIn)
    },
  }
}

async function openCheckout(page: Page, number = VISA): Promise<void> {
  await page.goto('/checkout')
  await fillOrder(page)
  await typeCard(page, number)
}

const cardFrame = (page: Page) =>
  page.frameLocator('iframe[title="Secure card payment input frame"]')

const pay = (page: Page) => page.getByRole('button', { name: /^(Pay|Finish)/ }).click()
const isPlaced = (page: Page) =>
  page.getByText('Order Placed Successfully!', { exact: true }).first().waitFor()
const said = (page: Page, sentence: string) =>
  page.getByText(sentence, { exact: true }).first().waitFor()
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank asks"]')

describe.each(widths(390))('at %i px', (width) => {
  test('a card is held in the browser and taken by the shop; nobody else is asked, and the number goes to Stripe alone', async () => {
    const { page, trace, stripe, states, books, url } = await aCheckoutAtStripe(width)
    await page.waitForLoadState('networkidle')
    expect(STRIPE_ORIGINS.flatMap(trace.sentTo), 'before the checkout').toEqual([])
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(loaded.filter((name) => name.includes('stripe'))).toEqual([])
    await page.goto('/checkout')
    await cardFrame(page).getByLabel('Credit or debit card number').waitFor()
    await expectAccessible(page, 'checkout with the card field')
    await fillOrder(page)
    await typeCard(page, VISA)
    expect(await page.getByRole('note').textContent()).toContain('Stripe test mode.')
    await shot(page, 'stripe-filled')
    await page.getByRole('button', { name: 'Pay $5.00 (test)' }).click()
    await isPlaced(page)
    await page
      .getByText(/Test order – no money was taken/)
      .first()
      .waitFor()
    expect(await books()).toEqual([])
    expect(states()).toEqual(['succeeded'])
    expect(stripe.numbers).toEqual([VISA])
    expect(trace.sentTo(url).join(' ')).not.toMatch(/4242 ?4242|12 \/ 34/)
    expect([stripe.strangers, trace.strangers, trace.errors]).toEqual([[], [], []])
  })
})

describe('a card that is refused', () => {
  // What each of the banks' answers says is also tested in web/shop/checkout/refusals.test.tsx.
  test.each(
    someOf(
      [
        ['declined', '4000 0000 0000 0002', 'Your card was declined.'],
        ['without funds', '4000 0000 0000 9995', 'Your card has insufficient funds.'],
        ['that nobody knows', '4111 1111 1111 1111', 'Your card was declined.'],
      ] as const,
      3,
    ),
  )(
    '%s: the shop says why, keeps what was typed, and takes another one',
    async (_, number, sentence) => {
      const { page, states, books } = await aCheckoutAtStripe(390)
      await openCheckout(page, number)
      await pay(page)
      await said(page, 'Payment Failed')
      await said(page, sentence)
      expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Miller')
      await typeCard(page, VISA)
      await pay(page)
      await isPlaced(page)
      expect(await books()).toEqual([])
      expect(states()).toEqual(['canceled', 'succeeded'])
    },
  )

  test('because it is incomplete: it is said at the field, which has the focus, and nothing is sent; an old one while it is typed', async () => {
    const { page, states } = await aCheckoutAtStripe(390)
    await openCheckout(page, '4242')
    await pay(page)
    const group = page.getByRole('group', { name: 'Your card' })
    await group.getByText('Some card details are missing').waitFor()
    expect(await page.getByText('Payment Failed').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    await shot(page, 'stripe-incomplete')
    await expectAccessible(page, 'an incomplete card')
    expect(states()).toEqual([])
    await typeCard(page, VISA)
    await group.getByText('Some card details are missing').waitFor({ state: 'detached' })
    await cardFrame(page).getByLabel('Credit or debit card expiration date').fill('12 / 20')
    await page.getByText('Your card’s expiration year is in the past.').waitFor()
  })
})

test('a bank that asks and is not convinced leaves the buyer at the checkout, with nothing taken; answered, it lets the order through', async () => {
  const { page, states, books } = await aCheckoutAtStripe()
  await openCheckout(page, ASKS)
  await pay(page)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await said(page, 'The provided PaymentMethod has failed authentication.')
  expect(await books()).toEqual([])
  expect(states()).toEqual(['requires_payment_method'])
  await typeCard(page, ASKS)
  await pay(page)
  const complete = bank(page).getByRole('button', { name: 'Complete' })
  await complete.waitFor()
  expect(await cardFrame(page).getByRole('textbox', { disabled: true }).count()).toBe(3)
  await complete.click()
  await isPlaced(page)
  expect(await books()).toEqual([])
  expect(states()).toEqual(['canceled', 'succeeded'])
})

const wallets = (page: Page) => page.frameLocator('iframe[title="Secure payment button frame"]')
const sheet = (page: Page) => page.frameLocator('iframe[title="Wallet"]')

describe('a wallet', () => {
  test.each(widths(1280))(
    'at %i px pays what is chosen, is held and taken as a card, and given back as one',
    async (width) => {
      const { page, shop, standIn, states, books, trace } = await aCheckoutAtStripe(width)
      await page.goto('/checkout')
      await cardFrame(page).getByLabel('Credit or debit card number').waitFor()
      expect(await page.getByRole('heading', { name: 'Pay in one tap' }).count()).toBe(0)
      await page.getByRole('radio', { name: /^Farmers market/ }).check()
      await page.getByRole('heading', { name: 'Pay in one tap' }).waitFor()
      // Link isn't a card payment, so it isn't offered.
      await wallets(page).getByRole('button', { name: 'Google Pay' }).waitFor()
      expect(await wallets(page).getByRole('button', { name: 'Link' }).count()).toBe(0)
      await page.getByLabel('Full name').fill('Ada Typed')
      await expectAccessible(page, 'checkout with wallets')
      await wallets(page).getByRole('button', { name: 'Apple Pay' }).click()
      await sheet(page).getByText('Total $5.00').waitFor()
      await sheet(page).getByRole('button', { name: 'Close' }).click()
      expect([states(), await page.getByLabel('Full name').inputValue()]).toEqual([[], 'Ada Typed'])
      // Its own window: a page that severs its popups would never hear from it.
      const [window] = await Promise.all([
        page.waitForEvent('popup'),
        wallets(page).getByRole('button', { name: 'Google Pay' }).click(),
      ])
      await window.getByText('Total $5.00').waitFor()
      // This click closes the window, so it may never be answered.
      await Promise.all([
        window.waitForEvent('close'),
        window
          .getByRole('button', { name: 'Pay' })
          .click()
          .catch(() => {}),
      ])
      await isPlaced(page)
      expect(await books()).toEqual([])
      expect(states()).toEqual(['succeeded'])
      const [intent] = standIn.till.intents.values()
      expect(intent).toMatchObject({ capture_method: 'manual', amount: 500, amount_received: 500 })
      const order = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
      expect(order).toMatchObject({
        customer_name: 'Ada Typed',
        customer_email: 'ada.wallet@example.com',
      })
      await cancelAtDesk(shop)
      expect(await books()).toEqual([])
      expect(standIn.till.refunds.map(({ amount, status }) => [amount, status])).toEqual([
        [500, 'succeeded'],
      ])
      expect([trace.strangers, trace.errors]).toEqual([[], []])
    },
  )

  test('whose card is refused says so at its buttons, and charges nothing', async () => {
    const { page, stripe, states, books } = await aCheckoutAtStripe(390)
    stripe.walletCard = 'pm_card_visa_chargeDeclinedInsufficientFunds'
    await page.goto('/checkout')
    await page.getByRole('radio', { name: /^Farmers market/ }).check()
    await wallets(page).getByRole('button', { name: 'Apple Pay' }).click()
    await sheet(page).getByRole('button', { name: 'Pay' }).click()
    const section = page.getByRole('region', { name: 'Pay in one tap' })
    await section.getByText(/isn’t enough money on this card\. Nothing was charged\./).waitFor()
    expect(await section.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await shot(page, 'stripe-wallet-refused')
    await expectAccessible(page, 'a wallet that was refused')
    expect(await books()).toEqual([])
    await typeCard(page, VISA)
    await pay(page)
    await isPlaced(page)
    expect(states()).toEqual(['canceled', 'succeeded'])
  })
})

describe('Stripe’s library', () => {
  test('that cannot be had is told, and can be loaded again without losing what was typed', async () => {
    const { page, stripe, states } = await aCheckoutAtStripe(390)
    stripe.isBlocked = true
    await page.goto('/checkout')
    await fillOrder(page)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await pay(page)
    await said(page, 'Payment Error')
    await said(page, 'Stripe has not loaded yet. Please try again.')
    await expectAccessible(page, 'without the library')
    stripe.isBlocked = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await typeCard(page, VISA)
    await pay(page)
    await isPlaced(page)
    expect(states()).toEqual(['succeeded'])
  })
})

describe('money is taken once', () => {
  test('when the page is loaded again while the card is held: the buyer pays anew, and the first hold is given back', async () => {
    const { page, states, books } = await aCheckoutAtStripe()
    await holdAndReload(page)
    expect(states()).toEqual(['requires_capture'])
    await openCheckout(page)
    await pay(page)
    await isPlaced(page)
    expect(await books()).toEqual([])
    expect(states()).toEqual(['canceled', 'succeeded'])
  })

  test('when Stripe’s event was quicker than the page that is loaded again: the order is shown', async () => {
    const { page, shop, standIn, states, books } = await aCheckoutAtStripe()
    await holdAndReload(page, () => deliver(shop, standIn, lastSent(standIn)))
    await isPlaced(page)
    await page.getByRole('button', { name: 'Cart is empty' }).waitFor()
    expect(await books()).toEqual([])
    expect(states()).toEqual(['succeeded'])
  })

  test('when one cart is paid in two tabs: the tab that lost shows the order of the other', async () => {
    const { page: first, openTab, states, books } = await aCheckoutAtStripe()
    const second = await openTab()
    await openCheckout(first, ASKS)
    await openCheckout(second)
    await pay(first)
    await bank(first).getByRole('button', { name: 'Complete' }).waitFor()
    await pay(second)
    await isPlaced(second)
    await bank(first).getByRole('button', { name: 'Complete' }).click()
    await isPlaced(first)
    expect(new URL(first.url()).pathname).toBe('/')
    expect(await books()).toEqual([])
    expect(states()).toEqual(['canceled', 'succeeded'])
  })
})

/** The card is held, the order call never leaves the browser, then the page reloads. */
async function holdAndReload(page: Page, meanwhile: () => unknown = () => {}): Promise<void> {
  await openCheckout(page)
  await page.route('**/api/orders', (route) => route.abort(), { times: 1 })
  await pay(page)
  await page.getByRole('button', { name: 'Finish my order' }).waitFor()
  await meanwhile()
  await page.reload()
}

function lastSent({ events: sent }: StandIn) {
  const last = sent.at(-1)
  if (!last) throw new Error('Stripe has sent nothing.')
  return last
}

async function cancelAtDesk(shop: AShop): Promise<void> {
  const cancelled = await shop.inject({
    method: 'PUT',
    url: '/api/orders/1/status',
    headers: { cookie: await signIn(shop) },
    payload: { status: 'cancelled' },
  })
  expect(cancelled.statusCode).toBe(200)
  await shop.settled()
}
