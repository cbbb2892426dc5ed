import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisitedShop, withBrowser } from './a-browser.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

const OFFLINE = 'No connection; nothing was saved. Please try again once you are online.'

const hashOf = (page: Page) => new URL(page.url()).hash

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

async function backTwice(page: Page, form: Locator, holdsTyped: () => Promise<void>) {
  const [address, length] = [hashOf(page), await page.evaluate(() => history.length)]
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goBack()
  await button(question, 'Keep editing').click()
  await question.waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(address)
  await holdsTyped()
  await page.goBack()
  await button(question, 'Leave').click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => hashOf(page)).not.toBe(address)
  expect(await page.evaluate(() => history.length)).toBe(length)
}

test('a form on a phone asks before Back, opens again by Forward, and loses nothing in a reload or without a network', async () => {
  const { shop, page, context } = await aVisitedShop({ width: 390 })
  const requested: string[] = []
  page.on('dialog', (dialog) => {
    requested.push(dialog.type())
    void dialog.accept()
  })
  await enterDesk(page, '/admin#pages')

  await button(page, 'Create Page').click()
  const editor = page.getByRole('dialog', { name: 'Create Page' })
  const text = editor.getByRole('textbox', { name: 'Content' })
  await text.click()
  await page.keyboard.type('Our hens have names.')
  const isWritten = () => text.getByText('Our hens have names.').waitFor()
  await page.reload()
  await isWritten()
  await editor.getByText(/^You typed this on/).waitFor()
  await backTwice(page, editor, isWritten)
  expect(hashOf(page)).toBe('#pages')

  await page.evaluate(() => location.assign('#products'))
  await button(page, 'Add Product').click()
  const form = page.getByRole('dialog', { name: 'Add New Product' })
  const name = form.getByLabel('Name', { exact: true })
  await name.pressSequentially('Snap Peas')
  const isTyped = () => expect.poll(() => name.inputValue()).toBe('Snap Peas')
  await backTwice(page, form, isTyped)
  await page.goForward()
  expect(hashOf(page)).toBe('#products/new')
  await expect.poll(() => name.inputValue()).toBe('')
  await name.pressSequentially('Snap Peas')
  await page.goto('about:blank')
  await page.goBack()
  await form.getByText(/^You typed this on/).waitFor()
  await isTyped()
  expect(requested).toEqual(['beforeunload', 'beforeunload'])

  await form.getByLabel('Category', { exact: true }).selectOption('Vegetables')
  await form.getByLabel('Price in $').fill('4.25')
  await form.getByLabel('Stock', { exact: true }).fill('9')
  await context.setOffline(true)
  await button(form, 'Create Product').click()
  await page.getByText(OFFLINE).first().waitFor()
  await isTyped()
  await context.setOffline(false)
  await button(form, 'Create Product').click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => hashOf(page)).toBe('#products')
  const listed: { name: string }[] = await (await fetch(`${shop.url}/api/products`)).json()
  expect(listed.filter((one) => one.name === 'Snap Peas')).toHaveLength(1)
  await page.reload()
  await button(page, 'Add Product').click()
  await expect.poll(() => name.inputValue()).toBe('')
})
