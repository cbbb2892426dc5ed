import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin } from '#contract/people/admin.ts'
import { write } from '#server/db/write.ts'
import { IS_LONG } from '../length-of-run.ts'
import { expectAccessible, shot } from './a-browser.ts'
import { aFront } from './a-front.ts'
import { aPhoneOrder } from './a-phone-order.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { anOpenShop } from './an-open-shop.ts'

const HOME_SCREEN = { name: 'Home screen' }

test('an iPhone is told how the stall comes to its home screen, and no more once it is there', async () => {
  const shop = await anOpenShop()
  const phone = await aStallPhone(shop.url, { width: 360 })
  const asOnAnIPhone = (standalone: boolean) =>
    phone.context().addInitScript((value) => {
      Object.defineProperty(navigator, 'standalone', { value, configurable: true })
    }, standalone)
  await asOnAnIPhone(false)
  const page = await phone.open()
  const words = page.getByRole('region', HOME_SCREEN)
  await words.getByText(/Put this page on the home screen first\..*Add to Home Screen/).waitFor()
  expect(await words.getByRole('button').count()).toBe(0)
  await shot(page, 'stall-gate-iphone')
  await asOnAnIPhone(true)
  await page.reload()
  await page.getByLabel('Password').waitFor()
  expect(await words.count()).toBe(0)
})

test('what a browser offers for the home screen is one tap away, and is good for one answer', async () => {
  const shop = await anOpenShop()
  const phone = await aStallPhone(shop.url, { width: 360 })
  const page = await phone.open()
  await page.getByLabel('Password').waitFor()
  const words = page.getByRole('region', HOME_SCREEN)
  expect(await words.count()).toBe(0)
  const isTaken = await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () =>
      Promise.resolve({ outcome: 'accepted', at: Object.assign(window, { asked: true }) })
    return !dispatchEvent(Object.assign(offer, { prompt }))
  })
  expect(isTaken).toBe(true)
  await shot(page, 'stall-gate-offer')
  await words.getByRole('button', { name: 'Put it on the home screen' }).tap()
  await words.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => 'asked' in window)).toBe(true)
})

/** Like a browser short of space: all the page stored is gone, its cookies are not. */
function throwAway(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('farmstand-stall')
        request.onsuccess = resolve
        request.onerror = reject
      }),
  )
}

test('a phone that was emptied says so at its door, and how much of what it noted the shop has', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 3, farm_store: 0, delivery: 0 })
  const front = await aFront(shop.url)
  const phone = await aStallPhone(front.url, { width: 360 })
  const page = await phone.open()
  await loadStall(page, shop.password)
  for (const given of ['1 picked up', '2 picked up']) {
    await page
      .getByRole('button', { name: /^Hand out, / })
      .first()
      .tap()
    await page.getByText(given).waitFor()
  }
  await page.getByText(/synced/).waitFor()
  await throwAway(page)
  await page.reload()
  const alert = page.getByRole('alert')
  await alert.getByText(/had made 2 notes, and the shop has all of them\./).waitFor()
  // From its last message: one more was waiting.
  await write(shop.db, (tx) => tx.updateTable('stall_phones').set({ waiting: 1 }).execute())
  await page.reload()
  await alert.getByText(/had made 3 notes, and the shop has 2 of them\. The others/).waitFor()
  await shot(page, 'stall-gate-emptied')
  await expectAccessible(page, 'the gate of an emptied phone')
  await page.getByLabel('Password').waitFor()
})

test('who is signed in at the desk opens the market with one tap, and what is noted is sent when the desk is signed out', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 2, farm_store: 0, delivery: 0 })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await page.goto(`${shop.url}/admin`)
  await page.getByLabel('Password', { exact: true }).fill(shop.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Open the market' }).tap()
  const give = page.getByRole('button', { name: /^Hand out, / })
  await give.first().waitFor()
  expect(await give.count()).toBe(2)
  await shot(page, 'stall-opened-from-the-desk')
  await page.evaluate((path) => fetch(path, { method: 'POST' }), admin.logout.path)
  await give.first().tap()
  await page.getByText(/synced/).waitFor()
  const given = shop.db.selectFrom('orders').select('status').where('collected_at', 'is not', null)
  await expect.poll(() => given.execute()).toEqual([{ status: 'delivered' }])
  const named = shop.db.selectFrom('stall_phones').select('label')
  expect(await named.execute()).toEqual([{ label: 'Phone' }])
})

test.runIf(IS_LONG)(
  'each screen of the stall can be read in the dark by everybody, at 360 px',
  async () => {
    const shop = await anOpenShop()
    await aPhoneOrder(
      shop,
      await aStallDay(shop, { farmers_market: 12, farm_store: 1, delivery: 0 }),
    )
    const phone = await aStallPhone(shop.url, { width: 360, colorScheme: 'dark' })
    const page = await phone.open()
    const looked: string[] = []
    const look = async (what: string) => {
      await expectAccessible(page, `${what}, dark`)
      await shot(page, `stall-dark-${what.replaceAll(' ', '-')}`)
      looked.push(what)
    }
    const tap = (name: string | RegExp) => page.getByRole('button', { name }).first().tap()
    const go = (name: string | RegExp) => page.getByRole('link', { name }).first().tap()
    await page.getByLabel('Password').waitFor()
    await look('sign in')
    await loadStall(page, shop.password)
    await tap(/^\w{3}, \w{3} \d/)
    await look('choose a day')
    await tap('Close')
    await page.goto(`${shop.url}/admin/stall#hand-over`)
    await phone.context().setOffline(true)
    await tap(/^Hand out, /)
    await tap(/^#3/)
    await look('a box')
    await tap(/^Take /)
    await page.getByLabel('Customer gives').fill('1')
    await look('pay')
    await tap('Close')
    await tap('Scan')
    await page.getByText('The camera of this phone cannot be used here.').waitFor()
    await look('scan')
    await tap('Close')
    await go('More')
    await look('more')
    await go('Sell')
    await page.locator('main li button:not([aria-expanded])').first().tap()
    await look('a sale')
    await tap(/^Sold, /)
    await page.getByText('Saved on this phone').waitFor()
    await look('sold')
    await go('Close')
    await look('close')
    await tap('Paid out')
    await look('paid out')
    await tap('Close')
    await go('On the truck')
    await look('truck')
    await page.locator('main input').first().fill('2')
    await tap('Load the truck')
    await page.getByText('Saved on this phone').waitFor()
    await go('Close')
    await go('Unsold')
    await look('unsold')
    await go(/waiting to sync$/)
    await look('notes')
    expect(looked).toHaveLength(13)
  },
  180_000,
)
