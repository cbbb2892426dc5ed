import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { aCalendar, EGGS } from '#tests/a-checkout.tsx'
import { takePageState } from '#web/api/page-state.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { readToasts } from '#web/ui/toast-store.ts'
import { ProductPage } from './product-page.tsx'

const eggs: Product = {
  ...{ ...EGGS, name: 'Brown Eggs', price: 5, imageUrl: '/eggs.webp', unit: 'dozen' },
  ...{ description: 'Collected this morning.\nKeep them cool.', allergens: 'eggs' },
}
const { unit: _, allergens: __, ...plain } = eggs
const pickles: Product = { ...plain, id: 2, category: 'Pickled Goods', name: 'Pickles', stock: 3 }
const beets: Product = { ...plain, id: 3, name: 'Beets', stock: 0, description: '' }

/** Opens a page that came with these products; any request by the browser fails. */
async function openPage(segment: string, products: Product[]): Promise<QueryClient> {
  const client = createQueryClient(async (path) => {
    throw new Error(`${path} was asked for.`)
  })
  const left: [string, unknown][] = [
    ['/api/products', products],
    ['/api/settings', []],
    ['/api/market-days', aCalendar()],
    ['/api/pages/links', [{ title: 'Allergens and storage', slug: 'allergens' }]],
  ]
  const queries = left.map(([path, data]): [string[], unknown] => [[path], data])
  takePageState(client, { path: `/p/${segment}`, version: 1, hasAllProducts: false, queries })
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <CartProvider>
          <ProductPage lastSegment={segment} />
          <Announcer />
        </CartProvider>
      </QueryClientProvider>,
    )
  })
  return client
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('a product’s page', () => {
  test('says everything there is to know of it', async () => {
    await openPage('1-brown-eggs', [eggs, pickles])
    const { textContent } = screen.getByRole('article')
    for (const text of [
      'Brown Eggs',
      '$5.00 / dozen',
      'In Stock',
      eggs.description,
      'Saturday 9am to noon',
      'Allergenseggs',
      'refrigerate it at home',
    ])
      expect(textContent).toContain(text)
    expect(screen.getByRole('link', { name: 'Farm Eggs' }).getAttribute('href')).toBe(
      '/?category=eggs#products',
    )
    expect(screen.getByRole('link', { name: 'Pickles' }).getAttribute('href')).toBe('/p/2-pickles')
  })

  test('of which nothing is written about allergens does not say that there are none', async () => {
    await openPage('2-pickles', [pickles])
    expect(screen.getByRole('article').textContent).toContain(
      'Please ask us if you need to be sure',
    )
    expect(screen.queryByText('Goes well with this')).toBeNull()
    expect(screen.queryByText(/refrigerate/)).toBeNull()
    expect(screen.getByRole('article').textContent).toContain('to be sure. Allergens and storage')
  })

  test('of a living tray asks nobody to refrigerate it', async () => {
    await openPage('2-shoots', [{ ...pickles, name: 'Shoots', category: 'Microgreens' }])
    expect(screen.queryByText(/refrigerate/)).toBeNull()
  })

  test('puts as many into the cart as are asked for, and never more than there are', async () => {
    await openPage('2-pickles', [pickles])
    await press('Increase quantity of Pickles')
    await press('Add to cart · $10.00')
    expect(screen.getByText('2 in your cart')).toBeTruthy()
    expect(screen.getByText('Added Pickles; 2 in your cart.')).toBeTruthy()
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Increase quantity of Pickles' })
        .disabled,
    ).toBe(true)
    await press('Add to cart · $5.00')
    await press('Add to cart · $5.00')
    expect(screen.getByText('3 in your cart')).toBeTruthy()
    expect(readToasts()).toMatchObject([{ title: 'That was the last one' }])
  })

  test('of what is sold out can be asked why', async () => {
    await openPage('3-beets', [beets])
    await press('Add Beets to cart, sold out')
    expect(readToasts()).toMatchObject([
      { title: 'Out of Stock', description: 'This product is currently out of stock.' },
    ])
  })

  test('promises a pickup only while there is something to pick up', async () => {
    await openPage('2-pickles', [pickles])
    expect(screen.getByText(/^Free pickup/)).toBeTruthy()
    cleanup()
    await openPage('3-beets', [beets])
    expect(screen.queryByText(/^Free pickup/)).toBeNull()
  })

  test('shows the stock and the price of this moment, and says when it is gone', async () => {
    const client = await openPage('2-pickles', [pickles, eggs])
    await press('Increase quantity of Pickles')
    const log = (products: Product[]) =>
      act(async () => client.setQueryData(productsQuery.queryKey, products))
    await log([{ ...pickles, stock: 1, price: 6 }, eggs])
    expect(await screen.findByText('· 1 left')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add to cart · $6.00' })).toBeTruthy()
    await log([eggs])
    expect(await screen.findByRole('heading', { name: 'We don’t carry this' })).toBeTruthy()
  })
})
