import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { undoSale } from '#server/features/market/write-at-desk.ts'
import { shot } from './a-browser.ts'
import { aPhoneOrder } from './a-phone-order.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { goHome, sell, sendAll, setUp } from './stall-hands.ts'

const [EGGS, KALE] = ['Farm Fresh Eggs, dozen', 'Curly Kale, bunch']
const CHICKEN = 'Sauerkraut, pint'

async function atTheStall(boxes = 1) {
  const shop = await anOpenShop({ LIMITS: 'off' })
  const day = { farmers_market: boxes, farm_store: 0, delivery: 0 }
  const dayId = await aStallDay(shop, day)
  await byWeight(shop)
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  return { shop, dayId, page, context: phone.context() }
}

/** $6.50 a pound, up to five pounds. */
function byWeight({ db }: AnOpenShop): Promise<unknown> {
  const weighed = { weigh_unit: 'lb', weigh_cents: 650, weigh_to: 5000, price_cents: 3250 } as never
  const product = (tx: AnOpenShop['db']) => tx.updateTable('products').where('name', '=', CHICKEN)
  return write(db, (tx) => product(tx).set(weighed).execute())
}

const go = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().tap()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().tap()
const lastSale = (page: Page) => page.getByRole('region', { name: 'The last sale' })

/** Makes the loaded day look old, so that it's fetched again. */
function ageDays(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('farmstand-stall')
      opening.onsuccess = () => resolve(opening.result)
    })
    const days = db.transaction('snapshot', 'readwrite').objectStore('snapshot')
    await new Promise<void>((resolve) => {
      const read = days.getAll()
      read.onsuccess = () => {
        for (const day of read.result) days.put({ ...day, loadedAt: 0 })
        resolve()
      }
    })
    db.close()
  })
}

async function truckOf({ db }: AnOpenShop, name: string) {
  return db
    .selectFrom('stall_loads')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['wish', 'stall_loads.sold', 'back', 'waste'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}

test('what came home is corrected of one product, and of the others stays as it was written down', async () => {
  const { shop, page, context } = await atTheStall()
  await context.setOffline(true)
  await setUp(page, [EGGS, KALE], 6)
  await goHome(page, '50', [EGGS, KALE], 3)
  await page.getByLabel(`${KALE}: waste`).fill('2')
  await press(page, 'Save unsold')
  await page.getByText('Saved on this phone.').waitFor()
  await page.reload()
  await shot(page, 'stall-home-again')
  await page.getByLabel(`${EGGS}: back in stock`).fill('4')
  await press(page, 'Save unsold')
  await page.getByText('Saved on this phone.').waitFor()
  await sendAll(page)
  expect(await truckOf(shop, EGGS)).toMatchObject({ back: 4, waste: 0 })
  expect(await truckOf(shop, KALE)).toMatchObject({ back: 3, waste: 2 })
})

/** A shaky finger's, at the right end. */
async function pressTwice(page: Page, name: string): Promise<void> {
  const { x, y, width, height } =
    (await page.getByRole('button', { name }).boundingBox()) ?? NOWHERE
  for (let times = 0; times < 2; times++) await page.touchscreen.tap(x + width - 30, y + height / 2)
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }

test('a box that went unpaid is paid afterwards and stays handed out, and a double tap on its sheet reaches no other box', async () => {
  const { shop, dayId, page } = await atTheStall(12)
  await aPhoneOrder(shop, dayId)
  await page.goto(`${shop.url}/admin/stall?day=${dayId}#hand-out`)
  await press(page, /^Take /)
  await pressTwice(page, 'Handed out, not paid')
  await page.getByText('1 picked up').waitFor()
  await press(page, /^Take /)
  await page.getByLabel('Customer gives').fill('100')
  await press(page, /^Paid$/)
  const { id } = await shop.db
    .selectFrom('orders')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await page.getByRole('button', { name: `Undo, #${id}` }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Take / }).count()).toBe(0)
  const paid = shop.db.selectFrom('tenders').innerJoin('orders', 'orders.id', 'tenders.order_id')
  const rows = () => paid.select(['order_id', 'orders.status']).execute()
  await expect.poll(rows).toEqual([{ order_id: id, status: 'delivered' }])
})

