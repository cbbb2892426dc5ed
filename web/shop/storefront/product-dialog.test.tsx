import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { createQueryClient, type Load } from '#web/api/query-client.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { readToasts } from '#web/ui/toast-store.ts'
import { ProductDialog } from './product-dialog.tsx'

const eggs: Product = {
  id: 1,
  name: 'Brown Eggs',
  description: 'Collected this morning.\nKeep them cool.',
  category: 'Farm Eggs',
  price: 5,
  stock: 6,
  imageUrl: '/eggs.webp',
  unit: 'dozen',
  allergens: 'eggs',
}
const { unit: _, allergens: __, ...plain } = eggs
const pickles: Product = { ...plain, id: 2, name: 'Dill Pickles', stock: 2 }
const beets: Product = { ...eggs, id: 3, name: 'Beets', stock: 0, description: '' }

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Opens a product's view where the page came with `onPage`, and the shop answers by `load`. */
async function openProduct(id: number, load: Load, onPage?: Product[]) {
  const client = createQueryClient(async (path, limit) =>
    path === productsQuery.queryKey[0] ? load(path, limit) : null,
  )
  if (onPage) {
    client.setQueryData(productsQuery.queryKey, onPage)
    await client.invalidateQueries({ queryKey: productsQuery.queryKey, refetchType: 'none' })
  }
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <CartProvider>
          <ProductDialog id={id} isOpen />
          <Announcer />
        </CartProvider>
      </QueryClientProvider>,
    )
  })
}

const all: Load = async () => [eggs, pickles, beets]
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add to cart' }))
const dialog = (name: string) => screen.findByRole('dialog', { name })

describe("a product's own view", () => {
  test('says everything there is to know of it', async () => {
    await openProduct(1, all)
    const { textContent } = await dialog('Brown Eggs')
    for (const words of [
      'Farm Eggs',
      '$5.00',
      'In Stock',
      eggs.description,
      'Saturday 9am to noon',
      '$5.00 / dozen',
      'Allergens: eggs',
    ])
      expect(textContent).toContain(words)
    expect(textContent).not.toContain('left')
  })

  test('of low stock says how many are left', async () => {
    await openProduct(2, all)
    expect((await dialog('Dill Pickles')).textContent).toMatch(/Low Stock· 2 left/)
    expect((await dialog('Dill Pickles')).textContent).not.toMatch(/Allergens|\$5\.00 \//)
  })

  test('puts the product into the cart up to its stock, and says how many are there', async () => {
    await openProduct(2, all)
    await add()
    expect(screen.getByText('1 in your cart')).toBeTruthy()
    await add()
    await add()
    expect(screen.getByText('2 in your cart')).toBeTruthy()
    expect(readToasts()).toMatchObject([{ title: 'That was the last one' }])
  })

  test('of what is out of stock can be asked why', async () => {
    await openProduct(3, all)
    expect((await dialog('Beets')).textContent).toContain('Out of Stock')
    await add()
    expect(readToasts()).toMatchObject([
      {
        title: 'Out of Stock',
        description: 'This product is currently out of stock.',
        variant: 'destructive',
      },
    ])
  })

  test('tells screen readers what was added, though an open dialog hides the page from them', async () => {
    await openProduct(1, all)
    await add()
    const said = screen.getByText('Added Brown Eggs; 1 in your cart.')
    expect(said.closest('[aria-hidden=true]')).toBeNull()
  })

  test('of a product that is not there says so', async () => {
    await openProduct(99, all)
    expect((await dialog('Not for sale')).textContent).toContain(
      'This product is no longer for sale.',
    )
  })

  test('waits for the whole list before it calls a product gone', async () => {
    const { promise, resolve } = Promise.withResolvers<Product[]>()
    await openProduct(3, () => promise, [eggs])
    expect(screen.getByRole('status', { name: 'Loading the product' })).toBeTruthy()
    await act(async () => resolve([eggs, pickles, beets]))
    expect(await dialog('Beets')).toBeTruthy()
  })

  test('that could not be loaded says so, and loads on request', async () => {
    let isUp = false
    await openProduct(3, async () => {
      if (!isUp) throw new Error('down')
      return [beets]
    })
    expect(await screen.findByText('Failed to load products. Please try again.')).toBeTruthy()
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await dialog('Beets')).toBeTruthy()
  })
})
