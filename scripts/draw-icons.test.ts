import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const WEB = resolve(import.meta.dirname, '../web')

let folder = ''

/**
 * In its own process, as a build does: once the shop's code is loaded, sharp no longer opens SVG.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmstand-icons-'))
  const program = `import { drawIcons } from '${import.meta.dirname}/draw-icons.ts'; await drawIcons('${WEB}', '${folder}')`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const icon = (file: string) => readFile(join(folder, file))

test('every icon of the manifest is drawn, in the size it says', async () => {
  const { icons } = JSON.parse(await readFile(join(WEB, 'public/manifest.webmanifest'), 'utf8'))
  expect(icons).toHaveLength(3)
  for (const { src, sizes, type } of icons) {
    const { width, height, mediaType } = await sharp(await icon(src)).metadata()
    expect([`${width}x${height}`, mediaType], src).toEqual([sizes, type])
  }
})

test('what a phone cuts to its own shape is painted to the edge', async () => {
  for (const file of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
    expect((await sharp(await icon(file)).stats()).isOpaque, file).toBe(true)
  }
})

test('the picture beside a shared link has the size others expect, and is light', async () => {
  const { width, height } = await sharp(await icon('social.png')).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect((await icon('social.png')).length).toBeLessThan(120 * 1024)
  expect(await readdir(folder)).toHaveLength(5)
})