test('what is typed of cash and goods is there again after a reload, until it is saved', async () => {
  const { page, context } = await atTheStall()
  await setUp(page, [EGGS], 6)
  await context.setOffline(true)
  const part = (hash: string) => page.evaluate((to) => location.assign(`#${to}`), hash)
  const fields = {
    close: { 'Counted, in $': '48.50', Note: 'Two torn' },
    'close/truck': { [`Load: ${KALE}`]: '3' },
    'close/unsold': { [`${EGGS}: back in stock`]: '4', [`${EGGS}: waste`]: '1' },
  }
  const listed = Object.entries(fields).map(([hash, own]) => [hash, Object.entries(own)] as const)
  for (const [hash, own] of listed) {
    await part(hash)
    for (const [label, text] of own) await page.getByRole('textbox', { name: label }).fill(text)
  }
  await part('close')
  await press(page, 'Paid out')
  await page.getByLabel('Amount in $').fill('7')
  await page.reload()
  for (const [hash, own] of listed) {
    await part(hash)
    for (const [label, text] of own)
      await expect.poll(() => page.getByRole('textbox', { name: label }).inputValue()).toBe(text)
  }
  await part('close')
  await press(page, 'Paid out')
  await expect.poll(() => page.getByLabel('Amount in $').inputValue()).toBe('7')
  await page.keyboard.press('Escape')
  await press(page, 'Save count')
  await page.getByText('Saved on this phone.').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Counted, in $').inputValue()).toBe('')
})

test('what is sold by weight asks for it; a double tap on Undo undoes one sale, and any other is undone from the list', async () => {
  const { shop, page } = await atTheStall()
  await go(page, 'Sell')
  const tile = page.getByRole('button', { name: CHICKEN })
  await tile.getByText('$6.50/lb').waitFor()
  await tile.tap()
  await shot(page, 'stall-weighing', { fullPage: false })
  await page.getByLabel('Weight in lb').fill('3.55')
  await press(page, 'Add for $23.08')
  await page.getByText('3.55 lb').waitFor()
  await shot(page, 'stall-weighed')
  await press(page, 'Sold, Cash')
  await lastSale(page).getByText('Sold for $23.08').waitFor()
  const items = shop.db.selectFrom('sale_items').select(['units', 'cents'])
  await expect.poll(() => items.execute()).toEqual([{ units: 1, cents: 2308 }])
  await sell(page, [EGGS, KALE], 3)
  const undo = lastSale(page).getByRole('button', { name: 'Undo' })
  // Right after Sold, Undo ignores a quick second tap.
  await page.waitForTimeout(700)
  const { x, y } = (await undo.boundingBox()) ?? { x: 0, y: 0 }
  await undo.tap()
  await lastSale(page).getByText('undone').waitFor()
  await page.touchscreen.tap(x + 20, y + 20)
  await shot(page, 'stall-undone')
  const undone = () => shop.db.selectFrom('voids').select('target_id').execute()
  await page.getByText(/synced/).waitFor()
  await expect.poll(undone).toHaveLength(1)
  await press(page, /^All 4 sales of this phone/)
  const rows = page.getByRole('dialog').getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(4)
  await shot(page, 'stall-sales', { fullPage: false })
  await rows.nth(2).getByRole('button', { name: /^Undo/ }).tap()
  await rows.nth(2).getByText('Undone', { exact: true }).waitFor()
  await expect.poll(undone).toHaveLength(2)
})

test('a sale that was undone at the desk says so at the stall, and is not undone twice', async () => {
  const { shop, page } = await atTheStall()
  await setUp(page, [EGGS], 6)
  await sell(page, [EGGS], 1)
  await page.getByText(/synced/).waitFor()
  const sales = shop.db.selectFrom('sales').select('id')
  await expect.poll(() => sales.execute()).toHaveLength(1)
  const { id } = await sales.executeTakeFirstOrThrow()
  await undoSale({ db: shop.db, now: () => new Date() }, id)
  await ageDays(page)
  await page.reload()
  await lastSale(page).getByText('Undone at the farm').waitFor()
  expect(await lastSale(page).getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await page.getByRole('button', { name: EGGS }).getByText('6 on the truck').waitFor()
})
