import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aRunningShop } from './a-running-shop.ts'

const KIB = 1024

/** A resource as it travels to a browser that takes brotli. */
async function travelling(url: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => resolve(buffer(answer)))
  return promise
}

test('a first visit to the home page stays within its budget of bytes and requests', async () => {
  const { url } = await aRunningShop()
  const page = await travelling(url)
  const html = brotliDecompressSync(page).toString()
  const found = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, path]) => path ?? ''))]
  const weigh = async (paths: string[]) => {
    const parts = await Promise.all(paths.map((path) => travelling(url + path)))
    return parts.reduce((sum, part) => sum + part.length, 0)
  }
  const [start = '', ...others] = found(/<script type="module"[^>]* src="([^"]+)"/g)
  expect([others, html.includes('modulepreload')]).toEqual([[], false])
  const code = async (path: string) => brotliDecompressSync(await travelling(url + path)).toString()
  const [, first = ''] = /import\([`"]\.(\/[^`"]+)[`"]\)/.exec(await code(start)) ?? []
  const imported = [...(await code(`/assets${first}`)).matchAll(/from ?[`"]\.(\/[^`"]+)[`"]/g)].map(
    ([, path]) => path ?? '',
  )
  const scripts = [...new Set([start, ...[first, ...imported].map((path) => `/assets${path}`)])]
  expect(scripts.length).toBeLessThanOrEqual(3)
  const bytes = {
    html: page.length,
    script: await weigh(scripts),
    styles: await weigh(found(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)),
    fonts: await weigh(found(/href="([^"]+\.woff2)"/g)),
    pictures: await weigh(found(/<img[^>]* src="([^"]+)"/g)),
  }
  console.info('first visit, bytes as they travel:', JSON.stringify(bytes))
  expect(bytes.html).toBeLessThanOrEqual(12 * KIB)
  expect(bytes.script).toBeLessThanOrEqual(80 * KIB)
  expect(bytes.styles).toBeLessThanOrEqual(8 * KIB)
  expect(bytes.fonts).toBeLessThanOrEqual(70 * KIB)
  expect(bytes.pictures).toBeLessThanOrEqual(200 * KIB)
  for (const kind of Object.values(bytes)) expect(kind).toBeGreaterThan(0)
})
