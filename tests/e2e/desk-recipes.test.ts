import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, shot, testAt, WIDTHS, withBrowser } from './a-browser.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

async function recipesOf(env: Record<string, string>, width: number) {
  const { page } = await aVisitedShop({ width }, env)
  await enterDesk(page, '/admin#recipes')
  await page.getByRole('heading', { name: 'Recipe Manager' }).waitFor()
  return page
}

const details = (page: Page) => page.getByRole('region', { name: 'Recipe Details' })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function focused(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '',
  )
}

describe.each(WIDTHS)('at %i px', (width) => {
  const test = testAt(width)
  test('a recipe is looked at, scaled, and measured by its product’s price', async () => {
    const page = await recipesOf({}, width)
    await expectAccessible(page, 'recipes')
    await page.getByRole('link', { name: /^Sesame bagels/ }).click()
    const panel = details(page)
    await panel.getByText('Suggested price: $3.69, for 60% or better.').waitFor()
    expect(await focused(page)).toBe('Sesame bagels')
    for (const text of [
      'Recipe Details',
      'Servings',
      'Prep time',
      'Total cost',
      'Cost per serving',
      '2 h 30 min',
    ])
      await panel.getByText(text, { exact: true }).first().waitFor()
    expect(await panel.getByRole('definition').allTextContents()).toEqual([
      ...['24', '2 h 30 min', '$5.89', '$0.25'],
      ...['$7.50', '$1.47', '$6.03 · 80.4%'],
    ])
    await panel.getByText('Labor, packaging and energy are not included.').waitFor()
    await expectAccessible(page, 'recipe')
    await panel.getByLabel('Scale to servings').fill('36')
    await panel.getByText('5.25 lb at $0.62 per lb').waitFor()
    await panel.getByText('$8.84', { exact: true }).waitFor()
    await panel.getByLabel('Target margin in %').fill('75')
    await panel.getByText('Suggested price: $5.90, for 75% or better.').waitFor()
    await panel.getByRole('button', { name: 'Change product' }).click()
    await expectAccessible(page, 'recipe scaled, with its product’s form')
    await page.reload()
    await panel.getByText('3.5 lb at $0.62 per lb').waitFor()
  })

  test('a recipe is added by keyboard, changed, and deleted', async () => {
    const page = await recipesOf({ DEMO: '0' }, width)
    await page.getByText('No recipes found').waitFor()
    await expectAccessible(page, 'no recipes')
    await page.getByRole('button', { name: 'Add Recipe' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Add Recipe' })
    await form.getByRole('button', { name: 'Create Recipe' }).press('Enter')
    await form.getByText('Please enter a name.').waitFor()
    await expectAccessible(page, 'recipe form with faults')
    await page.keyboard.type('Rye bagels')
    await form.getByLabel('Servings').fill('8')
    await form.getByLabel('Name').nth(1).fill('Rye flour')
    await form.getByLabel('Quantity').fill('2.5')
    await form.getByLabel(/^Cost per unit/).fill('0.41')
    await form.getByRole('button', { name: 'Add ingredient' }).press('Enter')
    await page.keyboard.type('Salt')
    await form.getByText('Total $1.03').waitFor()
    await form.getByText('$0.13 per serving').waitFor()
    await shot(page, 'desk-recipe-form')
    await page.keyboard.press('Enter')
    await toast(page, 'Recipe created')
    await details(page).getByRole('heading', { name: 'Rye bagels' }).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#recipes/1')

    await details(page).getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await page
      .getByRole('dialog', { name: 'Edit Recipe' })
      .getByLabel('Prep time in minutes')
      .fill('90')
    await expectAccessible(page, 'recipe being edited')
    await page.keyboard.press('Enter')
    await toast(page, 'Recipe updated')
    await details(page).getByText('1 h 30 min').waitFor()
    await expect.poll(() => focused(page)).toBe('Edit')

    await details(page).getByRole('button', { name: 'Edit Rye flour' }).press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('name')
    await details(page).getByLabel('Quantity').fill('3')
    await expectAccessible(page, 'ingredient being edited')
    await page.keyboard.press('Enter')
    await details(page).getByText('3 cups at $0.41 per cup').waitFor()
    await expect.poll(() => focused(page)).toBe('Edit Rye flour')
    await details(page).getByRole('button', { name: 'Remove Salt' }).press('Enter')
    await page.getByRole('alertdialog', { name: 'Remove this ingredient?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await toast(page, 'Ingredient removed')
    await expect.poll(() => focused(page)).toBe('Ingredients')

    const opener = details(page).getByRole('button', { name: 'Delete', exact: true })
    const element = await opener.elementHandle()
    await opener.press('Enter')
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this recipe?',
    })
    await question.waitFor()
    await expectAccessible(page, 'question before deleting')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Delete')
    await page.keyboard.press('Enter')
    await closeAndOpen(question, element)
    await question.getByRole('button', { name: 'Delete' }).press('Enter')
    await toast(page, 'Recipe deleted')
    await page.getByText('No recipes found').waitFor()
    await expect.poll(() => focused(page)).toBe('Recipe Manager')
  })
})

test('on a phone the details stand in the list’s place, with a way back to where one was', async () => {
  const page = await recipesOf({}, 390)
  const link = page.getByRole('link', { name: /^Farmers cheese/ })
  await link.click()
  await details(page).waitFor()
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'All recipes' }).press('Enter')
  await link.waitFor()
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.goBack()
  await details(page).getByRole('heading', { name: 'Farmers cheese' }).waitFor()
})

/** A quick hand: the question opens again before the browser has stepped back from it. */
function closeAndOpen(question: Locator, opener: unknown): Promise<void> {
  const cancel = question.getByRole('button', { name: 'Cancel' })
  return cancel.evaluate((close: HTMLElement, again) => {
    close.click()
    ;(again as HTMLElement).click()
  }, opener)
}
