import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aPhoto } from '../a-picture.ts'
import { aVisitedShop, expectAccessible, testAt, WIDTHS, withBrowser } from './a-browser.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

async function aDesk(hash: string, width = 1280, env: Record<string, string> = {}) {
  const visitor = await aVisitedShop({ width }, env)
  const { page, shop } = visitor
  await enterDesk(page, `/admin#${hash}`, shop.password)
  await page.getByRole('navigation', { name: 'Desk', exact: true }).waitFor()
  // An open toast takes the first Escape, and a slow machine shows it late.
  const toast = page.getByRole('listitem').filter({ hasText: 'Login successful' })
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
  return visitor
}

async function reads(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
}

async function openPage(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('toolbar', { name: 'Formatting' })
    .or(dialog.getByLabel('Preview'))
    .waitFor()
  return dialog
}

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

describe.each(WIDTHS)('at %i px', (width) => {
  const test = testAt(width)
  test('a page is made, read, changed, hidden and deleted', async () => {
    const { page, context } = await aDesk('pages', width)
    await reads(page, 'Page Manager', 'Published Pages', 'Our farm', '/pages/our-farm')
    await expectAccessible(page, 'pages')

    const form = await openPage(page, 'Create Page')
    await form.getByLabel('Title').fill('Our winter!')
    expect(await form.getByLabel('Slug').inputValue()).toBe('our-winter')
    await form.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.type('We rest.')
    await expectAccessible(page, 'visual editor')
    await form.getByRole('button', { name: 'Create Page' }).click()
    await reads(page, 'Page created', '/pages/our-winter')

    const [read] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open Our winter! in a new tab' }).click(),
    ])
    await read.getByText('We rest.').waitFor()

    const edit = await openPage(page, 'Edit Our winter!')
    await edit.getByRole('switch', { name: 'Published' }).click()
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await reads(page, 'Page updated', 'Draft')
    await read.reload()
    await reads(read, 'Draft – only you can see this', 'We rest.')

    await page.getByRole('button', { name: 'Delete Our winter!' }).click()
    await reads(page, 'Are you sure you want to delete this page?')
    await expectAccessible(page, 'question')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await reads(page, 'Page deleted')
    await page.getByText('/pages/our-winter').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Page Manager')
  })

  test('HTML is shown as it will be, and what is left out is said before and after saving', async () => {
    const { page } = await aDesk('pages', width)
    const form = await openPage(page, 'Create Page')
    await form.getByRole('button', { name: 'HTML' }).click()
    await form.getByLabel('Title').fill('Prices')
    const table = '<table><caption>Eggs</caption><tbody><tr><td>5</td></tr></tbody></table>'
    await form.getByRole('textbox', { name: 'Content' }).fill(`${table}<script>alert(1)</script>`)
    await form.getByLabel('Preview').getByRole('cell', { name: '5' }).waitFor()
    await form.getByText('Saving leaves out <script>.').waitFor()
    await expectAccessible(page, 'HTML view')
    await form.getByRole('button', { name: 'Visual' }).click()
    await form.getByText(/^The visual editor does not support <caption>\./).waitFor()
    await form.getByRole('button', { name: 'Create Page' }).click()
    await reads(page, 'Page created')
    await page.getByText(/^Prices was saved without <script>\./).waitFor()
    await expectAccessible(page, 'removed note')
  })

  test('the settings show the video, and refuse what is none', async () => {
    const { page, trace } = await aDesk('settings', width)
    await reads(page, 'Settings Management')
    await reads(
      page,
      'Business Information',
      'Website Content',
      'Feature Settings',
      'Homepage Video',
    )
    await expectAccessible(page, 'settings')
    await page.getByRole('button', { name: 'Edit YouTube link' }).click()
    const field = page.getByLabel(/^YouTube link/)
    const save = page.locator('form').filter({ has: field }).getByRole('button', { name: 'Save' })
    await field.fill('https://example.com/video')
    await reads(page, 'Please enter a valid YouTube URL', 'No valid video URL')
    expect(await save.isDisabled()).toBe(true)
    await expectAccessible(page, 'wrong video')
    await field.fill('https://youtu.be/aqz-KE-bpKQ')
    await page.getByTitle('Preview of the video').waitFor()
    await save.click()
    await reads(page, 'Settings Updated')
    await expect.poll(() => focused(page)).toBe('Edit YouTube link')
    expect(trace.strangers).toEqual([])
  })
})

