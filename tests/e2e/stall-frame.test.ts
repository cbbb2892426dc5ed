import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { shot } from './a-browser.ts'
import { aFront } from './a-front.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall, storeOf } from './a-stall-phone.ts'
import { anOpenShop } from './an-open-shop.ts'

/** Where the first row or control begins, in px from the top. */
const firstRow = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main :is(button, input, a, li, dt)')]
    const seen = all.filter((one) => one.checkVisibility())
    return Math.min(...seen.map((one) => one.getBoundingClientRect().top))
  })

const segments = (page: Page) =>
  page.getByRole('navigation', { name: 'Market day' }).getByRole('link')

async function lookAtEach(page: Page): Promise<Record<string, number>> {
  const tops: Record<string, number> = {}
  for (const segment of await segments(page).all()) {
    await segment.click()
    const name = (await segment.textContent()) ?? ''
    await page.getByRole('heading', { level: 2, name }).waitFor({ state: 'attached' })
    tops[name] = await firstRow(page)
  }
  return tops
}

const farmersBar = (page: Page) => page.getByRole('navigation', { name: 'Desk' })

const openDays = (page: Page) => page.getByRole('heading', { level: 1 }).getByRole('button').click()

test('on every segment the first row is within the top 230 px, under the farmer’s bar and on a helper’s phone', async () => {
  const shop = await anOpenShop({ LIMITS: 'off' })
  await aStallDay(shop, { farmers_market: 3, farm_store: 2, delivery: 1 })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  const tops = await lookAtEach(page)
  console.info('first row, px from the top:', JSON.stringify(tops))
  for (const [name, top] of Object.entries(tops)) expect(top, name).toBeLessThanOrEqual(230)
  expect(await farmersBar(page).getByRole('link').allInnerTexts()).toEqual([
    ...['Today', 'Orders', 'Market', 'Products', 'More'],
  ])

  const post = async (path: string, data?: object) =>
    (await phone.context().request.post(`${shop.url}${path}`, { data })).json()
  const { id } = await post('/api/people', { name: 'Rosa' })
  const { url } = await post(`/api/people/${id}/links`)
  const hers = await aStallPhone(shop.url)
  const other = hers.context().pages()[0] ?? (await hers.context().newPage())
  await other.goto(`${shop.url}/admin${new URL(url).hash}`)
  await other.getByRole('button', { name: 'Use this phone' }).click()
  await segments(other).first().waitFor()
  expect(new URL(other.url()).pathname).toBe('/admin/stall')
  await shot(other, 'stall-helper', { fullPage: false })
  expect(await farmersBar(other).count()).toBe(0)
  for (const [name, top] of Object.entries(await lookAtEach(other)))
    expect(top, name).toBeLessThanOrEqual(230)
  await other.getByRole('link', { name: 'More' }).click()
  await other.getByRole('link', { name: /^Stock/ }).waitFor()
  expect(await other.getByRole('link', { name: /^(?:Email everyone|Deliveries)/ }).count()).toBe(0)
  // The desk has nothing else for a helper: an icon that opens it lands here too.
  await other.goto(`${shop.url}/admin`)
  await segments(other).first().waitFor()
})

function brokenInHeader(): string[] {
  const header = document.querySelector('header')
  const texts = [...(header?.querySelectorAll<HTMLElement>('h1 span, button span') ?? [])]
  const isWhole = (one: HTMLElement) =>
    one.getBoundingClientRect().height < 30 && one.scrollWidth <= one.clientWidth
  const broken = texts.filter((one) => !isWhole(one)).map((one) => one.textContent)
  const controls = [...(header?.querySelectorAll('button, a') ?? [])]
  const isSeen = (one: Element) => one.getBoundingClientRect().right <= innerWidth
  return [...broken, ...controls.filter((one) => !isSeen(one)).map((one) => one.outerHTML)]
}

