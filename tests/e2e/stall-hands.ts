import type { Page } from 'playwright-core'
import { shot } from './a-browser.ts'

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().tap()
const go = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().tap()
const saved = (page: Page) => page.getByText(/Saved on this phone/).waitFor()

async function fillAll(page: Page, units: Readonly<Record<string, number>>): Promise<void> {
  for (const [label, count] of Object.entries(units))
    await page.getByLabel(label, { exact: true }).fill(String(count))
}

export async function setUp(page: Page, names: readonly string[], units: number): Promise<void> {
  await go(page, 'Close')
  await tap(page, 'Starting cash')
  await page.getByLabel('Amount in $').fill('50')
  await tap(page, 'Save')
  await page.getByText('$50.00').first().waitFor()
  await go(page, 'On the truck')
  await fillAll(page, Object.fromEntries(names.map((name) => [`Load: ${name}`, units])))
  await tap(page, 'Load the truck')
  await saved(page)
  await shot(page, 'saturday-truck')
}

/** Picks every line in full except one with only `have` units, and decides who goes without. */
export async function pick(page: Page, short: string, have: number): Promise<void> {
  await go(page, 'Harvest')
  const whole = page.getByRole('button', { name: /^All of /, pressed: false })
  for (let left = await whole.count(); left > 0; left--) await whole.first().tap()
  await page.getByLabel(`${short}: picked`).fill(String(have))
  await shot(page, 'week-picked')
  await tap(page, `${short}: choose who gets the ${have}`)
  await page.getByRole('radio', { name: 'Who ordered first' }).check({ force: true })
  await page.getByRole('button', { name: 'Split', disabled: false }).waitFor()
  await shot(page, 'week-short', { fullPage: false })
  await tap(page, 'Split')
  await tap(page, 'Done')
}

/** Where the next box's button comes to the same place, a faster tap counts as the second of a double tap. */
export async function tapCalmly(page: Page, name: string | RegExp): Promise<void> {
  await page.waitForTimeout(350)
  await tap(page, name)
}

export async function packAll(page: Page, { from, to, of, weight }: Packing): Promise<void> {
  await go(page, 'Pack')
  for (let packed = from; packed < to; packed++) {
    const field = page.getByLabel(/^Weight of /)
    if (await field.count()) await field.fill(weight)
    if (await field.count()) await shot(page, 'week-weighing', { fullPage: false })
    await tapCalmly(page, /^Packed, order /)
    await page.getByText(`${packed + 1} of ${of} packed`).waitFor()
    if (packed === 5) await shot(page, 'week-packing', { fullPage: false })
  }
}

type Packing = { from: number; to: number; of: number; weight: string }

export async function undoLastSale(page: Page): Promise<void> {
  // Right after Sold, Undo ignores a quick second tap.
  await page.waitForTimeout(700)
  const last = page.getByRole('region', { name: 'The last sale' })
  await last.getByRole('button', { name: 'Undo' }).tap()
  await last.getByText('undone').waitFor()
}

export async function takeBack(page: Page, id: number, left: number): Promise<void> {
  await go(page, 'Hand out')
  // Right after Hand out, Undo ignores a quick second tap.
  await page.waitForTimeout(700)
  await tap(page, `Undo, #${id}`)
  await page.getByText(`${left} picked up`).waitFor()
}

export async function giveAway(page: Page, { from, to }: { from: number; to: number }) {
  await go(page, 'Hand out')
  for (let given = from; given < to; given++) {
    await tapCalmly(page, /^Hand out, /)
    await page.getByText(`${given + 1} picked up`).waitFor()
  }
  await shot(page, 'saturday-hand-over')
}

export async function scanAndGive(page: Page, id: number): Promise<void> {
  await tap(page, 'Scan')
  const box = page.getByRole('button', { expanded: true, name: new RegExp(`^#${id}`) })
  await box.waitFor({ timeout: 20_000 })
  await shot(page, 'saturday-scanned')
  await tap(page, /^Hand out, /)
  await tap(page, 'Show all')
}

export async function takeMoney(page: Page, name: string): Promise<void> {
  await page.getByLabel('Number or first name').fill(name)
  await tap(page, /^Take /)
  await page.getByLabel('Customer gives').fill('100')
  await shot(page, 'saturday-pay')
  await tap(page, 'Paid and handed out')
  await tap(page, 'Show all')
}

export async function sell(page: Page, names: readonly string[], count: number): Promise<void> {
  await go(page, 'Sell')
  for (let sold = 0; sold < count; sold++) {
    await tap(page, new RegExp(names[sold % names.length] ?? ''))
    if (sold === 0) await shot(page, 'saturday-selling')
    await tap(page, /^Sold, /)
    await saved(page)
  }
}

export async function goHome(page: Page, counted: string, names: readonly string[], units: number) {
  await go(page, 'Close')
  await page.getByLabel('Counted, in $').fill(counted)
  await shot(page, 'saturday-cash')
  await tap(page, 'Save count')
  await saved(page)
  await go(page, 'Unsold')
  const labels = names.map((name) => [`${name}: back in stock`, units])
  await fillAll(page, Object.fromEntries(labels))
  await shot(page, 'saturday-home')
  await tap(page, 'Save unsold')
  await saved(page)
}

export async function sendAll(page: Page): Promise<void> {
  await go(page, /waiting to sync$/)
  await shot(page, 'saturday-notes')
  await page.context().setOffline(false)
  await tap(page, 'Try now')
  await page.getByText('waiting: the shop has it all').waitFor({ timeout: 30_000 })
}
