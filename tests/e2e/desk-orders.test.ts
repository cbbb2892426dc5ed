import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aVisitor, expectAccessible, shot, testAt, WIDTHS, withBrowser } from './a-browser.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { buyFrom, receiptOf } from './an-order.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

const TO = { address: '12 River St', city: 'Hot Springs', state: 'SD', zipCode: '57747' }

type Wishes = { name: string; units?: number; delivered?: boolean; notes?: string }

function buy(
  { url }: AnOpenShop,
  { name, units = 2, delivered = false, notes = '' }: Wishes,
): Promise<string> {
  const delivery = { shippingAddress: TO, pickupLocation: null, deliveryMethod: 'shipping' }
  const more = { customerName: name, notes, ...(delivered && delivery) }
  return receiptOf(buyFrom(url, { units, from: 10 }, more))
}

async function openDesk(shop: AnOpenShop, hash: string, width = 1280): Promise<Page> {
  const { page } = await aVisitor(shop.url, { width })
  await enterDesk(page, `/admin#${hash}`)
  await says(page, 'Welcome to the admin dashboard')
  return page
}

function says(page: Page, text: string | RegExp): Promise<void> {
  return page.getByText(text).first().waitFor()
}

describe.each(WIDTHS)('at %i px', (width) => {
  const test = testAt(width)
  test('an order is opened by keyboard, a part of it given back and put on the shelf, and the receipt tells it', async () => {
    const shop = await anOpenShop()
    const receipt = await buy(shop, { name: 'Ada Miller', notes: 'Please ring twice.' })
    await buy(shop, { name: 'Zoë Brien', delivered: true })
    const page = await openDesk(shop, 'orders', width)
    await says(page, '2 orders')
    await expectAccessible(page, 'orders')
    await page.getByRole('link', { name: '#1', exact: true }).focus()
    await page.keyboard.press('Enter')
    const order = page.getByRole('dialog', { name: 'Order #1' })
    await order.getByText('Ada Miller placed the order.').waitFor()
    await order.getByText(/^sbx_pi_/).waitFor()
    await expectAccessible(page, 'order')
    await expect.poll(() => new URL(page.url()).hash).toBe('#orders/1')

    await order.getByRole('button', { name: 'More about this order' }).focus()
    await page.keyboard.press('Enter')
    const refund = page.getByRole('button', { name: 'Issue refund' })
    await expectAccessible(page, 'more about the order')
    await refund.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Issue refund' })
    await form.getByRole('button', { name: /^Refund/ }).click()
    await form.getByText('Please give a reason.').waitFor()
    await form.getByLabel(/^How many of/).fill('1')
    await form.getByRole('radio', { name: /^Gone/ }).check()
    await form.getByLabel('Reason').fill('One jar was cracked')
    await expectAccessible(page, 'refund')
    await form.getByRole('button', { name: /^Refund/ }).click()
    await says(page, 'Refunded')
    await order.getByText(/^1 refunded, \d+ left$/).waitFor()
    await order.getByText(/^The desk refunded \$.*: One jar was cracked$/).waitFor()
    await expectAccessible(page, 'refunded order')
    await order.getByRole('button', { name: 'Close' }).press('Enter')
    await order.waitFor({ state: 'detached' })
    // A dialog returns the focus a moment after it's gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('#1')

    await page.goto(receipt)
    await says(page, 'Refunded')
    await says(page, 'Partly refunded')
  })

  test('orders are found, and several are moved at once after a question', async () => {
    const shop = await anOpenShop()
    for (const name of ['Ada Miller', 'Zoë Brien', 'Zoe Lopez']) await buy(shop, { name, units: 1 })
    const page = await openDesk(shop, 'orders', width)
    await says(page, '3 orders')
    await page.getByLabel('Find an order').fill('zoe')
    await says(page, '2 orders')
    await expect.poll(() => new URL(page.url()).hash).toBe('#orders?text=zoe')
    await page.reload()
    await says(page, '2 orders')
    if (width === 390) await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all 2 shown' }).check()
    await expectAccessible(page, 'chosen')
    await page.getByLabel('Set the status of all selected').selectOption('cancelled')
    const question = page.getByRole('alertdialog', { name: 'Cancel 2 orders?' })
    await question.getByText('They are test orders: no money moves.', { exact: false }).waitFor()
    await expectAccessible(page, 'question')
    await question.getByRole('button', { name: 'Cancel 2 orders' }).click()
    await says(page, '2 orders are now cancelled.')
    await page.getByRole('button', { name: 'Show all orders' }).click()
    await says(page, '3 orders')
    const statuses = () =>
      page
        .getByLabel(/^Status of order/)
        .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
    await expect.poll(statuses).toEqual(['cancelled', 'cancelled', 'pending'])
    await page.getByLabel('Find an order').fill('nobody')
    await says(page, 'No orders found')
    await expectAccessible(page, 'nothing found')
  })

  test('a charge that was taken back to the bank is marked in the list and told in the order', async () => {
    const shop = await anOpenShop()
    await buy(shop, { name: 'Ada Miller' })
    const disputed_at = '2026-11-20T18:00:00.000Z'
    await write(shop.db, (tx) => tx.updateTable('orders').set({ disputed_at }).execute())
    const page = await openDesk(shop, 'orders?status=needs-attention', width)
    await page.getByText('Disputed').waitFor()
    await page.getByRole('link', { name: '#1', exact: true }).click()
    await says(page, /^The customer disputed this charge with their bank on November 20, 2026\./)
    await expectAccessible(page, 'disputed order')
  })
})

test('slips are printed one a page, or as a list on one, and the file is a spreadsheet’s', async () => {
  const shop = await anOpenShop()
  for (const name of ['Ada Miller', 'Zoë Brien', '=cmd']) await buy(shop, { name, units: 1 })
  const page = await openDesk(shop, 'orders')
  await page.getByRole('checkbox', { name: 'Select all 3 shown' }).check()
  // The sheet stays until printing is said to be done.
  await page.evaluate(() => {
    window.print = () => {}
  })
  const pagesOf = async () =>
    (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  await page.getByRole('button', { name: 'Print slips' }).click()
  expect(await pagesOf()).toBe(3)
  await page.getByRole('button', { name: 'Print list' }).click()
  expect(await pagesOf()).toBe(1)
  await page.getByRole('button', { name: 'Print list' }).click()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: /^Order #3 · =cmd/ }).waitFor()
  expect(await page.getByRole('heading', { name: 'Orders', exact: true }).isVisible()).toBe(false)
  await shot(page, 'desk-orders-print')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'More about the orders' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'One row for each order' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^farmstand-orders-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(`'=cmd`)
})
