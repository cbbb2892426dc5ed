import { expect, test } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { productPath } from '#contract/products/product-path.ts'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitor, withBrowser } from './a-browser.ts'
import { addToCart } from './a-shopper.ts'
import { aCachingNginx } from './an-nginx.ts'
import { anOpenShop } from './an-open-shop.ts'
import { anOwner } from './an-owner.ts'

withBrowser()

const nginx = await findOrWarn('nginx', '-v')

test.skipIf(nginx === null)(
  'a page that a network kept shows stock, price and day as they are before anybody pays',
  async () => {
    const shop = await anOpenShop({ CDN: '1' })
    const url = await aCachingNginx(nginx ?? '', shop.url)
    const owner = await anOwner(shop)
    // The network's copies are from before the farmer's edits.
    await store(url)
    await owner.changeProduct('Sesame Bagels', { stock: 0 })
    await owner.changeProduct('Rainbow Carrots', { price: 9.87 })
    const { days }: OrderingCalendar = await (await fetch(`${shop.url}/api/market-days`)).json()
    for (const { id } of days) await owner.put(`/api/market-days/${id}`, { orderTime: '00:15' })
    const { page, trace } = await aVisitor(url, { width: 390 })
    const answer = await page.goto('/')
    expect(answer?.headers()['x-cache']).toMatch(/HIT|STALE|UPDATING/)
    expect(await answer?.text()).not.toContain('9.87')
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
    await card('Sesame Bagels').locator('[data-stock=out]').waitFor()
    await card('Rainbow Carrots').getByText('$9.87').waitFor()
    await page
      .getByText(/pickup.*12:15 AM/i)
      .filter({ visible: true })
      .first()
      .waitFor()
    await addToCart(page, 'Rainbow Carrots')
    const paying = await page.goto('/checkout')
    expect(paying?.headers()['x-cache']).not.toBe('HIT')
    await page.getByText('$9.87').first().waitFor()
    expect(trace.errors).toEqual([])
  },
)

test.skipIf(nginx === null)(
  'a page and a product that the farmer takes down are gone for everyone within a minute',
  { timeout: 300_000 },
  async () => {
    const shop = await anOpenShop({ CDN: '1' })
    const url = await aCachingNginx(nginx ?? '', shop.url)
    const owner = await anOwner(shop)
    const draft = { title: 'Eggs', slug: 'eggs', content: '<p>Free of nuts.</p>', isActive: true }
    const page = await owner.post('/api/pages', draft)
    const [product] = await (await fetch(`${shop.url}/api/products`)).json()
    const urls = [`${url}/pages/eggs`, `${url}${productPath(product)}`]
    for (const one of urls) await store(one)
    await owner.put(`/api/pages/${page.id}`, { isActive: false })
    await owner.remove(`/api/products/${product.id}`)
    const seen: [number, string, number][] = []
    const last = () => seen.slice(-2).map(([, , status]) => status)
    // Constant visits, so that nothing is dropped for lack of them.
    for (const began = Date.now(); Date.now() - began < (IS_LONG ? 180_000 : 10_000); ) {
      for (const one of urls) seen.push([Date.now() - began, one, (await look(one)).status])
      if (!IS_LONG && last().join() === '404,410') break
      await new Promise((done) => setTimeout(done, 500))
    }
    expect(seen.filter(([after, , status]) => status === 200 && after > 60_000)).toEqual([])
    expect(last()).toEqual([404, 410])
    await shop.stop()
    for (const one of urls) expect((await look(one)).status).not.toBe(200)
  },
)

async function store(url: string): Promise<void> {
  for (const expected of ['MISS', 'HIT'])
    expect((await look(url)).headers.get('x-cache')).toBe(expected)
}

/** As one browser after another: a network caches each encoding separately. */
function look(url: string): Promise<Response> {
  return fetch(url, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
}
