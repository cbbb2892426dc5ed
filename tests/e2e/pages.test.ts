import { describe, expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, testAt, WIDTHS, withBrowser } from './a-browser.ts'
import { anOwner } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

/** The browser itself logs a page's 404. */
const onlyTheMissingPage = (errors: string[]) =>
  errors.filter((error) => !/status of 404/.test(error))

test('a page never blinks while its scripts take over', async () => {
  const { page } = await aVisitedShop()
  await page.addInitScript(() => {
    const seen = { title: false, gone: 0 }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const isThere = document.querySelector('h1')?.checkVisibility() ?? false
      if (seen.title && !isThere) seen.gone++
      seen.title ||= isThere
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  for (const path of ['/pages/our-farm', '/pages/nowhere', '/checkout', '/']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect([path, await page.evaluate('window.seen')]).toEqual([path, { title: true, gone: 0 }])
  }
})

test('a page wakes in pieces, between which the browser may do something else', async () => {
  const { page } = await aVisitedShop({ width: 390, isLast: true })
  await page.addInitScript(watchPieces)
  await page.goto('/')
  await expect
    .poll(() => page.evaluate(readPieces), { timeout: 15_000 })
    .toMatchObject({ isWhole: true })
  const { largest } = await page.evaluate(readPieces)
  expect(largest).toBeLessThan(0.05)
})

/**
 * Records how many elements React had hydrated each time it asked for its next piece of work, by a
 * message to itself. Each clock read is 1 ms after the last, so a piece is as long on every
 * machine.
 */
function watchPieces(): void {
  const post = MessagePort.prototype.postMessage
  const counts: number[] = []
  const count = () =>
    [...document.querySelectorAll('#root *')].filter((one) =>
      Object.keys(one).some((key) => key.startsWith('__reactFiber')),
    ).length
  Object.assign(window, { counts, count })
  let now = performance.now()
  performance.now = () => ++now
  MessagePort.prototype.postMessage = function (message: unknown) {
    counts.push(count())
    post.call(this, message)
  }
}

function readPieces(): { isWhole: boolean; largest: number } {
  const { counts, count } = window as unknown as { counts: number[]; count: () => number }
  const all = document.querySelectorAll('#root *').length
  const steps = [...counts, count()].map((done, at) => done - (counts[at - 1] ?? 0))
  return { isWhole: count() > all * 0.7, largest: Math.max(...steps) / all }
}

describe.each(WIDTHS)('at %i px', (width) => {
  const test = testAt(width)
  test('a visitor follows the footer to a page and reads it', async () => {
    const { page, trace } = await aVisitedShop({ width })
    await page.goto('/')
    await page
      .getByRole('navigation', { name: 'Quick links' })
      .getByRole('link', { name: 'Pickup and delivery' })
      .click()
    await page.waitForURL('**/pages/pickup-and-delivery')
    expect(await page.title()).toBe('Pickup and delivery – Farmstand')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pickup and delivery')
    expect(await page.getByRole('row', { name: /^Farmers market/ }).textContent()).toContain(
      'Saturday, 9am to noon',
    )
    expect(await page.locator('p', { hasText: /^Created/ }).textContent()).toMatch(
      /^Created [A-Z][a-z]+ \d+, \d{4}$/,
    )
    const list = page.locator('.page-html ol')
    expect(await list.evaluate((element) => getComputedStyle(element).listStyleType)).toBe(
      'decimal',
    )
    const measure = await page
      .locator('.page-html p')
      .first()
      .evaluate((element) => element.clientWidth)
    expect(measure).toBeLessThan(760)
    if (width === 390) await expectReadable(page, 'content page')
    expect([trace.errors, trace.strangers]).toEqual([[], []])
  })

  test('every demo page is accessible and looks as it should', async () => {
    const { shop, page } = await aVisitedShop({ width })
    const links = (await (await fetch(`${shop.url}/api/pages/links`)).json()) as { slug: string }[]
    expect(links.length).toBeGreaterThanOrEqual(3)
    for (const { slug } of links) {
      await page.goto(`/pages/${slug}`)
      await expectAccessible(page, slug)
    }
  })

  test('a missing page says so and leads home, whatever its address', async () => {
    const { page, trace } = await aVisitedShop({ width })
    for (const path of [
      '/pages/nowhere',
      '/pages/NOWHERE',
      '/pages/a%2Fb',
      `/pages/${'x'.repeat(9000)}`,
    ]) {
      const calls: string[] = []
      page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
      const answer = await page.goto(path, { waitUntil: 'networkidle' })
      expect(answer?.status()).toBe(404)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found')
      expect(calls).toEqual([])
    }
    await expectAccessible(page, 'missing page')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(onlyTheMissingPage(trace.errors)).toEqual([])
  })

  test('a draft is marked, and there for the farmer alone; an old address leads to the new one', async () => {
    const { shop, page, context } = await aVisitedShop({ width })
    const { cookie, put } = await anOwner(shop)
    await put('/api/pages/1', { slug: 'the-farm' })
    await page.goto('/pages/our-farm')
    expect(new URL(page.url()).pathname).toBe('/pages/the-farm')
    await page.getByText(/^Created/).waitFor()
    expect(await page.getByText(/Updated/).count()).toBe(0)
    await put('/api/pages/1', { isActive: false })
    expect((await page.goto('/pages/the-farm'))?.status()).toBe(404)
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: shop.url }])
    expect((await page.goto('/pages/the-farm'))?.status()).toBe(200)
    await page.getByText('Draft – only you can see this').waitFor()
    await expectAccessible(page, 'draft')
  })
})
