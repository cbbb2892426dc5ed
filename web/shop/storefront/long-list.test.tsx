import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { MAX_ON_PAGE, productsQuery } from '#web/api/shop-queries.ts'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { ProductSection } from './product-section.tsx'

/** Fifty per category; the browser test has a thousand. */
const MANY = 350

let drawn: number[] = []

/** Product `id` of a long list; records when its picture is read, as a card does to draw it. */
function aProduct(id: number): Product {
  const place = Math.floor(((id - 1) * PRODUCT_CATEGORIES.length) / MANY)
  return {
    id,
    name: `Product ${id}`,
    description: '',
    category: PRODUCT_CATEGORIES[place] ?? 'Bakery',
    price: 1,
    stock: 9,
    get imageUrl() {
      drawn.push(id)
      return null
    },
  }
}
const many = Array.from({ length: MANY }, (_, index) => aProduct(index + 1))

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (job: () => void) => setTimeout(job))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})

/** A page that came with `onPage`, after the first touch. */
async function openSection(onPage: Product[], load = async () => many) {
  await openUntouched(onPage, load)
  fireEvent.scroll(window)
}

async function openUntouched(onPage: Product[], load: () => Promise<Product[]>) {
  const client = createQueryClient(load)
  client.setQueryData(productsQuery.queryKey, onPage)
  if (onPage.length < many.length) {
    await client.invalidateQueries({ queryKey: productsQuery.queryKey, refetchType: 'none' })
  }
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <CartProvider>
          <Suspense>
            <section>
              <ProductSection />
            </section>
          </Suspense>
        </CartProvider>
      </QueryClientProvider>,
    )
  })
}

const beginning = many.slice(0, MAX_ON_PAGE)
// By tag: finding hundreds of headings by role takes seconds.
const cards = () => [...document.querySelectorAll('h4')]
const showMore = () => screen.findByRole('button', { name: /^Show more/ })

describe('a long list', () => {
  test('begins with 48, goes on by 48 under the right headings, and is filtered as a whole', async () => {
    await openSection(beginning)
    expect(cards()).toHaveLength(48)
    expect((await showMore()).textContent).toBe('Show more (48 of 350)')
    await userEvent.click(await showMore())
    expect(document.activeElement?.textContent).toBe('Product 49')
    await userEvent.click(await showMore())
    expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'Farm Eggs',
      'Vegetables',
      'Pickled Goods',
    ])
    expect(cards().map(({ textContent }) => textContent)).toEqual(
      many.slice(0, 144).map(({ name }) => name),
    )
    await userEvent.click(screen.getByRole('button', { name: 'microgreens' }))
    expect(cards()).toHaveLength(48)
    expect((await showMore()).textContent).toBe('Show more (48 of 50)')
  })

  test('asks for its rest with the first sign of a person, and once', async () => {
    const load = vi.fn(async () => many)
    await openUntouched(beginning, load)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect([load.mock.calls.length, screen.queryByRole('alert')]).toEqual([0, null])
    fireEvent.keyDown(document.body, { key: 'Tab' })
    await showMore()
    fireEvent.scroll(window)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('asks for its rest when a word is chosen by whatever aid', async () => {
    const load = vi.fn(async () => many)
    await openUntouched(beginning, load)
    act(() => screen.getByRole('button', { name: 'microgreens' }).click())
    await showMore()
    expect(cards().at(0)?.textContent).toBe('Product 201')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('is all there on a page that came with all, whatever is fetched', async () => {
    await openSection(many)
    expect(cards()).toHaveLength(MANY)
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull()
  })

  test('shows shapes, not emptiness, for a word of which nothing has come yet', async () => {
    await openSection(beginning, () => new Promise(() => {}))
    await userEvent.click(screen.getByRole('button', { name: 'microgreens' }))
    expect(screen.getAllByTestId('skeleton')).toHaveLength(8)
  })

  test('keeps its beginning when the rest cannot be had, says so once, and asks again on request', async () => {
    let isUp = false
    await openSection(beginning, async () => {
      if (!isUp) throw new Error('down')
      return many
    })
    expect(cards()).toHaveLength(48)
    const failed = 'Failed to load products. Please try again.'
    expect((await screen.findByRole('alert')).textContent).toContain(failed)
    await userEvent.click(screen.getByRole('button', { name: 'microgreens' }))
    expect(screen.getAllByText(failed)).toHaveLength(1)
    expect(screen.queryByText('No products available in this category.')).toBeNull()
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await showMore()).textContent).toContain('48 of 50')
  })

  test('draws no card again when something goes into the cart', async () => {
    await openSection(many)
    const first = document.querySelector('li')
    if (!first) throw new Error('No card')
    drawn = []
    await userEvent.click(within(first).getByRole('button', { name: 'Add Product 1 to cart' }))
    expect(
      within(first).getByRole('button', { name: 'Decrease quantity of Product 1' }),
    ).toBeTruthy()
    expect(drawn.filter((id) => id !== 1)).toEqual([])
  })
})
