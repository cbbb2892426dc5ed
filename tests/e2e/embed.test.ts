import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { freePort } from '../postgres.ts'
import { aVisitor, shot, WIDTHS, withBrowser } from './a-browser.ts'
import { anOpenShop } from './an-open-shop.ts'

withBrowser()

const BUILT = new URL('../../dist/client/embed.js', import.meta.url)

/** A shop that knows its address, and a page of another site with the snippet as the desk gives it. */
async function aBlog({ kind = 'async', more = '', policy = true, scripts = true } = {}) {
  const port = String(await freePort())
  const shop = await anOpenShop({ PORT: port, PUBLIC_URL: `http://localhost:${port}` })
  const snippet = `<script ${kind} src="${shop.url}/api/feeds/embed.js"${more}></script><noscript><a href="${shop.url}/">Our shop</a></noscript>`
  const body = `<!doctype html><html lang="en"><title>Our blog</title><link rel="stylesheet" href="/look.css"><h1>Farm notes</h1><p>This week we dug the last potatoes.</p>${snippet}<p>See you Saturday.</p>`
  const strict = `default-src 'none'; style-src 'self'; script-src ${shop.url}; connect-src ${shop.url}; img-src ${shop.url}`
  const server = createServer((request, reply) => {
    const isLook = request.url === '/look.css'
    reply.setHeader('content-type', isLook ? 'text/css' : 'text/html; charset=utf-8')
    if (policy) reply.setHeader('content-security-policy', strict)
    reply.end(
      isLook
        ? 'body{font:17px/1.6 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#333}'
        : body,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = async (width: number) => {
    const visitor = await aVisitor(url, {
      width,
      guests: [shop.url],
      javaScriptEnabled: scripts,
      isLast: true,
    })
    await visitor.page.goto(url)
    return visitor
  }
  return { shop, open }
}

test('the script for other sites is 4,096 bytes at most', () => {
  expect(existsSync(BUILT)).toBe(true)
  expect(statSync(BUILT).size).toBeLessThanOrEqual(4096)
})

test.each(['async', 'type="module"'])(
  'a strict page of another site with a script that is %s shows what is for sale, with pictures and links into the shop',
  async (kind) => {
    const { shop, open } = await aBlog({ kind, more: ' data-category="eggs" data-most="2"' })
    for (const width of WIDTHS) {
      const { page, trace } = await open(width)
      await expect.poll(() => page.locator('li').count()).toBe(2)
      const first = page.locator('li').first()
      expect(await first.locator('a').getAttribute('href')).toMatch(`${shop.url}/p/`)
      await expect
        .poll(() => first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      expect(await first.textContent()).toMatch(/\$\d+\.\d\d[\s\S]*(In stock|Few left|Sold out)/)
      expect(await page.locator('.order').textContent()).toMatch(/^Order at /)
      expect(await page.locator('p', { hasText: 'Next pickup: ' }).count()).toBe(1)
      expect([trace.errors, await page.context().cookies()]).toEqual([[], []])
      await shot(page, 'embed')
    }
  },
)

test('it says what the farm typed as it is typed, and that no orders are taken', async () => {
  const { shop, open } = await aBlog()
  const name = '</script><img src=x onerror=alert(1)>'
  await write(shop.db, async (tx, emit) => {
    await tx.updateTable('products').set({ name }).where('id', '=', 1).execute()
    const pause = {
      place_id: null,
      from_day: '2026-01-01',
      until_day: null,
      message: 'Back in spring.',
    }
    await tx
      .insertInto('closures')
      .values({ ...pause, resumes_at: null, created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    emit({ kind: 'products', productIds: [1] })
    emit({ kind: 'days' })
  })
  const { page } = await open(1280)
  await expect.poll(() => page.locator('b', { hasText: name }).count()).toBe(1)
  expect(await page.locator('p', { hasText: 'Not taking orders. Back in spring.' }).count()).toBe(1)
  expect(await page.locator('.order').textContent()).toMatch(/^Visit /)
  expect(await page.locator('li').count()).toBe(12)
})

test('without the shop, and without scripts, a link stands', async () => {
  const off = await aBlog({ scripts: false })
  const { page: plain } = await off.open(390)
  expect(await plain.locator(`a[href="${off.shop.url}/"]`).isVisible()).toBe(true)
  const { shop, open } = await aBlog({ policy: false })
  const { page } = await open(390)
  await expect.poll(() => page.locator('.order').count()).toBe(1)
  await page.route('**/products.json', (route) => route.abort())
  await page.reload()
  await expect.poll(() => page.locator('a', { hasText: 'Our shop' }).count()).toBe(1)
  expect(await page.locator('a', { hasText: 'Our shop' }).getAttribute('href')).toBe(`${shop.url}/`)
})
