import { expect, test } from 'vitest'
import { weighFirstView } from '../first-view.ts'
import { anOpenShop } from './an-open-shop.ts'

const KIB = 1024

test('a first visit to the home page stays within its budget of bytes and requests', async () => {
  const { url } = await anOpenShop()
  const { bytes, scripts, html } = await weighFirstView(url)
  expect([html.match(/<script type="module"/g)?.length, html.includes('modulepreload')]).toEqual([
    1,
    false,
  ])
  expect(scripts.length).toBeLessThanOrEqual(3)
  console.info('first visit, bytes as they travel:', JSON.stringify(bytes))
  expect(bytes.html).toBeLessThanOrEqual(12 * KIB)
  expect(bytes.script).toBeLessThanOrEqual(80 * KIB)
  expect(bytes.styles).toBeLessThanOrEqual(8 * KIB)
  expect(bytes.fonts).toBeLessThanOrEqual(40_000)
  expect(bytes.pictures).toBeLessThanOrEqual(200 * KIB)
  for (const kind of Object.values(bytes)) expect(kind).toBeGreaterThan(0)
})
