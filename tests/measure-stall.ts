// What a phone at the stall feels, in a real browser over the built page: from a tap to "saved"
// with a CPU slowed four times, and a cold start offline. `npm run build && node
// tests/measure-stall.ts`. A measurement, not a test.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { readConfig } from '#server/config/config.ts'
import { builtPages } from '#server/http/render-page.ts'
import { openShop } from '#server/open-shop.ts'
import { chromiumPath } from './chromium.ts'
import { aStallDay } from './e2e/a-stall-day.ts'
import { quickPlace } from './quick-place.ts'

const [TAPS, STARTS, PASSWORD] = [40, 7, 'seven brown hens']

/** Ms from one box to the next: nobody hands over faster. */
const BETWEEN_TAPS = 700
const DIST = resolve(import.meta.dirname, '../dist')

const folders = [
  await mkdtemp(join(quickPlace(), 'stall-shop-')),
  await mkdtemp(join(tmpdir(), 'stall-phone-')),
]
const [dataDir = '', phoneDir = ''] = folders
const env = { PORT: '0', LOG_LEVEL: 'silent', LIMITS: 'off', ADMIN_PASSWORD: PASSWORD }
const config = readConfig({ ...env, DATA_DIR: dataDir })
const pages = { renderPage: await builtPages(DIST), client: resolve(DIST, 'client') }
const { app, shop, close } = await openShop(config, pages)
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
await aStallDay(shop, { farmers_market: TAPS + 1, farm_store: 0, delivery: 0 })
const address = `http://localhost:${port}/admin/stall`
try {
  await load()
  await measure()
} finally {
  await close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

async function openPhone() {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await chromium.launchPersistentContext(phoneDir, {
    ...(await chromiumPath()),
    ...phone,
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page }
}

async function load(): Promise<void> {
  const { context, page } = await openPhone()
  await page.goto(address)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('button', { name: /^Hand out, / })
    .first()
    .waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.close()
}

async function measure(): Promise<void> {
  const starts: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const { context, page } = await openPhone()
    await context.setOffline(true)
    const from = Date.now()
    await page.goto(address)
    await page
      .getByRole('button', { name: /^Hand out, / })
      .first()
      .waitFor()
    starts.push(Date.now() - from)
    if (start === STARTS - 1) send('tap to saved, ms', await tapAll(page))
    await context.close()
  }
  send('cold start without a network, ms', starts)
}

/** From the tap until the box is among those given, which it is only once on disk. */
async function tapAll(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let tap = 0; tap < TAPS; tap++) {
    await page.waitForTimeout(BETWEEN_TAPS)
    times.push(
      await page.evaluate(async () => {
        const give = document.querySelector<HTMLElement>('[aria-label^="Give, "]')
        const label = give?.getAttribute('aria-label') ?? ''
        const from = performance.now()
        give?.click()
        while (document.querySelector(`[aria-label="${label}"]`))
          await new Promise((resolve) => setTimeout(resolve))
        return performance.now() - from
      }),
    )
  }
  return times
}

function send(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  console.info(what, { median: at(0.5), p95: at(0.95), most: at(1) })
}
