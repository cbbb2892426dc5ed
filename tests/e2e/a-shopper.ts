import type { Page } from 'playwright-core'
import { drawn } from './a-browser.ts'

export async function tapAdd(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${name}` }).click()
}

export async function addToCart(page: Page, name: string): Promise<void> {
  await tapAdd(page, name)
  await page.getByRole('button', { name: /^Cart with/ }).waitFor()
}

/** Fills in a market pickup, without the card. */
export async function fillOrder(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Ada Miller')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('radio', { name: /^Farmers market/ }).check()
}

/**
 * Pressing Pay within a second of a change asks again instead of charging: counted from when the
 * page has drawn what changed.
 */
export async function changeIsOld(page: Page): Promise<void> {
  await drawn(page)
  await page.waitForTimeout(1000)
}

/** Into the fields of Stripe, which are a frame. */
export async function typeCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await frame.getByLabel('Credit or debit card number').fill(number)
  await frame.getByLabel('Credit or debit card expiration date').fill('12 / 34')
  await frame.getByLabel('Credit or debit card CVC/CVV').fill('123')
}

/** Fills in a market pickup, with a test card that pays. */
export async function fillCheckout(page: Page): Promise<void> {
  await fillOrder(page)
  await page.getByRole('button', { name: /^Visa/ }).click()
}

export async function payFor(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await addToCart(page, name)
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('Order Placed Successfully!', { exact: true }).waitFor()
}
