import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cents } from '#contract/money/money.ts'
import type { OrderData } from '#contract/orders/orders.ts'
import { formatLongDay, formatMonthDay, formatShortDay } from '#contract/time/date-format.ts'
import { type Db, write } from '#server/db/write.ts'
import { fillDays } from '#server/features/calendar/fill-days.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitedShop, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { addToCart, changeIsOld } from './a-shopper.ts'
import { translatePages } from './a-translator.ts'
import { anOwner, enterDesk } from './an-owner.ts'

withBrowser()

/** Words of the code and of software, none of them a shopkeeper's. */
const CODE_TERMS =
  /cut-?off|capacity|horizon|seat\b|weekday|closure|outbox|market day|null|undefined|slot/i

/** The market has two days and one zone has Tuesdays; no other place has any. */
async function drawCalendar(db: Db): Promise<void> {
  await write(db, async (tx, emit) => {
    const place = tx.updateTable('places')
    await place.set({ days_ahead: 1 }).execute()
    await place.set({ days_ahead: 2 }).where('key', '=', 'farmers_market').execute()
    const zone = { name: 'Custer', zips: JSON.stringify(['57730']), days_ahead: 2 }
    await place.set(zone).where('key', '=', 'delivery').execute()
    await tx
      .insertInto('day_rules')
      .values({
        ...{ place_id: 3, weekday: 2, every_weeks: 1, first_day: '2020-01-07', last_day: null },
        ...{ season_from: null, season_until: null, opens: '15:00', closes: '18:00' },
        ...{ order_days: 1, order_time: '20:00', capacity: null },
      })
      .execute()
    emit({ kind: 'days' })
  })
  await fillDays({ db, now: () => new Date() })
}

const tab = async (page: Page, times = 1) => {
  for (let time = 0; time < times; time++) await page.keyboard.press('Tab')
}

async function tabTo(page: Page, role: 'radio' | 'textbox' | 'button', name: RegExp) {
  const wanted = page.getByRole(role, { name })
  for (let taps = 0; taps < 60; taps++) {
    const isThere = await wanted.evaluateAll((all) =>
      all.some((one) => one === document.activeElement),
    )
    if (isThere) return
    await tab(page)
  }
  throw new Error(`Tab leads to no ${role} ${name}.`)
}

async function expectPlainText(page: Page, role: 'main' | 'dialog'): Promise<void> {
  expect(await page.getByRole(role).textContent()).not.toMatch(CODE_TERMS)
}

/**
 * Waits for the next page's live connection: a page that connects later rereads the days and moves
 * on by itself.
 */
async function caughtUp(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => /caught_up/.test(String(payload)))
}

async function basketOf(db: Db): Promise<Partial<OrderData>> {
  const { basket } = await db
    .selectFrom('payments')
    .select('basket')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return basket?.orderData ?? {}
}

