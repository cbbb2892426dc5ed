import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProcessBeside, aProduct, aShop } from '#tests/a-shop.ts'

const onPostgres = inject('postgresUrl') !== undefined

const LIST = { url: '/api/products', headers: { 'accept-encoding': 'br' } }

async function stockOf(shop: AShop, id: number): Promise<number | undefined> {
  const list: Product[] = (await shop.inject({ url: '/api/products' })).json()
  return list.find((product) => product.id === id)?.stock
}

describe('the list of products', () => {
  test('is the same bytes under the same mark until something is sold', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db, { name: 'Eggs, '.repeat(300), stock: 9 })
    const [first, again] = [await shop.inject(LIST), await shop.inject(LIST)]
    expect(first.headers['content-encoding']).toBe('br')
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(again.headers.etag).toBe(first.headers.etag)
    await aBareBuyer(shop).buy(orderBody([[eggs, 1]]))
    const sold = await shop.inject(LIST)
    expect(sold.headers.etag).not.toBe(first.headers.etag)
    expect(await stockOf(shop, eggs.id)).toBe(8)
  })

  test.runIf(onPostgres)('knows at once what another process sold', async () => {
    const shop = await aShop()
    const beside = await aProcessBeside(shop)
    const eggs = await aProduct(shop.db, { stock: 20 })
    for (let sold = 1; sold <= 10; sold++) {
      await aBareBuyer(sold % 2 === 0 ? shop : beside).buy(orderBody([[eggs, 1]]))
      const seen = await Promise.all([shop, beside, shop].map((one) => stockOf(one, eggs.id)))
      expect(seen).toEqual([20 - sold, 20 - sold, 20 - sold])
    }
  })

  test.runIf(onPostgres)('is read once for many who ask while nothing changes', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    await stockOf(shop, eggs.id)
    const queries = vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => queries.mockRestore())
    for (let times = 0; times < 5; times++) await stockOf(shop, eggs.id)
    const texts = queries.mock.calls.map(([query]) => (query as unknown as { text: string }).text)
    expect(texts.filter((text) => text?.includes('"products"'))).toEqual([])
    expect(texts.length).toBeGreaterThanOrEqual(5)
  })
})
