import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aHeic, aLyingPhoto, aPhoto } from '../a-picture.ts'
import { aVisitedShop, expectAccessible, shot, withBrowser } from './a-browser.ts'
import { enterDesk } from './an-owner.ts'

withBrowser()

const TOO_LONG = 5 * 1024 * 1024 + 1

const said = (page: Page, text: string) => page.getByText(text).first().waitFor()

async function shrink(page: Page) {
  await page.getByRole('button', { name: 'Make it smaller and use it' }).click()
  return page.getByRole('dialog', { name: 'Make it smaller' })
}

async function dropOn(page: Page, name: string, photo: Buffer): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).evaluate(
    (text, { file, bytes }) => {
      const dataTransfer = new DataTransfer()
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      dataTransfer.items.add(new File([content], file, { type: 'image/jpeg' }))
      const { left, top } = text.getBoundingClientRect()
      const at = { clientX: left + 20, clientY: top + 20, bubbles: true, cancelable: true }
      text.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }))
    },
    { file: name, bytes: photo.toString('base64') },
  )
}

test('photos of phones: one that lies is stored upright, one in HEIC is explained, one that is dropped comes into the page', async () => {
  const { shop, page, trace } = await aVisitedShop({ width: 390 })
  await enterDesk(page, '/admin#products/new')
  const choose = page.getByLabel('Choose picture')
  await choose.setInputFiles(
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: await aHeic() },
    { timeout: 60_000 },
  )
  await said(page, 'Please select an image file')
  await expectAccessible(page, 'refused picture')
  const explained = await shrink(page)
  await explained.getByText(/^This browser cannot open this picture\. On an iPhone/).waitFor()
  await shot(page, 'desk-heic', { fullPage: false })
  await page.keyboard.press('Escape')
  await choose.setInputFiles(
    { name: 'IMG_0002.JPG', mimeType: 'image/jpeg', buffer: await aLyingPhoto(TOO_LONG) },
    { timeout: 60_000 },
  )
  await said(page, 'Image uploaded')
  const src = await page.getByRole('img', { name: 'The current picture' }).getAttribute('src')
  const [name = ''] = /[\da-f]{32}/.exec(src ?? '') ?? []
  const stored = Buffer.from(await (await fetch(`${shop.url}/uploads/${name}.webp`)).arrayBuffer())
  const { width, height } = await sharp(stored).metadata()
  expect([width, height]).toEqual([600, 800])
  const top = await sharp(stored).extract({ left: 290, top: 20, width: 20, height: 20 }).stats()
  const [red, , blue] = top.channels.map(({ mean }) => mean)
  expect(red).toBeGreaterThan(blue ?? 255)

  await page.goto('/admin#settings/photo_farm')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  const barn = page.getByRole('group', { name: 'Your farm' })
  const isShown = barn.getByRole('button', { name: 'Remove the photo' }).waitFor()
  await barn.getByLabel('Choose a photo').setInputFiles({
    name: 'IMG_0003.JPG',
    mimeType: 'image/jpeg',
    buffer: await aLyingPhoto(TOO_LONG),
  })
  await isShown

  await page.goto('/admin#pages/new')
  await page.getByRole('dialog').getByLabel('Title').fill('Hens')
  const text = page.getByRole('textbox', { name: 'Content' })
  await text.fill('Here they are.')
  await dropOn(page, 'hens.jpg', await aPhoto({ width: 400, height: 300 }))
  const dialog = page.getByRole('dialog', { name: 'Picture' })
  await dialog.getByText('hens.jpg').waitFor()
  const preview = dialog.locator('img')
  await expect.poll(() => preview.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(400)
  await shot(page, 'desk-dropped', { fullPage: false })
  await dialog.getByLabel('Description').fill('Brown hens')
  await dialog.getByRole('button', { name: 'Insert Picture' }).click()
  await text.locator('img[alt="Brown hens"]').waitFor()
  expect(trace.errors.filter((error) => !/status of 4(?:00|01|13|15)/.test(error))).toEqual([])
})
