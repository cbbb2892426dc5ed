import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { describe, expect, test } from 'vitest'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { EGGS } from '#tests/a-checkout.tsx'
import { createQueryClient, type Load } from '#web/api/query-client.ts'
import { CartProvider, useCart } from '#web/shop/cart/cart-store.tsx'
import { readToasts } from '#web/ui/toast-store.ts'
import { ProductSkeletons } from './product-grid.tsx'
import { ProductSection } from './product-section.tsx'

const eggs: Product = { ...EGGS, name: 'Brown Eggs', price: 5, stock: 6, imageUrl: '/eggs.webp' }
const list: Product[] = [
  { ...eggs, id: 4, name: 'Bagels', category: 'Bakery', price: 7.5, stock: 9, imageUrl: null },
  { ...eggs, id: 2, name: 'Dill Pickles', category: 'Pickled Goods', stock: 5 },
  { ...eggs, id: 3, name: 'Beets', category: 'Vegetables', stock: 0 },
  eggs,
]

async function openSection(load: Load) {
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient(load)}>
        <CartProvider>
          <Suspense fallback={<ProductSkeletons />}>
            <ProductSection />
          </Suspense>
          <Count />
        </CartProvider>
      </QueryClientProvider>,
    )
  })
}

function Count() {
  return <output aria-label="count">{useCart().count}</output>
}

function card(name: string): HTMLElement {
  const found = screen.getByRole('heading', { name, level: 4 }).closest('li')
  if (!found) throw new Error(`No card for ${name}`)
  return found
}

const count = () => screen.getByRole('status', { name: 'count' }).textContent
const headings = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

describe('a product in the shop', () => {
  test('shows its stock, its category, its price with two decimals and its picture, or a drawn one', async () => {
    await openSection(async () => list)
    for (const [name, text] of [
      ['Brown Eggs', 'In Stock'],
      ['Dill Pickles', 'Low Stock'],
      ['Beets', 'Out of Stock'],
    ] as const)
      expect(within(card(name)).getByText(text)).toBeTruthy()
    expect(card('Bagels').textContent).toContain('Bakery')
    expect(card('Bagels').textContent).toContain('$7.50')
    expect(card('Brown Eggs').querySelector('img')?.getAttribute('src')).toBe('/eggs.webp')
    expect(card('Bagels').querySelector('img[data-placeholder]')).toBeTruthy()
  })

  test('says what its price is for, unless its name ends with it', async () => {
    const dozen = { ...eggs, id: 5, name: 'Eggs, dozen', unit: 'dozen' }
    const peach = { ...eggs, id: 6, name: 'Peach', unit: 'each' }
    await openSection(async () => [{ ...eggs, unit: 'dozen' }, dozen, peach])
    expect(card('Brown Eggs').textContent).toContain('$5.00 / dozen')
    expect(card('Eggs, dozen').textContent).not.toContain('/ dozen')
    expect(card('Peach').textContent).toContain('/ each')
  })

  test('goes into the cart with one tap, up to its stock', async () => {
    await openSection(async () => list)
    const pickles = within(card('Dill Pickles'))
    await userEvent.click(pickles.getByRole('button'))
    for (let taps = 0; taps < 5; taps++)
      await userEvent.click(pickles.getByRole('button', { name: 'Add Dill Pickles to cart' }))
    expect(count()).toBe('5')
    const stepper = pickles.getByRole('button', { name: /^Decrease/ }).parentElement
    expect(stepper?.textContent).toBe('5')
    expect(readToasts()).toMatchObject([{ title: 'That was the last one' }])
  })

  test('leaves the cart by minus, and the focus stays on what can be pressed', async () => {
    await openSection(async () => list)
    const pickles = within(card('Dill Pickles'))
    await userEvent.click(pickles.getByRole('button'))
    expect(document.activeElement).toBe(pickles.getByRole('button', { name: /^Add/ }))
    await userEvent.click(pickles.getByRole('button', { name: /^Decrease/ }))
    expect(count()).toBe('0')
    expect(document.activeElement).toBe(pickles.getByRole('button', { name: /^Add/ }))
  })

  test('that is out of stock can be tapped, says why it is refused and leads to its page', async () => {
    await openSection(async () => list)
    const add = within(card('Beets')).getByRole('button')
    expect(add.textContent).toBe('Sold out')
    await userEvent.click(add)
    expect(count()).toBe('0')
    expect(readToasts()).toMatchObject([
      {
        title: 'Out of Stock',
        description: 'This product is currently out of stock.',
        variant: 'destructive',
        link: { href: expect.stringMatching(/^\/p\/\d+-beets$/), label: 'See Beets' },
      },
    ])
  })
})

describe('the shop', () => {
  test('groups everything in the order of the categories, and leads to those that no filter word names', async () => {
    await openSection(async () => list)
    expect(headings()).toEqual(
      PRODUCT_CATEGORIES.filter((category) =>
        list.some((product) => product.category === category),
      ),
    )
    const link = screen.getByRole('link', { name: 'Bakery 1' })
    const heading = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    expect(heading?.textContent).toBe('Bakery')
  })

  test('never gives the anchor of another part of the page to a category of the farm’s own', async () => {
    await openSection(async () => [{ ...eggs, id: 9, category: 'visit' }])
    const link = screen.getByRole('link', { name: 'visit 1' })
    expect(link.getAttribute('href')).toBe('#shelf-visit')
    expect(document.getElementById('shelf-visit')?.textContent).toBe('visit')
  })

  test('shows what stands under the chosen word, and says when nothing does', async () => {
    await openSection(async () => list)
    await userEvent.click(screen.getByRole('button', { name: 'pickled goods' }))
    expect(headings()).toEqual(['Pickled Goods'])
    expect(location.search).toBe('?category=pickled%20goods')
    await userEvent.click(screen.getByRole('button', { name: 'microgreens' }))
    expect(screen.getByText('No products available in this category.')).toBeTruthy()
  })

  test('stands as eight shapes while it loads', async () => {
    await openSection(() => new Promise(() => {}))
    expect(screen.getAllByTestId('skeleton')).toHaveLength(8)
  })

  test('says when it could not be loaded, and loads on request', async () => {
    let isUp = false
    await openSection(async () => {
      if (!isUp) throw new Error('down')
      return list
    })
    expect(screen.getByRole('alert').textContent).toContain(
      'Failed to load products. Please try again.',
    )
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Brown Eggs' })).toBeTruthy()
  })
})