test.each(widths(1280))(
  'at %i px place and day, another name and a gift are chosen by keyboard alone, and a ZIP code outside leads to pickup',
  async (width) => {
    const { shop, page, trace } = await aVisitedShop({ width })
    await drawCalendar(shop.db)
    await page.goto('/')
    for (let units = 0; units < 5; units++) await addToCart(page, 'Farm Fresh Eggs, dozen')
    await expectPlainText(page, 'main')
    await page.getByRole('button', { name: /^Cart with/ }).click()
    await expectPlainText(page, 'dialog')
    await page.goto('/checkout')
    await tabTo(page, 'radio', /^Pickup/)
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'textbox', /^Street address/)
    await page.keyboard.type('1 Main Street')
    await tab(page, 2)
    await page.keyboard.type('99501')
    await page
      .getByText('We deliver to 57730. Please choose pickup, or call (605) 555-0134.')
      .first()
      .waitFor()
    expect(await page.getByLabel('State').inputValue()).toBe('AK')
    await expectAccessible(page, 'ZIP code outside')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('57730')
    await page.getByRole('group', { name: 'When should we deliver it?' }).waitFor()
    await expectAccessible(page, 'delivery days')
    await expectPlainText(page, 'main')
    await shot(page, 'checkout-delivery-days')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('99501')
    await tabTo(page, 'button', /^Pick it up instead/)
    await page.keyboard.press('Enter')
    expect(await page.getByRole('radio', { name: /^Pickup/ }).evaluate(isFocused)).toBe(true)
    await tabTo(page, 'button', /^Show 1 more day/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    expect(await page.getByRole('radio', { name: /Farmers market/ }).count()).toBe(2)
    await tabTo(page, 'radio', /Farmers market|Farm store/)
    const last = page.getByRole('radio', { name: /Farmers market/ }).last()
    for (let taps = 0; taps < 4 && !(await last.isChecked()); taps++)
      await page.keyboard.press('ArrowDown')
    const day = await last.getAttribute('value')
    await tabTo(page, 'button', /^Someone else is picking it up/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Grandpa Joe')
    await tabTo(page, 'textbox', /^Full name/)
    await page.keyboard.type('Ada Miller')
    await tab(page)
    await page.keyboard.type('ada@example.com')
    await tab(page, 2)
    await page.keyboard.press('Space')
    await expectAccessible(page, 'days')
    await expectPlainText(page, 'main')
    await tabTo(page, 'button', /^Visa/)
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', /^Pay/)
    await page.keyboard.press('Enter')
    await page.getByText('Order Placed Successfully!', { exact: true }).waitFor()
    expect(await basketOf(shop.db)).toMatchObject({
      pickupLocation: 'farmers_market',
      day: day?.split('/')[1],
      pickupName: 'Grandpa Joe',
      isGift: true,
    })
    expect(trace.errors.filter((error) => !/400 .*\/delivery-zones\/99501$/.test(error))).toEqual(
      [],
    )
  },
)

/** Far away, no days of its own, dearer, and only for a large order. */
async function drawFarZone(db: Db): Promise<void> {
  await write(db, async (tx, emit) => {
    const zone = { name: 'Edgemont', zips: JSON.stringify(['57735']), days_ahead: 2, position: 4 }
    const terms = { fee_cents: cents(800), minimum_cents: cents(5000) }
    const place = { kind: 'delivery' as const, key: 'far', ...zone, ...terms }
    await tx.insertInto('places').values(place).execute()
    emit({ kind: 'days' })
  })
}

/** The short run looks at the phone's cart translated alone. */
const CARTS = [
  [390, 'translated'],
  [1280, 'as it is'],
  ...(IS_LONG ? ([[390, 'as it is']] as const) : []),
] as const

test.each(CARTS)(
  'at %i px the cart, %s, asks where a delivery goes, offers its day, and the checkout takes both over',
  async (width, how) => {
    const { shop, page, context, trace } = await aVisitedShop({ width, isLast: true })
    await drawCalendar(shop.db)
    await drawFarZone(shop.db)
    if (how === 'translated') await translatePages(context)
    if (width === 390) await page.setViewportSize({ width, height: 664 })
    await page.goto('/')
    for (let units = 0; units < 5; units++) await addToCart(page, 'Farm Fresh Eggs, dozen')
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    const openCart = () => page.getByRole('button', { name: /^Cart with/ }).click()
    const chooseDelivery = () => cart.getByRole('radio', { name: /^Delivery/ }).click()
    const zip = cart.getByLabel('ZIP code')
    await openCart()
    expect(await zip.count()).toBe(0)
    await chooseDelivery()
    await cart.getByText('Enter your ZIP code to see when we deliver.').waitFor()
    await zip.fill('5773')
    await zip.press('Tab')
    await cart.getByText('A ZIP code has five digits; this one has 4.').waitFor()
    await zip.fill('99501')
    await cart.getByText(/^We deliver to 57730 and 57735\. Please choose pickup/).waitFor()
    const told = await cart.getByText(/^We deliver to 57730 and 57735/).boundingBox()
    const total = await cart.getByText('Total', { exact: true }).boundingBox()
    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(total?.y ?? 0)
    await expectAccessible(page, 'cart, ZIP code outside')
    await zip.fill('57735')
    await cart.getByText(/^Changed to pickup: delivery to 57735 has a \$50 minimum/).waitFor()
    expect(await cart.getByRole('radio', { name: /^Pickup/ }).isChecked()).toBe(true)
    await zip.fill('57730')
    await chooseDelivery()
    const offered = cart.getByText(/^Delivery: Tuesday, [A-Z][a-z]{2} \d+, 3pm to 6pm, Custer/)
    await offered.waitFor()
    await cart.getByText('We deliver to 57730 for $5.00.').waitFor()
    await cart.getByText('$30.00').first().waitFor()
    await expectAccessible(page, 'cart with a delivery day')
    await expectPlainText(page, 'dialog')
    await shot(page, `cart-zip-${how}`, { fullPage: false })
    await page.reload()
    await openCart()
    await chooseDelivery()
    expect(await zip.inputValue()).toBe('57730')
    await offered.waitFor()
    await cart.getByRole('button', { name: /^Secure Checkout/ }).click()
    await page.waitForURL('**/checkout')
    const days = page.getByRole('group', { name: 'When should we deliver it?' })
    const day = await days.getByRole('radio', { checked: true }).getAttribute('value')
    expect(await page.getByLabel('ZIP code').inputValue()).toBe('57730')
    await page.getByRole('button', { name: 'Pay $30.00' }).waitFor()
    await page.getByLabel('Full name').fill('Ada Miller')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Street address').fill('1 Main Street')
    await page.getByLabel('City').fill('Custer')
    await page.getByRole('button', { name: /^Visa/ }).click()
    await changeIsOld(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await basketOf(shop.db)).toMatchObject({
      ...{ deliveryMethod: 'shipping', day: day?.split('/')[1] },
      shippingAddress: { zipCode: '57730' },
    })
    // A translator's words are others than the server's (React's error 418).
    const isExpected = how === 'translated' ? /400 .*99501$|error #418/ : /400 .*99501$/
    expect(trace.errors.filter((error) => !isExpected.test(error))).toEqual([])
  },
)

test('a day that fills up in mid-checkout is said at its choice, the next one is offered, and all that was typed stays', async () => {
  const { shop, page } = await aVisitedShop({ width: 390 })
  await drawCalendar(shop.db)
  await page.goto('/')
  await addToCart(page, 'Farm Fresh Eggs, dozen')
  const live = caughtUp(page)
  await page.goto('/checkout')
  await live
  await page.waitForLoadState('networkidle')
  const market = page.getByRole('radio', { name: /Farmers market/ })
  await market.first().focus()
  await page.keyboard.press('Space')
  const value = (await market.first().getAttribute('value')) ?? ''
  await page.getByLabel('Full name').fill('Ada Miller')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByLabel(/^Special instructions/).fill('The gate code is 12.')
  await page.getByRole('button', { name: /^Visa/ }).click()
  await write(shop.db, async (tx, emit) => {
    const [, day = ''] = value.split('/')
    const full = tx.updateTable('market_days').set({ capacity: 1, taken: 1 })
    await full.where('day', '=', day).where('place_id', '=', 1).execute()
    emit({ kind: 'days' })
  })
  await page.getByRole('button', { name: /^Pay/ }).click()
  const choice = page.getByRole('group', { name: /^Choose your pickup spot/ })
  const refused = /^Farmers market is full for .* The next day with room is/
  await choice.getByText(refused).first().waitFor()
  await expect.poll(() => market.first().isDisabled()).toBe(true)
  await expect.poll(() => market.nth(1).isChecked()).toBe(true)
  expect(await page.getByLabel(/^Special instructions/).inputValue()).toBe('The gate code is 12.')
  await expectAccessible(page, 'a day that filled up')
  expect(await shop.db.selectFrom('orders').selectAll().execute()).toEqual([])
  await changeIsOld(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('Order Placed Successfully!', { exact: true }).waitFor()
  const next = (await basketOf(shop.db)).day ?? ''
  expect(next > (value.split('/')[1] ?? '')).toBe(true)
})

test('a season typed at the desk is read on the card, and at the checkout on a day outside of it', async () => {
  const { shop, page, trace } = await aVisitedShop({ width: 390 })
  await drawCalendar(shop.db)
  await enterDesk(page, '/admin#products')
  await page.getByRole('button', { name: 'Edit Farm Fresh Eggs, dozen' }).click()
  const [from, until] = [
    page.getByLabel(/^First market date/),
    page.getByLabel(/^Last market date/),
  ]
  await from.fill('soon')
  await until.fill('July 5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Please write a day such as May 20.').waitFor()
  const [first, second] = await saturdaysOf(shop.db)
  await from.fill(formatMonthDay(dayAfter(second, 1)))
  await until.fill(formatMonthDay(dayAfter(second, 2)))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Product updated', { exact: true }).first().waitFor()
  await page.goto('/')
  const back = `Back ${formatShortDay(dayAfter(second, 1))}`
  await page
    .getByRole('button', { name: /^Add Farm Fresh Eggs/ })
    .getByText(back)
    .waitFor()
  await expectAccessible(page, 'out of season')
  const { changeProduct } = await anOwner(shop)
  const season = { seasonFrom: dayAfter(first, 1).slice(5), seasonUntil: second.slice(5) }
  await changeProduct('Farm Fresh Eggs', season)
  await page.reload()
  await addToCart(page, 'Farm Fresh Eggs, dozen')
  await page.goto('/checkout')
  const days = page.getByRole('radio', { name: /Farmers market/ })
  await days.first().check()
  const none = `For ${formatLongDay(first)} we have no Farm Fresh Eggs, dozen. Please leave that out, or choose another day.`
  await page.getByText(none, { exact: true }).waitFor()
  await expectAccessible(page, 'checkout out of season')
  await page.getByRole('button', { name: 'Show 1 more day' }).click()
  await days.last().check()
  await page.getByText(none, { exact: true }).waitFor({ state: 'detached' })
  expect(trace.errors.filter((error) => !/40[01]/.test(error))).toEqual([])
})

async function saturdaysOf(db: Db): Promise<[string, string]> {
  const days = db.selectFrom('market_days').select('day').where('place_id', '=', 1)
  const now = new Date().toISOString()
  const rows = await days.where('order_until', '>', now).orderBy('day').limit(2).execute()
  const [first, second] = rows
  if (!first || !second) throw new Error('There are no two market days.')
  return [first.day, second.day]
}

const dayAfter = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString()

function isFocused(element: Element): boolean {
  return element === document.activeElement
}
