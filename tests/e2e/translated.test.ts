import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aMailServer } from '../a-mail-server.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitedShop, drawn, shot, widths, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { changeIsOld, tapAdd } from './a-shopper.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone } from './a-stall-phone.ts'
import { readPage, translatePages } from './a-translator.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { anOwner } from './an-owner.ts'

withBrowser()

type Stage = {
  shop: AnOpenShop
  page: Page
  see(step: string): Promise<void>
}

type Walk = (stage: Stage) => Promise<void>

type Step = { step: string; numbers: string }

const said = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/Denver',
})

/** The two walks reach a step seconds apart, so the minute of writing is masked. */
function withoutNow(numbers: string, start: number): string {
  const written = new Set<string>()
  for (const now = Date.now(); start < now + 60_000; start += 60_000)
    written.add(clock.format(Math.min(start, now)).split(/\s/)[0] ?? '')
  return numbers.replace(/\d+:\d\d/g, (time) => (written.has(time) ? 'now' : time))
}

/** Not translated, translated once the page is awake, or before it wakes. */
type Look = 'plain' | 'awake' | 'asleep'

/** Walks and records what's seen; a translated walk that gets stuck ends with what stopped it. */
async function taken(walk: Walk, stage: Omit<Stage, 'see'>, isTranslated: boolean, start: number) {
  const [steps, loose]: [Step[], Set<string>] = [[], new Set()]
  const see = async (step: string) => {
    await stage.page.mouse.move(0, 0)
    // It starts a moment after the page is awake.
    if (isTranslated) await stage.page.locator('font').first().waitFor({ state: 'attached' })
    await drawn(stage.page)
    const { numbers, loose: here, translated } = await readPage(stage.page)
    steps.push({ step, numbers: withoutNow(numbers, start) })
    for (const text of here) loose.add(`${step}: ${text}`)
    if (translated > 0 !== isTranslated) loose.add(`${step}: ${translated} texts translated`)
  }
  const end = walk({ ...stage, see })
  if (isTranslated)
    await end.catch(async (error) => {
      const { letters } = await readPage(stage.page)
      const what = String(error).replace(/\s+/g, ' ').slice(0, 300)
      steps.push({ step: `stopped, with ${letters} letters on the page`, numbers: what })
    })
  else await end
  return { steps, loose: [...loose] }
}

type Opening = (look: Look) => Promise<Omit<Stage, 'see'>>

async function compare(walk: Walk, open: Opening, looks: readonly Look[] = []): Promise<void> {
  const start = Date.now()
  const all = ['plain', 'awake', ...looks] as const
  const [plain, ...translated] = await Promise.all(
    all.map(async (look) => taken(walk, await open(look), look !== 'plain', start)),
  )
  for (const { step, numbers } of plain?.steps ?? [])
    console.info(`${expect.getState().currentTestName}: ${step}: ${numbers.split(' ').length}`)
  for (const [at, { steps, loose }] of translated.entries()) {
    expect(steps, all[at + 1]).toEqual(plain?.steps)
    expect(loose, all[at + 1]).toEqual([])
  }
}

function aShopper(width: number, env: Record<string, string> = {}): Opening {
  return async (look) => {
    const { shop, page, context } = await aVisitedShop({ width, isLast: look !== 'plain' }, env)
    if (look !== 'plain') await translatePages(context, look)
    return { shop, page }
  }
}

async function fillNames(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Ada Miller')
  await page.getByLabel('Email').fill('ada@example.com')
}

async function payWith(page: Page, card: string): Promise<void> {
  await press(page, /^Visa/)
  await page.getByLabel('Test card number').fill(card)
  await changeIsOld(page)
  await press(page, /^Pay/)
}

const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check()

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const ASKS_FIRST = '4000 0025 0000 3155'

