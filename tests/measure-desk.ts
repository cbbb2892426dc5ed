// How long each part of the desk takes to show, in a real browser over a built shop of 1,000
// products and many orders: `npm run build && node tests/measure-desk.ts 100000`. A measurement,
// not a test; people read the medians.

import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { readConfig } from '#server/config/config.ts'
import { builtPages } from '#server/http/render-page.ts'
import { openShop } from '#server/open-shop.ts'
import { fillDesk, PASSWORD } from './a-full-desk.ts'
import { launchBrowser } from './chromium.ts'
import { quickPlace } from './quick-place.ts'

const TRIES = 7
const DIST = resolve(import.meta.dirname, '../dist')

const PARTS: Record<string, (page: Page) => Promise<unknown>> = {
  products: (page) =>
    page
      .getByText(/^Product \d+$/)
      .first()
      .waitFor(),
  orders: (page) =>
    page
      .getByRole('link', { name: /^#?1?\d{3,}/ })
      .first()
      .waitFor(),
  recipes: (page) => page.getByText('No recipes', { exact: false }).first().waitFor(),
  pages: (page) => page.getByText('No pages', { exact: false }).first().waitFor(),
  settings: (page) => page.getByRole('button', { name: 'Initialize Default Settings' }).waitFor(),
  figures: (page) => page.getByText('Revenue per week').first().waitFor(),
  subscribers: (page) => page.getByText('Nobody has subscribed yet.').waitFor(),
  mails: (page) => page.getByText('No emails yet.').waitFor(),
}

async function measure(page: Page): Promise<void> {
  for (const [part, isThere] of Object.entries(PARTS)) {
    const [whole, inside]: [number[], number[]] = [[], []]
    for (let tries = 0; tries < TRIES; tries++) {
      whole.push(await timed(page, `/admin#${part}`, isThere))
      await page.goto(`/admin#${part === 'settings' ? 'pages' : 'settings'}`)
      await page.waitForTimeout(300)
      inside.push(await clicked(page, part, isThere))
    }
    console.log(
      `${part.padEnd(12)} by address ${median(whole)} ms, from another part ${median(inside)} ms`,
    )
  }
}

async function timed(
  page: Page,
  address: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<number> {
  await page.goto('about:blank')
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await isThere(page)
  return performance.now() - start
}

async function clicked(
  page: Page,
  part: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  await page.evaluate((hash) => {
    location.hash = hash
  }, part)
  await isThere(page)
  return performance.now() - start
}

const median = (times: number[]) =>
  Math.round(times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0)

const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-desk-'))
const browser = await launchBrowser()
try {
  await fillDesk(dataDir, Number(process.argv[2] ?? 100_000))
  const pages = { renderPage: await builtPages(DIST), client: resolve(DIST, 'client') }
  const shop = await openShop(
    readConfig({ DATA_DIR: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'silent' }),
    pages,
  )
  const baseURL = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()
  await page.goto('/admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  await measure(page)
  await page.close()
  await shop.close()
} finally {
  await browser.close()
  await rm(dataDir, { recursive: true, force: true })
}
