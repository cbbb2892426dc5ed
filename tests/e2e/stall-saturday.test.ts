import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { encodeQR } from 'qr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cents, formatDollars } from '#contract/money/money.ts'
import { formatPass } from '#contract/orders/pickup-pass.ts'
import { HOUR } from '#contract/time/durations.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { aMailServer, headerOf } from '../a-mail-server.ts'
import { POSTAL_ADDRESS } from '../a-newsletter.ts'
import { whatIsWrong } from '../books.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitor, ended, shot, withBrowser } from './a-browser.ts'
import { aPhoneOrder } from './a-phone-order.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { enterDesk } from './an-owner.ts'
import {
  giveAway,
  goHome,
  packAll,
  pick,
  scanAndGive,
  sell,
  sendAll,
  setUp,
  takeBack,
  takeMoney,
  undoLastSale,
} from './stall-hands.ts'

withBrowser()

/** Chromium's flags that put an order's pass before its camera. */
async function aCameraThatSees(shop: AnOpenShop, id: number): Promise<string[]> {
  const { receipt_secret } = await shop.db
    .selectFrom('orders')
    .select('receipt_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // As pixels: a shop opened in this process keeps sharp from reading SVG.
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

async function stocks({ db }: AnOpenShop): Promise<Map<string, number>> {
  const rows = await db.selectFrom('products').select(['name', 'stock']).execute()
  return new Map(rows.map(({ name, stock }) => [name, stock]))
}

/** By the clock of the tests, which `Temporal.Now` does not know. */
const farmToday = () => farmDayOf(new Date().toISOString(), 'America/Denver').toString()

/** Makes today the market day, whatever the weekday: the desk counts no future day's cash. */
async function marketIsToday({ db }: AnOpenShop, dayId: number): Promise<void> {
  const day = farmToday()
  await write(db, async (tx) => {
    await tx.updateTable('market_days').set({ day }).where('id', '=', dayId).execute()
    const boxes = tx.updateTable('orders').where('market_day_id', '=', dayId)
    await boxes.set({ pickup_date: day }).execute()
  })
}

function hoursFromNow({ db }: AnOpenShop, hours: Hours): Promise<unknown> {
  const at = Object.entries(hours).map(([name, from]) => [name, instantIn(from)])
  const today = farmToday()
  const days = (tx: AnOpenShop['db']) => tx.updateTable('market_days').where('day', '=', today)
  return write(db, (tx) => days(tx).set(Object.fromEntries(at)).execute())
}

type Hours = Partial<Record<'order_until' | 'opens_at' | 'closes_at', number>>

const instantIn = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

async function prepare({ db }: AnOpenShop): Promise<void> {
  const at = new Date().toISOString()
  const reader = { email: 'bo@example.com', email_key: 'bo@example.com', leave_secret: 'leave' }
  const times = { asked_at: at, confirmed_at: at }
  const state = { state: 'subscribed' as const, consent: '' }
  const weighed = { weigh_unit: 'lb', weigh_cents: 650, weigh_to: 5000, price_cents: 3250 } as never
  await write(db, async (tx) => {
    await tx
      .insertInto('subscribers')
      .values({ ...reader, ...times, ...state })
      .execute()
    const address = tx.updateTable('settings').where('key', '=', 'postal_address')
    await address.set({ value: POSTAL_ADDRESS }).execute()
    await tx.updateTable('products').where('name', '=', CHEESE).set(weighed).execute()
    await sql`update orders set customer_email = 'buyer' || id || '@example.com'`.execute(tx)
  })
}

async function atTheDesk(shop: AnOpenShop): Promise<Page> {
  const { page } = await aVisitor(shop.url, { width: 1280 })
  await enterDesk(page)
  await page.getByRole('tablist').waitFor()
  return page
}

/** Today's one button says this, on laptop and phone, and leads on. */
async function follow(desk: Page, label: string): Promise<void> {
  await desk.goto('/admin#today')
  await desk.reload()
  const card = desk.locator('section[aria-labelledby="today-title"]')
  const links = card.getByRole('link')
  await links.first().waitFor()
  expect(await links.allInnerTexts()).toEqual([label])
  const name = `week-today-${label.replaceAll(/\W+/g, '-').toLowerCase()}`
  await shot(desk, name)
  await desk.setViewportSize({ width: 390, height: 844 })
  await shot(desk, name)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await links.click()
}

async function sendLetter(desk: Page): Promise<void> {
  await follow(desk, 'Send the newsletter')
  await press(desk, 'Send to 1 subscriber')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
  await desk.getByText('1 of 1 sent').waitFor()
}

async function tellAll(desk: Page): Promise<void> {
  await follow(desk, `Tell ${BOXES + 2} people it’s ready`)
  await desk.getByText(`${BOXES} people get an email. You call 2.`).waitFor()
  await shot(desk, 'week-tell')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Tell them' }).click()
  for (const called of [0, 1]) {
    await desk.getByText(`${called} of 2 done`).waitFor()
    // A faster click on the row that moved up counts as the second of a double click.
    await desk.waitForTimeout(350)
    await press(desk, /^Called /)
  }
  await desk.getByText('2 of 2 done').waitFor()
  await shot(desk, 'week-told')
}

const SEGMENTS = ['Harvest', 'Pack', 'Hand out', 'Sell', 'Close', 'More']

async function picture(page: Page, what: string): Promise<void> {
  if (process.env.SHOTS !== '1') return
  for (const segment of SEGMENTS) {
    await page.getByRole('link', { name: segment, exact: true }).first().click()
    await page.getByRole('heading', { level: 2 }).first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await ended(page)
      await shot(page, `week-${what}-${segment.replace(' ', '-').toLowerCase()}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

async function decide(page: Page): Promise<void> {
  await press(page, /^No-show: choose/)
  await page.getByRole('radio', { name: /^Give away/ }).check()
}

/**
 * The desk says it's waiting for the second phone: the laptop opened the market first, and decides
 * about nobody until that phone is heard from.
 */
async function waitForSecond(desk: Page): Promise<void> {
  await desk.goto('/admin/stall#close/no-shows')
  await desk.getByRole('heading', { name: 'No-shows' }).waitFor()
  await desk.getByText(/^Phone 3 was last heard from .*connect it to the internet/).waitFor()
  expect(await desk.getByText(/Phone was/).count()).toBe(0)
  await shot(desk, 'saturday-desk-waits')
  await decide(desk)
  await desk
    .getByText(/^Phone 3 has not been heard from since the market closed/)
    .first()
    .waitFor()
  await shot(desk, 'saturday-desk-refuses')
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

type Closing = { dayId: number; left: number; cash: string }

async function closeDay(desk: Page, { dayId, left, cash }: Closing): Promise<void> {
  await desk.getByText(/^Phone 3 was last heard/).waitFor({ state: 'hidden', timeout: 25_000 })
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

/** At the market, besides those of Eve and Walt, who called; 33 of them are handed out. */
const BOXES = 36
const CHEESE = 'Garden Herb Cheese, half pound'
/** Eve gets one pound of two. */
const EVES = 'Vine Tomatoes, pound'
/** Weight and cents of Walt's cheese, at $6.50 a pound. */
const [WEIGHT, WALT_PAYS] = ['7.1', 4615]
const SCANNED = 34
const UNDONE = 'Curly Kale, bunch'
/** Sales on each phone, two products in turn. */
const SALES = 20
const LOADED = 11
const [ON_ONE, ON_TWO] = [
  ['Butternut Squash, each', UNDONE],
  ['Sauerkraut, pint', 'Farm Fresh Eggs, dozen'],
]

/** Expected in the box besides the change: each sale, and what Eve and Walt paid. */
async function takenOf({ db }: AnOpenShop): Promise<number> {
  const priceOf = async (name: string) => {
    const product = db.selectFrom('products').select('price_cents').where('name', '=', name)
    return (await product.executeTakeFirstOrThrow()).price_cents
  }
  let sum = WALT_PAYS + (await priceOf(EVES))
  for (const name of [...ON_ONE, ...ON_TWO]) sum += ((await priceOf(name)) * SALES) / 2
  return sum
}

async function saidBy(page: Page, market: string): Promise<string[]> {
  const look = async (segment: string, what: Locator) => {
    await page.getByRole('link', { name: segment, exact: true }).tap()
    await what.first().waitFor()
    return what.allInnerTexts()
  }
  await page.goto(market)
  const expected = page.locator('dl > div').filter({ hasText: 'Expected in the box' })
  return [
    ...(await look('Hand out', page.getByText(/ picked up$/))),
    ...(await look('Close', expected)),
    ...(await look('Sell', page.locator('main li button'))),
  ]
}

test.runIf(IS_LONG)(
  'a whole week from the letter to its money, with two phones without a network, ends in books that are right',
  async () => {
    const mail = await aMailServer()
    const shop = await anOpenShop({ SMTP_URL: mail.url, MAIL_FROM: 'Farm <farm@farm.example>' })
    const dayId = await aStallDay(shop, { farmers_market: BOXES, farm_store: 0, delivery: 0 })
    await prepare(shop)
    await aPhoneOrder(shop, dayId, { product: EVES })
    await aPhoneOrder(shop, dayId, { product: CHEESE, customerName: 'Walt Young' })
    await marketIsToday(shop, dayId)
    await hoursFromNow(shop, { order_until: 2, opens_at: 3, closes_at: 8 })
    const args = await aCameraThatSees(shop, SCANNED)
    const one = await aStallPhone(shop.url, { args })
    const two = await aStallPhone(shop.url, { colorScheme: 'dark' })
    const [first, second] = [await one.open(), await two.open()]
    const desk = await atTheDesk(shop)
    // Orders put straight into the tables have payments and sums no shop made.
    const findings = async () => [...(await whatIsWrong(shop.db)), ...(await checkBooks(shop.db))]
    const before = await findings()
    await sendLetter(desk)
    await follow(desk, 'Harvest list')
    await hoursFromNow(shop, { order_until: -1 })
    await follow(desk, 'Harvest list')
    await desk.getByRole('link', { name: 'Pack' }).waitFor()
    await picture(desk, 'full')
    await loadStall(first, shop.password)
    const market = `${shop.url}/admin/stall?day=${dayId}`
    await first.goto(market)
    await picture(first, 'full')
    const need = await needOf(first, EVES)
    await pick(first, EVES, need - 1)
    await packAll(first, { from: 0, to: 1, of: BOXES + 2, weight: WEIGHT })
    await follow(desk, 'Pack')
    await desk.getByText(`1 of ${BOXES + 2} packed`).waitFor()
    await packAll(first, { from: 1, to: BOXES + 2, of: BOXES + 2, weight: WEIGHT })
    await tellAll(desk)
    const subjects = () => mail.arrived.map((one) => headerOf(one, 'subject'))
    await expect.poll(() => subjects().filter((one) => /ready/.test(one ?? '')).length).toBe(BOXES)
    await follow(desk, 'Open the market')
    await hoursFromNow(shop, { opens_at: -1 })
    await follow(desk, 'Open the market')
    await loadStall(second, shop.password)
    await second.goto(market)
    const stockBefore = await stocks(shop)
    const goods = [...ON_ONE, ...ON_TWO]
    await setUp(first, goods, LOADED)
    // Today asks for the cash only of a market of which the shop has heard.
    await sendAll(first)
    for (const phone of [one, two]) await phone.context().setOffline(true)
    await giveAway(first, { from: 0, to: 5 })
    await scanAndGive(first, SCANNED)
    await takeMoney(first, 'eve')
    await takeMoney(first, 'walt')
    await giveAway(first, { from: 8, to: 33 })
    await sell(first, ON_ONE, SALES)
    await undoLastSale(first)
    await sell(first, [UNDONE], 1)
    await picture(first, 'offline')
    // Both hand out the same boxes, as two people at one table do.
    await giveAway(second, { from: 0, to: 6 })
    await takeBack(second, 6, 5)
    await sell(second, ON_TWO, SALES)
    await picture(second, 'offline-2')
    await goHome(first, '60', goods, LOADED - SALES / 2)
    await hoursFromNow(shop, { closes_at: 0 })
    await follow(desk, 'Count the cash and close')
    await sendAll(first)
    await waitForSecond(desk)
    await sendAll(second)
    const taken = await takenOf(shop)
    const cash = formatDollars(cents(5000 + taken))
    await closeDay(desk, { dayId, left: 5, cash })
    const commands = shop.db.selectFrom('stall_commands').select(['kind', 'outcome', 'message'])
    const odd = (await commands.execute()).filter(({ outcome }) => outcome !== 'applied')
    expect(odd).toEqual([])
    const given = shop.db.selectFrom('orders').select(['id', 'status'])
    const statuses = (await given.where('collected_at', 'is not', null).execute()).map(
      ({ status }) => status,
    )
    expect(statuses).toEqual(Array.from({ length: 33 }, () => 'delivered'))
    expect(await shop.db.selectFrom('sales').select('id').execute()).toHaveLength(2 * SALES + 1)
    for (const name of goods) stockBefore.set(name, (stockBefore.get(name) ?? 0) - SALES / 2)
    expect(await stocks(shop)).toEqual(stockBefore)
    expect(await findings()).toEqual(before)
    const said = async (page: Page) => (await saidBy(page, market)).join('\n')
    for (const page of [first, second])
      await expect
        .poll(() => said(page))
        // Those given away have left as well.
        .toMatch(new RegExp(`^${BOXES + 2} picked up\\nExpected in the box\\n\\${cash}\\n`))
    expect(await said(first)).toBe(await said(second))
    // What Today says is what Money shows.
    await desk.goto('/admin#today')
    const week = await desk.getByRole('link', { name: /^This week: / }).textContent()
    const money = (week ?? '').replace('This week: ', '')
    await follow(desk, `This week: ${money}`)
    await desk.getByText(money).first().waitFor()
    await shot(desk, 'week-figures')
  },
  600_000,
)

async function needOf(page: Page, name: string): Promise<number> {
  await page.getByRole('link', { name: 'Harvest', exact: true }).tap()
  const row = page.getByRole('listitem').filter({ has: page.getByLabel(`${name}: picked`) })
  return Number(await row.locator('strong').last().textContent())
}