const buyDelivered: Walk = async ({ page, see }) => {
  await page.goto('/')
  for (let units = 0; units < 5; units++) await tapAdd(page, 'Farm Fresh Eggs')
  await see('home with five in the cart')
  await page.goto('/p/1-farm-fresh-eggs')
  await press(page, 'Increase quantity')
  await see('two on the product page')
  await press(page, /^Add to cart/)
  await page.getByRole('button', { name: 'Cart with 7 items' }).first().click()
  const cart = page.getByRole('dialog')
  await cart.getByRole('button', { name: /^Increase/ }).click()
  await see('cart')
  await cart.getByRole('button', { name: /^Decrease/ }).click()
  await cart.getByText('$35.00').first().waitFor()
  await see('cart with one less')
  await cart.getByRole('button', { name: /^Secure Checkout/ }).click()
  await page.waitForURL('**/checkout')
  await fillNames(page)
  await page.getByText('4242').first().waitFor()
  await see('checkout')
  await choose(page, /^Delivery/)
  await see('delivery chosen')
  await press(page, 'Edit your order')
  await cart.getByRole('button', { name: /^Increase/ }).click()
  await cart
    .getByRole('button', { name: /^(Close|Back)/ })
    .first()
    .click()
  await cart.waitFor({ state: 'detached' })
  await see('quantity changed')
  await choose(page, /^Pickup/)
  await choose(page, /^Farmers market/)
  await see('pickup chosen')
  await choose(page, /^Delivery/)
  await page.getByLabel('Street address').fill('12 River St')
  await page.getByLabel('ZIP code').fill('57747')
  await page.getByLabel('City').fill('Hot Springs')
  await page.getByLabel('Phone').first().fill('605 555 0100')
  await payWith(page, GOOD)
  await page.waitForURL((url) => url.pathname === '/')
  await page
    .getByRole('region', { name: /Order #1 is in/ })
    .getByText('a…a@')
    .waitFor()
  await see('placed')
}

const declinedThenAsked: Walk = async ({ shop, page, see }) => {
  await (await anOwner(shop)).put('/api/settings/buyer_cancels', { value: 'true' })
  await page.goto('/')
  for (const name of ['Sesame Bagels', 'Sesame Bagels', 'Curly Kale']) await tapAdd(page, name)
  await page.goto('/checkout')
  await fillNames(page)
  await choose(page, /^Farmers market/)
  await payWith(page, DECLINED)
  await said(page, /^Your card was declined/)
  await see('declined')
  await payWith(page, ASKS_FIRST)
  await page.getByRole('button', { name: 'Complete authentication' }).waitFor()
  await see('the bank asks')
  await press(page, 'Fail authentication')
  await said(page, /Your details are still here/)
  await see('the bank was told no')
  await press(page, /^Pay/)
  await press(page, 'Complete authentication')
  await page.waitForURL((url) => url.pathname === '/')
  await page
    .getByRole('region', { name: /Order #1 is in/ })
    .getByText('a…a@')
    .waitFor()
  await see('placed')
  await page.getByRole('link', { name: 'See receipt' }).click()
  await page.getByRole('button', { name: 'Print' }).waitFor()
  await see('receipt')
  await page.getByLabel('Email address of your order').fill('ada@example.com')
  await press(page, 'Cancel my order')
  await press(page, 'Yes, cancel my order')
  await said(page, 'This order was canceled.')
  await see('cancelled')
}

const takesOffAndOrdersAgain: Walk = async ({ shop, page, see }) => {
  await page.goto('/')
  for (const name of ['Sesame Bagels', 'Sesame Bagels', 'Curly Kale']) await tapAdd(page, name)
  await page.goto('/checkout')
  await fillNames(page)
  await choose(page, /^Farmers market/)
  await page.getByLabel('This is a gift').check()
  await page.getByLabel(/^Recipient’s name/).fill('Ruth Gray')
  await see('a gift')
  await payWith(page, GOOD)
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'See receipt' }).click()
  await page.getByRole('button', { name: 'Decrease quantity of Sesame Bagels' }).click()
  await see('one less')
  await page.getByLabel('Email address of your order').fill('ada@example.com')
  await press(page, 'Save my changes')
  await said(page, /^Taken off: 1 × Sesame Bagels/)
  await see('taken off')
  const mailed = `${page.url()}#again`
  await page.getByRole('link', { name: 'Add to this order' }).click()
  await tapAdd(page, 'Vine Tomatoes')
  await page.goto('/checkout')
  await said(page, 'Adding to order #1')
  await see('to be added')
  await fillNames(page)
  await payWith(page, GOOD)
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('region', { name: /Order #2 is in/ }).waitFor()
  await see('added')
  await (await anOwner(shop)).changeProduct('Curly Kale', { stock: 0 })
  await page.goto('/')
  await page.goto(mailed)
  const cart = page.getByRole('dialog')
  await cart.getByText(/^Sold out and no longer in your cart: Curly Kale/).waitFor()
  await see('the same again, without what is gone')
  await cart
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click()
  await see('what goes with it')
}

const soldOutMeanwhile: Walk = async ({ shop, page, see }) => {
  const { changeProduct } = await anOwner(shop)
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent'))
  await page.goto('/')
  await connected
  for (const name of ['Sesame Bagels', 'Curly Kale', 'Curly Kale']) await tapAdd(page, name)
  await changeProduct('Sesame Bagels', { stock: 0 })
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
  await card('Sesame Bagels').locator('[data-stock=out]').waitFor()
  await see('home, sold out')
  await changeProduct('Sesame Bagels', { stock: 4, price: 7.77 })
  await card('Sesame Bagels').getByText('$7.77').waitFor()
  await see('home, back at another price')
  await changeProduct('Curly Kale', { stock: 1 })
  await page.getByRole('button', { name: 'Cart with 1 item' }).first().waitFor()
  await see('home, one left')
  const again = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'))
  await page.goto('/checkout')
  await again
  await fillNames(page)
  await choose(page, /^Farmers market/)
  await changeProduct('Curly Kale', { price: 4.5 })
  await page.getByRole('button', { name: 'Pay $4.50' }).waitFor()
  await see('checkout at another price')
  await changeProduct('Curly Kale', { stock: 0 })
  await page.getByRole('heading', { name: 'Someone beat you to it' }).waitFor()
  await see('checkout, sold out')
}

const leaveAddress: Walk = async ({ shop, page, see }) => {
  await page.goto('/')
  await page.getByLabel('Email for the newsletter').fill('ada@example.com')
  await press(page, 'Subscribe')
  await said(page, 'Check your email')
  await see('subscribed')
  await (await anOwner(shop)).changeProduct('Farm Fresh Eggs', { stock: 0 })
  await page.goto('/p/1-farm-fresh-eggs')
  await press(page, 'Tell me when it’s back')
  await page.getByLabel('Your email').fill('ada@example.com')
  await see('waiting list')
  await press(page, 'Tell me when it’s back')
  await said(page, 'Check your email')
  await see('on the waiting list')
}

for (const width of widths(390)) {
  const asleep: readonly Look[] = width === 390 ? ['asleep'] : []
  // One walk in a short run.
  const inLongRuns = IS_LONG ? asleep : []
  test(`at ${width} px an order is put together and paid`, () =>
    compare(buyDelivered, aShopper(width), asleep))
  test(`at ${width} px a card is declined, another asked about, and the order cancelled`, () =>
    compare(declinedThenAsked, aShopper(width), inLongRuns))
  test(`at ${width} px a gift is bought, made smaller on its receipt, and ordered again`, () =>
    compare(takesOffAndOrdersAgain, aShopper(width)))
  test(`at ${width} px goods sell out meanwhile`, () =>
    compare(soldOutMeanwhile, aShopper(width), inLongRuns))
  test(`at ${width} px an address is left for letters and for what is sold out`, () =>
    compare(leaveAddress, aWriter(width), inLongRuns))
  test(`at ${width} px the desk lets in and saves`, () => compare(saveAtTheDesk, aShopper(width)))
}

/** As a shopper, of a shop that sends mails. */
function aWriter(width: number): Opening {
  return async (look) => {
    const { url } = await aMailServer()
    const env = { SMTP_URL: url, MAIL_FROM: 'Hill Farm <letters@farm.example>' }
    return aShopper(width, env)(look)
  }
}

const saveAtTheDesk: Walk = async ({ shop, page, see }) => {
  await aStallDay(shop)
  await page.goto('/admin#products')
  const password = page.getByRole('textbox', { name: /^Password/ })
  await password.fill('not the password')
  await press(page, 'Sign in')
  await said(page, 'Access denied')
  await password.fill(PASSWORD)
  await press(page, 'Sign in')
  await page.getByRole('button', { name: 'Add Product' }).waitFor()
  await said(page, /^Farm Fresh Eggs/)
  await see('products')
  for (const { what, save } of SAVES) {
    await save(page)
    await see(what)
  }
}

const go = (page: Page, hash: string) => page.evaluate((to) => location.assign(to), `#${hash}`)
const dialog = (page: Page) => page.getByRole('dialog').last()
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

/** The list is read again after what was saved is said. */
const priceOfPeas = (page: Page, price: string) =>
  page.locator('tr, li').filter({ hasText: 'Snap Peas' }).getByText(price).first().waitFor()

const SAVES: { what: string; save: (page: Page) => Promise<void> }[] = [
  {
    what: 'a product is made',
    save: async (page) => {
      await press(page, 'Add Product')
      await dialog(page).getByLabel(/^Name/).fill('Snap Peas')
      await dialog(page)
        .getByLabel(/^Category/)
        .selectOption({ index: 1 })
      await dialog(page).getByLabel('Price in $').fill('4.25')
      await dialog(page)
        .getByLabel(/^Stock/)
        .fill('9')
      await dialog(page).getByRole('button', { name: 'Create Product' }).click()
      await said(page, 'Product created')
      await gone(page)
      await priceOfPeas(page, '$4.25')
    },
  },
  {
    what: 'a product is changed',
    save: async (page) => {
      await press(page, 'Edit Snap Peas')
      await dialog(page).getByLabel('Price in $').fill('4.75')
      await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
      await said(page, 'Product updated')
      await gone(page)
      await priceOfPeas(page, '$4.75')
    },
  },
  {
    what: 'prices of many are changed',
    save: async (page) => {
      await press(page, 'Prices & stock')
      await page.getByRole('textbox', { name: 'Price of Snap Peas' }).fill('5.00')
      await said(page, '1 cell changed')
      await press(page, 'Save all')
      await said(page, /^(1 p|P)roducts? updated/)
      await gone(page)
      await priceOfPeas(page, '$5.00')
    },
  },
  {
    what: 'a setting is saved',
    save: async (page) => {
      await go(page, 'settings')
      await press(page, 'Edit Contact phone')
      await page.getByLabel(/^Contact phone/).fill('605 555 0199')
      await press(page, /^Save/)
      await said(page, 'Settings Updated')
    },
  },
  {
    what: 'a page is published',
    save: async (page) => {
      await go(page, 'pages')
      await press(page, 'Create Page')
      await dialog(page).getByRole('toolbar').waitFor()
      await dialog(page).getByLabel('Title').fill('Our 12 hens')
      await dialog(page).getByRole('textbox', { name: 'Content' }).click()
      await page.keyboard.type('They have names.')
      await dialog(page).getByRole('button', { name: 'Create Page' }).click()
      await said(page, 'Page created')
      await gone(page)
      // The list is read again after that.
      await page.locator('tr, li').filter({ hasText: 'Our 12 hens' }).first().waitFor()
    },
  },
  {
    what: 'a recipe is made',
    save: async (page) => {
      await go(page, 'recipes')
      await press(page, 'Add Recipe')
      await dialog(page).getByLabel(/^Name/).first().fill('Rye bagels')
      await dialog(page)
        .getByLabel(/^Servings/)
        .fill('8')
      await dialog(page).getByLabel(/^Name/).nth(1).fill('Rye flour')
      await dialog(page)
        .getByLabel(/^Quantity/)
        .fill('2.5')
      await dialog(page)
        .getByLabel(/^Cost per unit/)
        .fill('0.41')
      await dialog(page).getByText('$0.13').waitFor()
      await dialog(page).getByRole('button', { name: 'Create Recipe' }).click()
      await said(page, 'Recipe created')
      await page.getByRole('heading', { name: 'Rye bagels' }).waitFor()
      await page.getByLabel('Scale to servings').fill('16')
    },
  },
  {
    what: 'an order moves on',
    save: async (page) => {
      await go(page, 'orders')
      await page.getByLabel(/^Status\W+of order #1\W*$/).selectOption('processing')
      await said(page, 'Order status updated')
    },
  },
  {
    what: 'an order gets a note',
    save: async (page) => {
      await go(page, 'orders/1')
      await press(page, /^(Add a private note|Edit)/)
      await dialog(page).getByLabel(/note/i).last().fill('Owes us 2 egg cartons.')
      await press(page, /^Save/)
      // The field shows it too, until it goes.
      await page.getByRole('textbox', { name: /note/i }).waitFor({ state: 'detached' })
      await said(page, 'Owes us 2 egg cartons.')
    },
  },
  {
    what: 'a payment is given back',
    save: async (page) => {
      await page.getByRole('button', { name: 'More about this order' }).click()
      await press(page, 'Issue refund')
      await dialog(page)
        .getByLabel(/^How many of/)
        .first()
        .fill('1')
      await dialog(page).getByRole('radio', { name: /^Gone/ }).check()
      await dialog(page)
        .getByLabel(/^Reason/)
        .fill('Cracked')
      await dialog(page)
        .getByRole('button', { name: /^Refund/ })
        .click()
      await said(page, 'Refunded')
      await go(page, 'orders')
      await gone(page)
      // The list is read again meanwhile.
      await said(page, '$135.00')
    },
  },
  {
    what: 'orders are paused',
    save: async (page) => {
      await go(page, 'calendar')
      await press(page, 'Stop taking orders')
      await dialog(page).getByRole('button', { name: 'Stop taking orders' }).click()
      await gone(page)
      await said(page, 'Ordering is off since')
    },
  },
]

const sellAtTheStall: Walk = async ({ shop, page, see }) => {
  await page.getByLabel('Password').fill(shop.password)
  await press(page, 'Sign in')
  await page.getByRole('link', { name: 'Hand out' }).waitFor()
  // The date's other places appear once their days load.
  await page.getByRole('button', { name: 'Change to Farm store' }).waitFor()
  await page.getByRole('button', { name: 'Change to Delivery' }).waitFor()
  await see('the stall')
  await press(page, /^Hand out, /)
  await said(page, /1 picked up/)
  await said(page, /synced/)
  await see('one given')
  await page.getByRole('link', { name: 'Sell' }).click()
  for (const name of [/Curly Kale/, /Curly Kale/, /Sauerkraut/]) await press(page, name)
  await see('three in the sale')
  await page.getByLabel('Customer gives').fill('20')
  await said(page, 'Change due')
  await see('change due')
  await press(page, /^Sold, /)
  await said(page, /Saved on this phone/)
  await said(page, /synced/)
  await see('sold')
  // A quick second tap doesn't count as an undo.
  await page.waitForTimeout(700)
  await press(page, 'Undo')
  await said(page, /undone/)
  await said(page, /synced/)
  await see('undone')
  await page.getByRole('link', { name: 'Close' }).click()
  await press(page, 'Starting cash')
  await page.getByLabel('Amount in $').fill('50')
  await press(page, /^Save/)
  await said(page, '$50.00')
  await said(page, /synced/)
  await see('cash')
}

test('a phone at the stall hands over and sells', () =>
  compare(sellAtTheStall, async (look) => {
    const shop = await anOpenShop({ LIMITS: 'off' })
    await aStallDay(shop, { farmers_market: 3, farm_store: 0, delivery: 0 })
    const phone = await aStallPhone(shop.url)
    if (look !== 'plain') await translatePages(phone.context(), 'awake')
    return { shop, page: await phone.open() }
  }))

test('a part that breaks leaves the rest of the page and what was typed, is counted, and comes back', async () => {
  const { page } = await aVisitedShop({ width: 390 })
  await page.goto('/')
  await tapAdd(page, 'Sesame Bagels')
  await page.goto('/checkout')
  await fillNames(page)
  await choose(page, /^Farmers market/)
  await page.getByRole('button', { name: 'Pay $7.50' }).waitFor()
  // As an extension might: React will miss the node it wants to remove.
  await page.evaluate(() => document.querySelector('form [type=submit] svg')?.remove())
  const [counted] = await Promise.all([
    page.waitForResponse('**/api/broken-parts'),
    payWith(page, DECLINED),
  ])
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong here.' })
  await alert.getByText(/^Your cart and what you typed are saved/).waitFor()
  expect(counted.status()).toBe(204)
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Miller')
  await shot(page, 'broken-part')
  await alert.getByRole('button', { name: 'Load the page again' }).click()
  await page.getByRole('button', { name: 'Pay $7.50' }).waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Miller')
  expect(await page.getByRole('radio', { name: /^Farmers market/ }).isChecked()).toBe(true)
})
