// Taps, fields and seconds of the farmer's weekly jobs at the desk on a phone, over a built shop of
// 1,000 products and 2,000 orders: `npm run build && node tests/measure-jobs.ts`. A measurement,
// not a test.

import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { readConfig } from '#server/config/config.ts'
import { builtPages } from '#server/http/render-page.ts'
import { openShop } from '#server/open-shop.ts'
import { fillDesk, PASSWORD } from './a-full-desk.ts'
import { type Arrived, aMailServer } from './a-mail-server.ts'
import { aPhoto } from './a-picture.ts'
import { launchBrowser } from './chromium.ts'
import { button, Hand, type Job, openPage, openTab, says } from './counted-taps.ts'
import { fillForJobs, MORE_JOBS, untilRead } from './more-jobs.ts'
import { quickPlace } from './quick-place.ts'

const DIST = resolve(import.meta.dirname, '../dist')
const ORDERS = 2000
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Lighthouse's slow 4G, in bytes a second and ms, with a CPU four times slower. */
const SLOW = { latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000, offline: false }

const JOBS: Job[] = []
const job = (name: string, before: string, run: Job['run']) => JOBS.push({ name, before, run })

job('Orders tab', '1 tap, 0.85 s', async (hand) => {
  await openTab(hand, 'Orders')
  await hand.seen(hand.page.getByRole('link', { name: /^#\d+$/ }))
})
job('find an order by name among 2,000', '2 taps, 1 field, 1.0 s', async (hand) => {
  await openTab(hand, 'Orders')
  await hand.type(hand.page.getByLabel('Find an order'), 'lindqvist')
  await hand.page.waitForURL(/text=lindqvist/)
  await hand.seen(hand.page.getByRole('listitem').filter({ hasText: 'Lindqvist' }))
})
job('find an order by number', '1 tap, 1 field', async (hand) => {
  await openTab(hand, 'Orders')
  await hand.type(hand.page.getByLabel('Find an order'), '#1234')
  await hand.seen(hand.page.getByRole('link', { name: '#1234', exact: true }))
})
job('one status: the next step', '2 taps and a scroll, 0.09 s', async (hand) => {
  await openTab(hand, 'Orders')
  const next = hand.page.getByRole('button', {
    name: /^(?:Pack|Hand out|On its way|Delivered), order #/,
  })
  const name = (await next.first().getAttribute('aria-label')) ?? ''
  await hand.tap(next.first())
  await hand.page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  await hand.seen(hand.page.getByRole('link', { name: /^#\d+$/ }))
})
job('40 statuses at once', '4 taps, 0.47 s', async (hand) => {
  await openTab(hand, 'Orders')
  await hand.tap(hand.page.getByLabel(/^Select all/).first())
  await hand.choose(hand.page.getByLabel('Set the status of all selected'), 'processing')
  await hand.seen(says(hand.page, /orders? (?:is|are) now processing/))
})
job('give a part of the money back', '5 taps, 2 fields, under 1.5 s', async (hand) => {
  await openTab(hand, 'Orders')
  await hand.tap(hand.page.getByRole('link', { name: /^#\d+$/ }).first())
  await hand.tap(button(hand.page, 'More about this order'))
  await hand.tap(button(hand.page, 'Issue refund'))
  const form = hand.page.getByRole('dialog', { name: 'Issue refund' })
  await hand.type(form.getByLabel(/^Amount/).first(), '1.00')
  await hand.type(form.getByLabel('Reason'), 'One was bruised')
  await hand.tap(form.getByRole('button', { name: /^Refund/ }))
  await hand.seen(says(hand.page, /refund/i))
})
job('add a product with its photo', '4 taps, 5 fields, 1.7 s + 0.42 s', async (hand) => {
  const { page } = hand
  await hand.tap(button(page, 'Add Product'))
  await hand.type(page.getByLabel('Name', { exact: true }), `Snap Peas ${Date.now()}`)
  hand.taps++
  await page.getByLabel('Choose picture').setInputFiles({
    ...{ name: 'peas.jpg', mimeType: 'image/jpeg' },
    buffer: await aPhoto({ width: 4000, height: 3000 }),
  })
  await says(page, 'Image uploaded').waitFor()
  await hand.choose(page.getByLabel('Category', { exact: true }), 'Vegetables')
  await hand.type(page.getByLabel('Price in $'), '4.25')
  await hand.type(page.getByLabel('Stock', { exact: true }), '9')
  await hand.tap(button(page, 'Create Product'))
  await hand.seen(says(page, 'Product created'))
})
job('prices of several', '2 taps and typing, 0.5 s', async (hand) => {
  const { page } = hand
  await hand.tap(button(page, 'Prices & stock'))
  await hand.type(page.locator('[data-cell="0.0"]'), '5.25')
  await hand.type(page.locator('[data-cell="1.0"]'), '5.75')
  await hand.tap(button(page, 'Save all'))
  await hand.seen(says(page, /products? updated/))
})
job('figures', '2 taps, 0.2 s', async (hand) => {
  await openPage(hand, 'Money')
  await hand.seen(hand.page.getByRole('heading', { name: 'Money', exact: true }))
})
job('books', '2 taps, 0.14 s', async (hand) => {
  await openPage(hand, 'Money')
  await hand.seen(hand.page.getByText(/^Books /))
})

const pad = (text: string, width: number) => text.padEnd(width)

async function measure(
  browser: Browser,
  baseURL: string,
  arrived: readonly Arrived[],
): Promise<void> {
  for (const { name, before, run } of [...JOBS, ...MORE_JOBS]) {
    const page = await signedIn(browser, baseURL)
    const hand = new Hand(page)
    const sent = await run(hand).then(
      () => `${hand.taps} taps, ${hand.fields} fields, ${(hand.waited / 1000).toFixed(2)} s`,
      (error: Error) => `did not go: ${error.message.split('\n')[0]}`,
    )
    console.log(`${pad(name, 36)} ${pad(before, 36)} ${sent}`)
    if (name.startsWith('letter'))
      console.log(
        `${pad('  all letters arrived', 73)} ${((await untilRead(arrived)) / 1000).toFixed(2)} s later`,
      )
    await page.context().close()
  }
}

async function signedIn(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US', ...PHONE })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  await page.getByText('Product 1', { exact: false }).first().waitFor()
  return page
}

async function measureSlowly(browser: Browser, baseURL: string): Promise<void> {
  for (const [part, row] of [
    ['products', /^Product \d+$/],
    ['orders', /^#\d+$/],
  ] as const) {
    const context = await browser.newContext({ baseURL, locale: 'en-US', ...PHONE })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const opened = performance.now()
    await page.goto(`/admin#${part}`)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    const gate = performance.now() - opened
    const start = performance.now()
    await page.keyboard.press('Enter')
    await page.getByText(row).first().waitFor({ timeout: 60_000 })
    console.log(
      `${pad(`slow phone: ${part}`, 36)} the gate after ${(gate / 1000).toFixed(1)} s, rows ${((performance.now() - start) / 1000).toFixed(2)} s after signing in`,
    )
    const calls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => /\/api\/.*(?:products|orders)/.test(name))
        .map(({ name, duration, transferSize }) => ({ name, duration, transferSize })),
    )
    for (const { name, duration, transferSize } of calls)
      console.log(
        `  ${pad(new URL(name).pathname, 34)} ${transferSize} bytes, ${Math.round(duration)} ms`,
      )
    await context.close()
  }
}

const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-jobs-'))
const browser = await launchBrowser()
const ends: (() => Promise<void>)[] = []
try {
  await fillDesk(dataDir, ORDERS)
  const mailServer = await aMailServer((end) => void ends.push(end))
  const pages = { renderPage: await builtPages(DIST), client: resolve(DIST, 'client') }
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Hill Farm <orders@farm.example>' }
  const env = { DATA_DIR: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'silent', LIMITS: 'off' }
  const { app, shop, work, close } = await openShop(readConfig({ ...env, ...mail }), pages)
  ends.push(close)
  await fillForJobs(shop.db, new Date())
  const baseURL = await app.listen({ port: 0, host: '127.0.0.1' })
  work()
  await measure(browser, baseURL, mailServer.arrived)
  await measureSlowly(browser, baseURL)
} finally {
  await browser.close()
  for (const end of ends.toReversed()) await end()
  await rm(dataDir, { recursive: true, force: true })
}
