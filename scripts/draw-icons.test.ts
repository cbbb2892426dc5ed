import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { drawIcons } from './draw-icons.ts'

const WEB = resolve(import.meta.dirname, '../web')

async function drawn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-icons-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await drawIcons(WEB, folder)
  return folder
}

test('every icon of the manifest is drawn, in the size it says', async () => {
  const folder = await drawn()
  const { icons } = JSON.parse(await readFile(join(WEB, 'public/manifest.webmanifest'), 'utf8'))
  expect(icons).toHaveLength(3)
  for (const { src, sizes, type } of icons) {
    const { width, height, mediaType } = await sharp(join(folder, src)).metadata()
    expect([`${width}x${height}`, mediaType], src).toEqual([sizes, type])
  }
})

test('what a phone cuts to its own shape is painted to the edge', async () => {
  const folder = await drawn()
  for (const file of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
    expect((await sharp(join(folder, file)).stats()).isOpaque, file).toBe(true)
  }
})

test('the picture beside a shared link has the size others expect, and is light', async () => {
  const folder = await drawn()
  const { width, height } = await sharp(join(folder, 'social.png')).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect((await stat(join(folder, 'social.png'))).size).toBeLessThan(120 * 1024)
  expect(await readdir(folder)).toHaveLength(5)
})
