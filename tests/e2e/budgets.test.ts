import { expect, test } from 'vitest'
import { weighFirstView } from '../first-view.ts'
import { aVisitor, withBrowser } from './a-browser.ts'
import { anOpenShop } from './an-open-shop.ts'

withBrowser()

const KIB = 1024

/** Of a page that nobody touches; the goal is 20. */
const MAX_REQUESTS = 51

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
  expect(bytes.script).toBeLessThanOrEqual(72 * KIB)
  expect(bytes.styles).toBeLessThanOrEqual(8 * KIB)
  expect(bytes.fonts).toBeLessThanOrEqual(40_000)
  expect(bytes.pictures).toBeLessThanOrEqual(200 * KIB)
  for (const kind of Object.values(bytes)) expect(kind).toBeGreaterThan(0)
})

test('a page that nobody touches fetches no more than its first taps are likely to need', async () => {
  const { url } = await anOpenShop()
  const { page } = await aVisitor(url, { width: 390, isMobile: true, hasTouch: true, isLast: true })
  const wire = await page.context().newCDPSession(page)
  const kinds = new Map<string, string>()
  const scripts: number[] = []
  wire.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type ?? ''))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') scripts.push(encodedDataLength)
  })
  await wire.send('Network.enable')
  await page.goto('/')
  // The last of the page's own idle work.
  await page.getByRole('button', { name: 'Ask the farm helper' }).waitFor()
  await page.waitForTimeout(5000)
  const script = scripts.reduce((sum, bytes) => sum + bytes, 0)
  console.info('untouched, on the wire:', JSON.stringify({ script, requests: kinds.size }))
  expect(script).toBeLessThanOrEqual(110_000)
  expect(kinds.size).toBeLessThanOrEqual(MAX_REQUESTS)
})
