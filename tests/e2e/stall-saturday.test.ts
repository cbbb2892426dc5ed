import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { encodeQR } from 'qr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cents, formatDollars } from '#contract/money/money.ts'
import { formatPass } from '#contract/orders/pickup-pass.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { orderMarkOf } from '#server/features/standing/order-balance.ts'
import { whatIsWrong } from '../books.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitor, shot, withBrowser } from './a-browser.ts'
import { aPhoneOrder } from './a-phone-order.ts'
import { PASSWORD } from './a-running-shop.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { giveAway, goHome, scanAndGive, sell, sendAll, setUp, takeMoney } from './stall-hands.ts'

withBrowser()

/** What makes Chromium's camera see the pass of an order. */
async function aCameraThatSees(shop: AnOpenShop, id: number): Promise<string[]> {
  const { receipt_secret } = await shop.db
    .selectFrom('orders')
    .select('receipt_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // As pixels: a shop that was opened in this process lets sharp read no SVG.
  const dots = encodeQR(formatPass({ id, mark: orderMarkOf(receipt_secret) }), 'raw', { border: 8 })
  const pixels = Buffer.from(dots.flat().map((isDark) => (isDark ? 0 : 255)))
  const raw = { width: dots.length, height: dots.length, channels: 1 } as const
  const film = join(shop.dataDir, 'camera.mjpeg')
  await writeFile(
    film,
    await sharp(pixels, { raw }).resize(480, 480, { kernel: 'nearest' }).jpeg().toBuffer(),
  )
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}

/** What each product has in stock. */
async function stocks({ db }: AnOpenShop): Promise<Map<string, number>> {
  const rows = await db.selectFrom('products').select(['name', 'stock']).execute()
  return new Map(rows.map(({ name, stock }) => [name, stock]))
}

/** The market is today, whatever day of the week this is: the desk counts the cash of no day that is to come. */
async function marketIsToday({ db }: AnOpenShop, dayId: number): Promise<void> {
  const day = Temporal.Now.plainDateISO('America/Denver').toString()
  await write(db, async (tx) => {
    await tx.updateTable('market_days').set({ day }).where('id', '=', dayId).execute()
    const boxes = tx.updateTable('orders').where('market_day_id', '=', dayId)
    await boxes.set({ pickup_date: day }).execute()
  })
}

/** The stall closes now. */
function closeStall({ db }: AnOpenShop, dayId: number): Promise<unknown> {
  const closes_at = new Date().toISOString()
  const day = (tx: AnOpenShop['db']) => tx.updateTable('market_days').where('id', '=', dayId)
  return write(db, (tx) => day(tx).set({ closes_at }).execute())
}

/** The farmer's laptop, which is let in as the desk is. */
async function atTheDesk(shop: AnOpenShop): Promise<Page> {
  const { page } = await aVisitor(shop.url, { width: 390 })
  await page.goto('/admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('tablist').waitFor()
  await page.goto('/admin/stall#close/no-shows')
  await page.getByRole('heading', { name: 'No-shows' }).waitFor()
  return page
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Looks at what becomes of the first box that nobody came for; `done` is pressed where it may be. */
async function decide(page: Page): Promise<void> {
  await press(page, /^No-show: choose/)
  await page.getByRole('radio', { name: /^Give away/ }).check()
  await press(page, 'See what it does')
}

/** The desk waits for Phone 2 in words, and decides about nobody until it was heard. */
async function waitForPhone2(desk: Page): Promise<void> {
  await desk.getByText(/^Phone 2 was last heard from .*connect it to the internet/).waitFor()
  expect(await desk.getByText(/Phone was/).count()).toBe(0)
  await shot(desk, 'saturday-desk-waits')
  await decide(desk)
  await desk
    .getByText(/^Phone 2 has not been heard from since the market closed/)
    .first()
    .waitFor()
  await shot(desk, 'saturday-desk-refuses')
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

type Closing = { dayId: number; left: number; cash: string }

/** The day is closed: each box that is left is decided about, and the cash is counted again. */
async function closeDay(desk: Page, { dayId, left, cash }: Closing): Promise<void> {
  await desk.getByText(/^Phone 2 was last heard/).waitFor({ state: 'hidden', timeout: 25_000 })
  for (let open = left; open > 0; open--) {
    await desk
      .getByRole('button', { name: /^No-show: choose/ })
      .nth(open - 1)
      .waitFor()
    await decide(desk)
    await press(desk, 'Give it away')
    await desk.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await desk.getByText('No market has closed with boxes left.').waitFor()
  await desk.goto(`/admin/stall?day=${dayId}#close`)
  await desk.getByText(/^Since the last count .* Please count again/).waitFor()
  await shot(desk, 'saturday-desk-late')
  const box = desk.getByRole('region', { name: 'Cash box' })
  await box.getByText(cash, { exact: true }).waitFor()
  await desk.getByLabel('Counted, in $').fill(cash.replace(/[$,]/g, ''))
  await desk.getByText('It is right').first().waitFor()
  await press(desk, 'Save count')
  await desk.getByText(/Saved on this phone/).waitFor()
  await shot(desk, 'saturday-desk-closed')
}

/** At the market, of which Eve's is one more; 33 of them are handed over. */
const BOXES = 36
const EVE = BOXES + 1
const SCANNED = 34
/** Sales on each phone, by turns of two products. */
const SALES = 20
const LOADED = 11
const [ON_ONE, ON_TWO] = [
  ['Butternut Squash, each', 'Curly Kale, bunch'],
  ['Sauerkraut, pint', 'Farm Fresh Eggs, dozen'],
]

/** What should be in the box: the change, each sale, and what Eve paid. */
async function cashOf({ db }: AnOpenShop, sold: readonly string[]): Promise<string> {
  const products = db.selectFrom('products').select('price_cents').where('name', 'in', sold)
  const prices = (await products.execute()).map(({ price_cents }) => price_cents)
  expect(prices).toHaveLength(sold.length)
  const eve = db.selectFrom('orders').select('total_cents').where('id', '=', EVE)
  const { total_cents } = await eve.executeTakeFirstOrThrow()
  const sales = prices.reduce((sum, price) => sum + (price * SALES) / 2, 0)
  return formatDollars(cents(5000 + sales + total_cents))
}

test.runIf(IS_LONG)(
  'a whole Saturday on two phones without a network ends in books that are right',
  async () => {
    const shop = await anOpenShop()
    const dayId = await aStallDay(shop, { farmers_market: BOXES, farm_store: 0, delivery: 0 })
    await aPhoneOrder(shop, dayId)
    await marketIsToday(shop, dayId)
    const args = await aCameraThatSees(shop, SCANNED)
    const one = await aStallPhone(shop.url, { args })
    const two = await aStallPhone(shop.url, { width: 360, colorScheme: 'dark' })
    const [first, second] = [await one.open(), await two.open()]
    await loadStall(first, shop.password)
    await loadStall(second, shop.password)
    // Orders that were written into the tables have payments and sums that no shop made.
    const findings = async () => [...(await whatIsWrong(shop.db)), ...(await checkBooks(shop.db))]
    const before = await findings()
    const stockBefore = await stocks(shop)
    const goods = [...ON_ONE, ...ON_TWO]
    await setUp(first, goods, LOADED)
    for (const phone of [one, two]) await phone.context().setOffline(true)
    await giveAway(first, { from: 0, to: 5 })
    await scanAndGive(first, SCANNED)
    await takeMoney(first, 'eve')
    await giveAway(first, { from: 7, to: 33 })
    await sell(first, ON_ONE, SALES)
    // Both hand over the same boxes, as happens at a table with two people.
    await giveAway(second, { from: 0, to: 6 })
    await sell(second, ON_TWO, SALES)
    await goHome(first, '60', goods, LOADED - SALES / 2)
    await closeStall(shop, dayId)
    await sendAll(first)
    const desk = await atTheDesk(shop)
    await waitForPhone2(desk)
    await sendAll(second)
    await closeDay(desk, { dayId, left: 4, cash: await cashOf(shop, goods) })
    const commands = shop.db.selectFrom('stall_commands').select(['kind', 'outcome', 'words'])
    const odd = (await commands.execute()).filter(({ outcome }) => outcome !== 'applied')
    expect(odd).toEqual([])
    const given = shop.db.selectFrom('orders').select('id').where('collected_at', 'is not', null)
    expect((await given.execute()).map(({ id }) => id)).toHaveLength(33)
    expect(await shop.db.selectFrom('sales').select('id').execute()).toHaveLength(2 * SALES)
    for (const name of goods) stockBefore.set(name, (stockBefore.get(name) ?? 0) - SALES / 2)
    expect(await stocks(shop)).toEqual(stockBefore)
    expect(await findings()).toEqual(before)
  },
  300_000,
)
