import type { Page } from 'playwright-core'

/** Taps Add on a product's card on the home page. */
export async function tapAdd(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${name}` }).click()
}

/** Puts one of a product into the cart from its card on the home page, and sees it there. */
export async function addToCart(page: Page, name: string): Promise<void> {
  await tapAdd(page, name)
  await page.getByRole('button', { name: /^Cart with/ }).waitFor()
}

/** Fills in the checkout for a pickup at the market, but for the card. */
export async function fillOrder(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Ada Miller')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('radio', { name: /^Farmers market/ }).check()
}

/** Fills in the checkout for a pickup at the market, with a test card that pays. */
export async function fillCheckout(page: Page): Promise<void> {
  await fillOrder(page)
  await page.getByRole('button', { name: /^Visa/ }).click()
}

/** Buys one of a product; answers the words of the toast. */
export async function payFor(page: Page, name: string): Promise<string> {
  await page.goto('/')
  await addToCart(page, name)
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  const toast = page.getByText('Order Placed Successfully!', { exact: true })
  await toast.waitFor()
  return (await page.locator('li', { has: toast }).first().textContent()) ?? ''
}
