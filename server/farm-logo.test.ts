import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { masterFile, pictureUrl } from '#contract/products/pictures.ts'
import { DAY } from '#contract/time/durations.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aPhoto } from '#tests/a-picture.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { masterOf } from './features/uploads/picture-codec.ts'
import { removeUnusedPictures } from './features/uploads/pictures.ts'

const NAME = 'e'.repeat(32)
const PUBLIC_URL = 'https://farm.example'

async function aFarmWithPicture() {
  const client = await mkdtemp(join(tmpdir(), 'farmstand-client-'))
  onTestFinished(() => rm(client, { recursive: true, force: true }))
  const files = ['favicon.svg', 'icon-192.png', 'icon-maskable-512.png']
  for (const file of files) await writeFile(join(client, file), 'ours')
  const pages = { client, renderPage: async () => ({ status: 404, html: 'nothing' }) }
  const farm = await aShop({ pages, env: { PUBLIC_URL } })
  await farm.shop.pictures.put(masterFile(NAME), await masterOf(await aPhoto()))
  const headers = {
    cookie: await signIn(farm),
    origin: PUBLIC_URL,
    accept: 'application/json',
  }
  const payload = { key: 'farm_logo', value: pictureUrl(NAME), description: '' }
  await farm.inject({ method: 'POST', url: '/api/settings', headers, payload })
  const change = (value: string) =>
    farm.inject({ method: 'PUT', url: '/api/settings/farm_logo', headers, payload: { value } })
  const icon = async (file: string) => (await farm.inject({ url: `/${file}` })).rawPayload
  return { farm, change, icon }
}

test('a logo makes the shop’s icons, whole and in their sizes; without one they are ours', async () => {
  const { farm, change, icon } = await aFarmWithPicture()
  const { width, height, format, hasAlpha } = await sharp(await icon('icon-192.png')).metadata()
  expect([width, height, format, hasAlpha]).toEqual([192, 192, 'png', true])
  // Phones crop it to a circle, so it sits on the shop's paper color.
  const phone = sharp(await icon('icon-maskable-512.png')).removeAlpha()
  const { data, info } = await phone.raw().toBuffer({ resolveWithObject: true })
  expect([info.width, ...data.subarray(0, 3)]).toEqual([512, 0xfb, 0xf7, 0xef])
  expect(String(await icon('favicon.svg'))).toMatch(/<image width="64" height="64" href="data:/)
  // The picture may be missing, as in a folder from another machine.
  await change(pictureUrl('f'.repeat(32)))
  expect(String(await icon('icon-192.png'))).toBe('ours')
  await change(pictureUrl(NAME))
  expect((await sharp(await icon('icon-192.png')).metadata()).width).toBe(192)
  await change('')
  expect(String(await icon('icon-192.png'))).toBe('ours')
  expect((await farm.inject({ url: '/icon-192.png' })).headers['cache-control']).toContain('86400')
})

test.each([
  [pictureUrl(NAME), 200],
  ['', 404],
])('where the logo is “%s” its picture answers %i three days later', async (logo, status) => {
  const { farm, change } = await aFarmWithPicture()
  expect((await change(logo)).statusCode).toBe(200)
  farm.clock.now = new Date(Date.now() + 3 * DAY)
  await removeUnusedPictures(farm.shop)
  expect((await farm.inject({ url: pictureUrl(NAME) })).statusCode).toBe(status)
})

test('mails show the logo by an address that every program can read, and none where there is none', async () => {
  const { farm, change } = await aFarmWithPicture()
  const { letters, mailer } = aMailbox()
  farm.shop.mail = mailer
  const eggs = await aProduct(farm.db, { stock: 10 })
  const buy = async () => {
    await aKeyedBuyer(farm).buy(orderBody([[eggs, 1]]))
    await farm.settled()
    return letters.at(-1)?.html ?? ''
  }
  const shown = `<img src="https://farm.example/icon-192.png?logo=eeeeeeee" width="64" height="64" alt="Farmstand"`
  expect(await buy()).toContain(shown)
  const logo = await farm.inject({ url: '/icon-192.png?logo=eeeeeeee' })
  expect(logo.headers['cross-origin-resource-policy']).toBe('cross-origin')
  const icon = await farm.inject({ url: '/icon-maskable-512.png' })
  expect(icon.headers['cross-origin-resource-policy']).toBe('same-origin')
  await change('')
  expect(await buy()).not.toContain('/icon-192.png')
})

test('a logo is a picture that was uploaded here', async () => {
  const { change } = await aFarmWithPicture()
  const message = 'Please choose a picture that was uploaded here, or none.'
  const wrong = ['https://evil.example/x.png', '/uploads/x.webp', 'javascript:alert(1)', ' ']
  for (const value of wrong) {
    const answer = await change(value)
    expect([value, answer.statusCode, answer.json().message]).toEqual([value, 400, message])
  }
})
