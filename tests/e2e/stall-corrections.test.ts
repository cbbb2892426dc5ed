import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shot } from './a-browser.ts'
import { aStallDay } from './a-stall-day.ts'
import { aStallPhone, loadStall } from './a-stall-phone.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { goHome, sendAll, setUp } from './stall-hands.ts'

const [EGGS, KALE] = ['Farm Fresh Eggs, dozen', 'Curly Kale, bunch']

async function atTheStall(boxes = 1) {
  const shop = await anOpenShop({ LIMITS: 'off' })
  const day = { farmers_market: boxes, farm_store: 0, delivery: 0 }
  const dayId = await aStallDay(shop, day)
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  return { shop, dayId, page, context: phone.context() }
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().tap()

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
  await press(page, 'Write down what came home')
  await page.getByText('Saved on this phone.').waitFor()
  await page.reload()
  await shot(page, 'stall-home-again')
  await page.getByLabel(`${EGGS}: can be sold again`).fill('4')
  await press(page, 'Write down what came home')
  await page.getByText('Saved on this phone.').waitFor()
  await sendAll(page)
  expect(await truckOf(shop, EGGS)).toMatchObject({ back: 4, waste: 0 })
  expect(await truckOf(shop, KALE)).toMatchObject({ back: 3, waste: 2 })
})
