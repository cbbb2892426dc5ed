import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { aPhoto } from '../a-picture.ts'
import { aVisitedShop, expectAccessible, testAt, WIDTHS, withBrowser } from './a-browser.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

async function signIn(page: Page, address = '/admin#products'): Promise<void> {
  await enterDesk(page, address)
  await page.getByRole('button', { name: 'Add Product' }).waitFor()
}

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const aFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

type Shown = { id: number; name: string; price: number; stock: number; imageUrl: string | null }
const listed = async (url: string): Promise<Shown[]> => (await fetch(`${url}/api/products`)).json()
const named = async (url: string, name: string) =>
  (await listed(url)).find((one) => one.name === name)

describe.each(WIDTHS)('at %i px', (width) => {
  const test = testAt(width)
  test('a product is made with its picture, changed and deleted', async () => {
    const { shop, page, trace } = await aVisitedShop({ width })
    await signIn(page)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Snap Peas')
    const photo = await aPhoto({ width: 800, height: 600 })
    await page.getByLabel('Choose picture').setInputFiles(aFile('peas.jpg', 'image/jpeg', photo))
    await said(page, 'Image uploaded')
    await page.getByRole('img', { name: 'The current picture' }).waitFor()
    await page.getByLabel('Category', { exact: true }).selectOption('Vegetables')
    await page.getByLabel('Price in $').fill('4.25')
    await page.getByLabel('Stock', { exact: true }).fill('9')
    await page.getByLabel(/^Unit/).fill('lb')
    await page.locator('summary', { hasText: 'More' }).click()
    await page.getByLabel(/^Allergens/).fill('none known')
    await expectAccessible(page, 'product form')
    await page.getByRole('button', { name: 'Create Product' }).click()
    await said(page, 'Product created')
    const made = await named(shop.url, 'Snap Peas')
    expect(made).toMatchObject({ price: 4.25, stock: 9, unit: 'lb', allergens: 'none known' })
    expect((await fetch(`${shop.url}${made?.imageUrl}`)).headers.get('content-type')).toBe(
      'image/webp',
    )

    await page.getByLabel('Find a product').fill('snap')
    await expect.poll(() => new URL(page.url()).search).toBe('?find=snap')
    await page.getByRole('button', { name: 'Edit Snap Peas' }).click()
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await said(page, 'Image deleted')
    expect((await fetch(`${shop.url}${made?.imageUrl}`)).status).toBe(200)
    expect(await named(shop.url, 'Snap Peas')).toEqual(made)
    await page.getByLabel('Price in $').fill('4.75')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await said(page, 'Product updated')
    await expect
      .poll(() => named(shop.url, 'Snap Peas'))
      .toMatchObject({ price: 4.75, imageUrl: null })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Edit Snap Peas',
    )

    await page.getByRole('button', { name: 'Edit Snap Peas' }).click()
    await page.getByText('History', { exact: true }).click()
    await page.getByText('Price: from $4.25 to $4.75').waitFor()
    await page.getByText('Picture: from a picture to none').waitFor()
    await expectAccessible(page, 'history')
    await page.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Delete Snap Peas' }).click()
    await page.getByText('Are you sure you want to delete this product?').waitFor()
    await expectAccessible(page, 'delete question')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await said(page, 'Product deleted')
    await page.getByText('No products found').waitFor()
    await expectAccessible(page, 'nothing found')
    expect(await named(shop.url, 'Snap Peas')).toBeUndefined()
    expect(trace.strangers).toEqual([])
    expect(trace.errors.filter((error) => !/401 .*\/api\/admin\/session/.test(error))).toEqual([])
  })

  test('prices and stock of many are changed by keyboard, and saved at once', async () => {
    const { shop, page } = await aVisitedShop({ width })
    await signIn(page, '/admin?category=Farm+Eggs#products')
    await page.getByRole('button', { name: 'Prices & stock' }).click()
    const cell = (name: string) => page.getByRole('textbox', { name })
    await expect.poll(() => page.getByRole('textbox', { name: /^Price of/ }).count()).toBe(3)
    await cell('Price of Farm Fresh Eggs, dozen').focus()
    await page.keyboard.type('5.50')
    await page.keyboard.press('Enter')
    await page.keyboard.type('7')
    await page.keyboard.press('Tab')
    await page.keyboard.type('four')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('20')
    await page.keyboard.press('Escape')
    await expect.poll(() => cell('Stock of Quail Eggs, fifteen').inputValue()).toBe('2')
    await page.getByText('3 cells changed').waitFor()
    await page.getByRole('button', { name: 'Save all' }).click()
    await page.getByText('Stock must be a whole number.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Stock of Duck Eggs, half dozen',
    )
    await expectAccessible(page, 'price grid')
    await page.keyboard.type('14')
    await page.getByRole('button', { name: 'Save all' }).click()
    await said(page, '2 products updated')
    expect(await named(shop.url, 'Farm Fresh Eggs, dozen')).toMatchObject({ price: 5.5, stock: 18 })
    expect(await named(shop.url, 'Duck Eggs, half dozen')).toMatchObject({ price: 7, stock: 14 })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Prices & stock')
  })

  test('a file is exported, looked at, and applied', async () => {
    const { shop, page } = await aVisitedShop({ width })
    await signIn(page)
    await page.getByRole('button', { name: 'More for products' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('products.csv')
    const csv = await readFile(await download.path(), 'utf8')
    await page.getByRole('button', { name: 'More for products' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    const choose = (text: string, name = 'products.csv') =>
      page
        .getByLabel(/^Choose (CSV|another) file$/)
        .setInputFiles(aFile(name, 'text/csv', Buffer.from(text)))
    await choose(csv)
    await page.getByText('products.csv: 0 new, 0 changed, 24 unchanged, 0 refused').waitFor()
    await choose(
      `${csv.replace(',5.00,', ',5.25,')},Leek,,Vegetables,"1200,000",3,,,,,,,,,,,,,\r\n`,
      'spring.csv',
    )
    await page.getByText('spring.csv: 0 new, 1 changed, 23 unchanged, 1 refused').waitFor()
    await page.getByText('Please enter an amount in dollars with at most two decimals.').waitFor()
    expect(await page.getByRole('button', { name: 'Apply 1 row' }).isEnabled()).toBe(true)
    await expectAccessible(page, 'import')
    await choose('colour\r\nred\r\n', 'wrong.csv')
    await page.getByText('wrong.csv: 0 new, 0 changed, 0 unchanged, 1 refused').waitFor()
    await expectAccessible(page, 'refused file')
    await choose(
      `${csv.replace(',5.00,', ',5.25,')},Leek,,Vegetables,2.50,3,,,,,,,,,,,,,\r\n`,
      'spring.csv',
    )
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await said(page, 'Products imported')
    await page.getByText('1 added, 1 changed.').first().waitFor()
    expect(await named(shop.url, 'Leek')).toMatchObject({ price: 2.5, stock: 3 })
    expect(await named(shop.url, 'Farm Fresh Eggs, dozen')).toMatchObject({
      price: 5.25,
      stock: 18,
    })
  })
})
