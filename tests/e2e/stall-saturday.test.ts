import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { encodeQR } from 'qr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formatPass } from '#contract/pickup-pass.ts'
import { orderMarkOf } from '#server/features/standing/order-mark.ts'
import { whatIsWrong } from '../books.ts'
import { IS_LONG } from '../length-of-run.ts'
import { shot } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'

const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json' }

/** Somebody called, and pays at pickup. */
async function aPhoneOrder({ url, db }: AnOpenShop, marketDayId: number): Promise<void> {
  const sent = (cookie: string, body: object) => ({
    ...{ method: 'POST', headers: { ...JSON_BODY, cookie }, body: JSON.stringify(body) },
  })
  const login = await fetch(`${url}/api/admin/login`, sent('', { password: PASSWORD }))
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { id, price_cents } = await db
    .selectFrom('products')
    .select(['id', 'price_cents'])
    .where('stock', '>', 3)
    .executeTakeFirstOrThrow()
  const order = {
    ...{ id: crypto.randomUUID(), customerName: 'Eve Fisher', marketDayId, paidBy: null },
    items: [{ productId: id, quantity: 2, price: price_cents / 100 }],
    total: (price_cents * 2) / 100,
  }
  expect((await fetch(`${url}/api/desk/orders`, sent(cookie, order))).status).toBe(201)
}

/** What makes Chromium's camera see the pass of an order. */
async function aCameraThatSees(shop: AnOpenShop, id: number): Promise<string[]> {
  const { receipt_secret } = await shop.db
    .selectFrom('orders')
    .select('receipt_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const drawn = encodeQR(formatPass({ id, mark: orderMarkOf(receipt_secret) }), 'svg', {
    border: 8,
  })
  const film = join(shop.dataDir, 'camera.mjpeg')
  await writeFile(
    film,
    await sharp(Buffer.from(drawn))
      .resize(480, 480)
      .flatten({ background: '#fff' })
      .jpeg()
      .toBuffer(),
  )
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().tap()
const go = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().tap()
const saved = (page: Page) => page.getByText(/Saved on this phone/).waitFor()

async function giveAway(page: Page, count: number): Promise<void> {
  for (let given = 1; given <= count; given++) {
    await tap(page, /^Give, /)
    await page.getByText(`${given} given`).waitFor()
  }
}

async function sell(page: Page, names: readonly RegExp[]): Promise<void> {
  for (const name of names) await tap(page, name)
  await shot(page, 'saturday-selling')
  await tap(page, /^Sold, /)
  await saved(page)
}

async function typeAll(page: Page, units: readonly number[]): Promise<void> {
  const fields = page.locator('main input')
  for (const [place, count] of units.entries()) await fields.nth(place).fill(String(count))
}

/** In the morning: change in the box, goods on the truck. */
async function setUp(page: Page): Promise<void> {
  await go(page, 'Cash')
  await tap(page, 'Change at the start')
  await page.getByLabel('Amount in $').fill('50')
  await tap(page, 'Save')
  await page.getByText('$50.00').first().waitFor()
  await go(page, 'Goods on the truck')
  await typeAll(page, [3, 0, 3])
  await tap(page, 'Put them on the truck')
  await saved(page)
  await shot(page, 'saturday-truck')
}

/** A box that its buyer's code finds, and another one that is paid at the table. */
async function scanAndTakeMoney(page: Page): Promise<void> {
  await tap(page, 'Scan')
  await page.getByRole('button', { expanded: true, name: /^#9/ }).waitFor({ timeout: 20_000 })
  await shot(page, 'saturday-scanned')
  await tap(page, 'Show all')
  await page.getByLabel('Number or first name').fill('eve')
  await tap(page, /^Take /)
  await page.getByLabel('Customer gives').fill('100')
  await shot(page, 'saturday-pay')
  await tap(page, 'Paid and given')
  await tap(page, 'Show all')
}

async function goHome(page: Page): Promise<void> {
  await go(page, 'Cash')
  await page.getByLabel('Counted, in $').fill('60')
  await shot(page, 'saturday-cash')
  await tap(page, 'Write down the count')
  await saved(page)
  await go(page, 'Came home')
  await typeAll(page, [1, 1])
  await shot(page, 'saturday-home')
  await tap(page, 'Write down what came home')
  await saved(page)
}

async function sendAll(page: Page): Promise<void> {
  await go(page, /^Unsent/)
  await shot(page, 'saturday-unsent')
  await page.context().setOffline(false)
  await tap(page, 'Try now')
  await page.getByText('unsent: the shop has it all').waitFor()
}

test.runIf(IS_LONG)(
  'a whole Saturday on two phones without a network ends in books that are right',
  async () => {
    const shop = await anOpenShop()
    const dayId = await aStallDay(shop, { farmers_market: 16, farm_store: 0, delivery: 0 })
    await aPhoneOrder(shop, dayId)
    const args = await aCameraThatSees(shop, 9)
    const [one, two] = [
      await aStallPhone(shop.url, { args }),
      await aStallPhone(shop.url, { width: 360, colorScheme: 'dark' }),
    ]
    const [first, second] = [await one.open(), await two.open()]
    await loadStall(first, shop.password, 'Phone 1')
    await loadStall(second, shop.password, 'Phone 2')
    // The demo's payments were never made at a provider.
    const before = await whatIsWrong(shop.db)
    await setUp(first)
    for (const phone of [one, two]) await phone.context().setOffline(true)
    await go(first, 'Hand over')
    await giveAway(first, 5)
    await shot(first, 'saturday-hand-over')
    await scanAndTakeMoney(first)
    await go(first, 'Sell')
    await sell(first, [/Butternut Squash/, /Butternut Squash/, /Curly Kale/])
    // Both hand over the same boxes, as happens at a table with two people.
    await giveAway(second, 6)
    await shot(second, 'saturday-hand-over')
    await go(second, 'Sell')
    await sell(second, [/Dill Pickles/, /Farm Fresh Eggs/])
    await goHome(first)
    await sendAll(second)
    await sendAll(first)
    const commands = shop.db.selectFrom('stall_commands').select(['kind', 'outcome', 'words'])
    const odd = (await commands.execute()).filter(({ outcome }) => outcome !== 'applied')
    expect(odd).toEqual([])
    const given = shop.db.selectFrom('orders').select('id').where('collected_at', 'is not', null)
    expect((await given.execute()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 17])
    expect(await shop.db.selectFrom('sales').select('id').execute()).toHaveLength(2)
    expect(await whatIsWrong(shop.db)).toEqual(before)
  },
  180_000,
)