test('the password is changed in Settings, and whoever changed it stays signed in', async () => {
  const { page, shop } = await aDesk('password', 1280, { ADMIN_PASSWORD: '' })
  const current = page.getByLabel('Current password', { exact: true })
  await current.fill('a guess')
  await page.getByLabel('New password', { exact: true }).fill('eight brown hens')
  await page.keyboard.press('Enter')
  await reads(page, 'Password not changed', 'That is not the current password.')
  await expectAccessible(page, 'password')
  await current.fill(shop.password)
  await page.keyboard.press('Enter')
  await reads(page, 'Password changed')
  await page.reload()
  await page.getByRole('heading', { name: 'Password', exact: true }).waitFor()
})

test('a page goes from HTML to the visual editor and back with all it had', async () => {
  const { page } = await aDesk('pages')
  const form = await openPage(page, 'Edit How we keep hens')
  await form.getByRole('button', { name: 'HTML' }).click()
  const source = form.locator('textarea[name=content]')
  const before = await source.inputValue()
  await form.getByRole('button', { name: 'Visual' }).click()
  await form.getByRole('toolbar').waitFor()
  await form.getByRole('button', { name: 'HTML' }).click()
  expect(await source.inputValue()).toBe(before)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Edit How we keep hens')
})

test('the visual editor is used by keyboard alone: marks, a list, a link and a picture', async () => {
  const { page } = await aDesk('pages')
  const form = await openPage(page, 'Create Page')
  await form.getByLabel('Title').fill('By keyboard')
  const text = form.getByRole('textbox', { name: 'Content' })
  await form.getByRole('button', { name: 'HTML' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Heading')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hens')
  await page.keyboard.press('Enter')
  await page.keyboard.type('See us')
  for (let letter = 0; letter < 2; letter++) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focused(page)).toBe('Heading')
  for (const tool of [
    'Subheading',
    'Bold',
    'Italic',
    'Bulleted list',
    'Numbered list',
    'Quote',
    'Link',
  ]) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page)).toBe(tool)
  }
  await page.keyboard.press('Enter')
  await page.getByLabel('Address').fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await page.getByText(/^Please enter an address/).waitFor()
  await page.getByLabel('Address').fill('/pages/our-farm')
  await page.keyboard.press('Enter')
  await text.locator('a').waitFor()
  await expect.poll(() => focused(page)).toBe('Link')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused(page)).toBe('Picture')
  await page.keyboard.press('Enter')
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('eggs') })
  await page.getByRole('button', { name: 'Insert Picture' }).click()
  await reads(page, 'Invalid file type', 'Please select an image file')
  await expectAccessible(page, 'picture')
  const photo = { name: 'hens.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
  await page.getByLabel('File').setInputFiles(photo)
  await page.getByRole('dialog', { name: 'Picture' }).getByLabel('Description').fill('Brown hens')
  await page.getByRole('button', { name: 'Insert Picture' }).click()
  await reads(page, 'Image uploaded')
  await text.locator('img[alt="Brown hens"]').waitFor()
  await form.getByRole('button', { name: 'HTML' }).click()
  expect(await form.locator('textarea[name=content]').inputValue()).toMatch(
    /^<h2>Hens<\/h2>\n<p>See .*<a href="\/pages\/our-farm">.*<img src="\/uploads\/[\da-f]{32}\.webp" alt="Brown hens">.*<\/p>$/,
  )
  await form.getByRole('button', { name: 'Create Page' }).click()
  await reads(page, 'Page created')
  await page.goto('/pages/by-keyboard')
  await page.getByRole('img', { name: 'Brown hens' }).waitFor()
})

test('without the visual editor’s code a page is written in HTML', async () => {
  const { page } = await aDesk('pages')
  await page.evaluate(() => sessionStorage.setItem('farmstand:reloaded', location.href))
  await page.route('**/assets/visual-editor-*', (route) => route.abort())
  await page.getByRole('button', { name: 'Create Page' }).click()
  await page.getByText(/^The visual editor could not be opened\./).waitFor()
  await page.getByLabel('Title').fill('Plain')
  await page.getByRole('textbox', { name: 'Content' }).fill('<p>Words</p>')
  await page.getByRole('button', { name: 'Create Page' }).click()
  await reads(page, 'Page created')
})