test('without a network all three places of the date are one tap apart below a whole date, and an icon that opens the desk leads here', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 2, farm_store: 1, delivery: 1 })
  const front = await aFront(shop.url)
  const phone = await aStallPhone(front.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  const change = page.getByRole('button', { name: 'Change to Farm store' })
  await change.waitFor()
  await page.getByRole('button', { name: /^Change to (?!Farm store)/ }).waitFor()
  expect(await page.evaluate(brokenInHeader)).toEqual([])
  await shot(page, 'stall-three-places', { fullPage: false })
  for (const [name, top] of Object.entries(await lookAtEach(page)))
    expect(top, name).toBeLessThanOrEqual(230)
  // A worker that the browser starts anew does not know of its switch at once.
  front.cut(true)
  await phone.context().setOffline(true)
  await page.goto(`${front.url}/admin`)
  await change.tap()
  await page.getByRole('heading', { level: 1, name: 'Farm store' }).waitFor()
  await page
    .getByRole('button', { name: /^Hand out, / })
    .first()
    .tap()
  await page.getByText('1 picked up').waitFor()
  await page.getByRole('link', { name: '1 note waiting to sync' }).waitFor()
  await page.getByRole('button', { name: 'Change to Farmers market' }).tap()
  await page.getByText('0 picked up').waitFor()
  await page.getByRole('link', { name: 'More' }).first().tap()
  expect(await page.locator('main').getByRole('link').count()).toBe(0)
  await page.getByText('Needs a connection').first().waitFor()
})

test('opened without a part, a day shows the harvest before it, handing out on it, and closing after it', async () => {
  const shop = await anOpenShop()
  const id = await aStallDay(shop, { farmers_market: 2, farm_store: 0, delivery: 0 })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  const opens = async (hours: number) => {
    const instant = (more: number) => new Date(Date.now() + (hours + more) * HOUR).toISOString()
    const times = { opens_at: instant(0), closes_at: instant(2) }
    await write(shop.db, (tx) =>
      tx.updateTable('market_days').set(times).where('id', '=', id).execute(),
    )
  }
  const shown = page.getByRole('navigation', { name: 'Market day' }).locator('[aria-current]')
  await opens(72)
  await loadStall(page, shop.password)
  for (const [hours, part] of [
    [72, 'Harvest'],
    [-1, 'Hand out'],
    [-3, 'Close'],
  ] as const) {
    await opens(hours)
    // The day on the phone may be an earlier one when the page opens.
    const opened = async () => {
      await page.goto(`${shop.url}/admin/stall?day=${id}`)
      return shown.textContent()
    }
    await expect.poll(opened, { timeout: 10_000, interval: 500 }).toBe(part)
    await page.goto(`${shop.url}/admin/stall#sell`)
    await expect.poll(() => shown.textContent()).toBe('Sell')
  }
})

test('what was picked stays on the phone, and no address of an earlier day is lost', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 4, farm_store: 0, delivery: 0 })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  await phone.context().setOffline(true)
  await page.getByRole('link', { name: 'Harvest' }).tap()
  await page
    .getByRole('button', { name: /^All of / })
    .first()
    .tap()
  const field = page.getByRole('textbox', { name: /: picked$/ }).nth(1)
  await field.fill('0')
  await page.getByText(/^2 of \d+ picked$/).waitFor()
  await page.getByText(/^\d+ short$/).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Harvest' }).tap()
  await page.getByText(/^2 of \d+ picked$/).waitFor()
  expect(await field.inputValue()).toBe('0')
  for (const [was, is] of [
    ['hand-over', 'hand-out'],
    ['cash', 'close'],
    ['cash/truck', 'close/truck'],
    ['unsent', 'notes'],
  ]) {
    await page.goto(`${shop.url}/admin/stall#${was}`)
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${is}`)
  }
})

test('signing out at the desk sends what waits on the phone first, or says how many notes it keeps', async () => {
  const shop = await anOpenShop({ LIMITS: 'off' })
  await aStallDay(shop, { farmers_market: 3, farm_store: 0, delivery: 0 })
  const front = await aFront(shop.url)
  const phone = await aStallPhone(front.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  const handOut = () =>
    page
      .getByRole('button', { name: /^Hand out, / })
      .first()
      .tap()
  const signOut = async () => {
    await page.goto(`${front.url}/admin#more`)
    await page.getByRole('button', { name: 'Sign out' }).click()
  }
  const broken = { status: 503, type: 'text/plain', body: 'not now' }
  front.answer('/api/stall/commands', broken)
  await handOut()
  await page.getByRole('link', { name: '1 note waiting to sync' }).waitFor()
  await signOut()
  await page.getByText('Signed out at the desk. 1 note is kept on this phone.').waitFor()
  expect((await storeOf(page)).outbox).toHaveLength(1)
  // The phone's grant outlives the desk's session.
  await page.getByRole('link', { name: 'Back to the market day' }).click()
  await handOut()
  front.answer('/api/stall/commands', null)
  await openDays(page)
  await page.getByRole('button', { name: 'Send 2 notes and sign out' }).click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  const { outbox, snapshot } = await storeOf(page)
  expect([outbox, snapshot]).toEqual([[], []])
  const taken = shop.db.selectFrom('stall_commands').select('outcome').execute()
  expect((await taken).map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
})
