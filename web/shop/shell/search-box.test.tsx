import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { EGGS } from '#tests/a-checkout.tsx'
import { takePageState } from '#web/api/page-state.ts'
import { createQueryClient, type Load } from '#web/api/query-client.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { CartProvider, useCart } from '#web/shop/cart/cart-store.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { readToasts } from '#web/ui/toast-store.ts'
import { SearchBox } from './search-box.tsx'

const eggs: Product = {
  ...{ ...EGGS, name: 'Farm Fresh Eggs', description: 'Brown ones.', price: 5, stock: 2 },
  imageUrl: '/eggs.webp',
}
const list: Product[] = [
  eggs,
  { ...eggs, id: 2, name: 'Duck Eggs', price: 6.5, stock: 9 },
  { ...eggs, id: 3, name: 'Ruby Beets', category: 'Vegetables', stock: 0, imageUrl: null },
]

function Shop({
  client,
  onLeave = () => {},
}: {
  client: ReturnType<typeof createQueryClient>
  onLeave?: () => void
}) {
  return (
    <QueryClientProvider client={client}>
      <CartProvider>
        <SearchBox onLeave={onLeave} />
        <Count />
        <button type="button">Elsewhere</button>
        <Announcer />
      </CartProvider>
    </QueryClientProvider>
  )
}

function Count() {
  return <output aria-label="count">{useCart().count}</output>
}

async function open(load: Load = async () => list, onLeave?: () => void) {
  const client = createQueryClient(load)
  await act(async () => {
    render(<Shop client={client} {...(onLeave ? { onLeave } : {})} />)
  })
  return client
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search products' })
const grid = () => screen.queryByRole('grid', { name: 'Matches' })
const rows = () => within(screen.getByRole('grid')).getAllByRole('row')
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
const count = () => screen.getByRole('status', { name: 'count' }).textContent

async function type(text: string, keys = '') {
  await userEvent.type(field(), text)
  await screen.findByRole('grid')
  await vi.waitFor(() => expect(screen.queryByText('Searching…')).toBeNull())
  if (keys) await userEvent.keyboard(keys)
}

function shownCards(): HTMLElement[] {
  const section = document.createElement('section')
  section.id = 'products'
  section.innerHTML = list.map((one) => `<li><a href="${productPath(one)}"></a></li>`).join('')
  document.body.append(section)
  onTestFinished(() => section.remove())
  return [...section.querySelectorAll('li')]
}

describe('a search field', () => {
  test('is a closed combobox without a list before it is used, on the server as well', async () => {
    const html = renderToString(<Shop client={createQueryClient()} />)
    expect(html).toContain('aria-expanded="false"')
    expect(html).not.toMatch(/aria-controls|role="grid"/)
    await open()
    await userEvent.click(field())
    expect(field().getAttribute('aria-expanded')).toBe('false')
  })

  test('logs what is submitted, closes the list and leads to the best match in the shop', async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue()
    const leave = vi.fn()
    await open(undefined, leave)
    const cards = shownCards()
    await type('duck', '{Enter}')
    expect(log.mock.calls).toEqual([['Search:', 'duck']])
    await vi.waitFor(() =>
      expect(cards.map(({ style }) => style.outline !== '')).toEqual([false, true, false]),
    )
    expect(await screen.findByText('Duck Eggs is outlined on the page.')).toBeTruthy()
    expect([grid(), document.activeElement, leave.mock.calls.length]).toEqual([null, field(), 1])
    await userEvent.clear(field())
    await type('beets', '{Enter}')
    await vi.waitFor(() =>
      expect(cards.map(({ style }) => style.outline !== '')).toEqual([false, false, true]),
    )
  })

  test('tells of the last question alone when two come within half a second', async () => {
    await open()
    await userEvent.type(field(), 'duck')
    await userEvent.clear(field())
    await userEvent.type(field(), 'eggs')
    const told: string[] = []
    const region = document.querySelector('[aria-live]')
    const watch = new MutationObserver(() => told.push(region?.textContent ?? ''))
    watch.observe(document.body, { characterData: true, childList: true, subtree: true })
    onTestFinished(() => watch.disconnect())
    await vi.waitUntil(() => region?.textContent !== '', { timeout: 3000 })
    expect(new Set(told.filter((text) => text !== ''))).toEqual(new Set(['2 matches.']))
  })

  test('leads to all products when nothing matches what is submitted, or nothing was typed', async () => {
    const leave = vi.fn()
    await open(undefined, leave)
    await type('zebra', '{Enter}')
    await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
    expect([grid(), location.hash]).toEqual([null, '#products'])
    await userEvent.clear(field())
    await userEvent.type(field(), '{Enter}')
    expect(leave).toHaveBeenCalledTimes(2)
  })

  test('on another page leads to the home page, with the words', async () => {
    history.replaceState(null, '', '/pages/hens')
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    await open()
    await type('duck & 50%', '{Enter}')
    await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/#find=duck%20%26%2050%25']]))
  })

  test('keeps ids apart where two stand on a page', async () => {
    const client = createQueryClient(async () => list)
    await act(async () => {
      render(
        <QueryClientProvider client={client}>
          <CartProvider>
            <SearchBox />
            <SearchBox />
          </CartProvider>
        </QueryClientProvider>,
      )
    })
    const fields = screen.getAllByRole('combobox')
    for (const one of fields) await userEvent.type(one, 'duck')
    await vi.waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(1))
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(fields.map((one) => one.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
  })
})

describe('the list under it', () => {
  test('shows each match with picture, name, price and stock, and announces how many there are', async () => {
    await open()
    await type('egg')
    expect(field().getAttribute('aria-controls')).toBe(grid()?.id)
    expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual([
      'Farm Fresh Eggs$5.00Low Stock· 2 left',
      'Duck Eggs$6.50In Stock',
    ])
    expect(rows()[0]?.querySelector('img')?.getAttribute('src')).toBe('/eggs.webp')
    expect(await screen.findByText('2 matches.')).toBeTruthy()
  })

  test('says that it is looking until the products are there', async () => {
    const { promise, resolve } = Promise.withResolvers<Product[]>()
    await open(() => promise)
    await userEvent.type(field(), 'egg')
    expect(await screen.findByText('Searching…')).toBeTruthy()
    await act(async () => resolve(list))
    expect(await screen.findByRole('link', { name: /^Duck Eggs/ })).toBeTruthy()
    expect(screen.queryByText('Searching…')).toBeNull()
  })

  test('says that nothing matches, aloud as well, and what to do', async () => {
    await open()
    await type('zebra')
    expect(within(screen.getByRole('grid')).getByText('No match for “zebra”.')).toBeTruthy()
    expect(screen.getByText(/^Try a shorter word/)).toBeTruthy()
    await vi.waitFor(() => expect(screen.getAllByText('No match for “zebra”.')).toHaveLength(2))
  })

  test('answers a search for what is free of an allergen with the way to the list, and no product', async () => {
    const pages = [
      { title: 'Our farm', slug: 'our-farm' },
      { title: 'Allergens and storage', slug: 'allergens-and-storage' },
    ]
    const leave = vi.fn((event?: Event) => event?.preventDefault())
    await open(async (path) => (path === '/api/pages/links' ? pages : list), leave)
    await type('egg free')
    expect(screen.queryAllByRole('button', { name: /^Add / })).toEqual([])
    const text =
      'We don’t sort our products by allergen or diet: please see “Allergens and storage”.'
    expect(await within(screen.getByRole('grid')).findByText(text)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Allergens and storage' })
    expect([screen.getAllByRole('link').length, link.getAttribute('href')]).toEqual([
      1,
      '/pages/allergens-and-storage',
    ])
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe(link)
    await vi.waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
  })

  test('names no page about allergens where there is none', async () => {
    await open(async (path) => (path === '/api/pages/links' ? [] : list))
    await type('gluten-free')
    const text =
      /^We don’t sort our products by allergen or diet: please read each product’s details/
    expect(await within(screen.getByRole('grid')).findByText(text)).toBeTruthy()
    expect(screen.queryAllByRole('link')).toEqual([])
  })

  test('says when the products could not be loaded, and tries again from the keyboard', async () => {
    let isUp = false
    await open(async () => {
      if (!isUp) throw new Error('down')
      return list
    })
    await type('egg')
    expect(screen.getByText('Failed to load products. Please try again.')).toBeTruthy()
    isUp = true
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('link', { name: /^Duck Eggs/ })).toBeTruthy()
  })

  test('knows the beginning of a long list at once and the whole as soon as it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<Product[]>()
    const client = createQueryClient(() => promise)
    takePageState(client, {
      path: '/',
      version: 1,
      hasAllProducts: false,
      queries: [[productsQuery.queryKey, [eggs]]],
    })
    await act(async () => {
      render(<Shop client={client} />)
    })
    await type('egg')
    expect(rows()).toHaveLength(1)
    await act(async () => resolve(list))
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
  })

  test('shows the best eight and says of how many', async () => {
    await open(async () => Array.from({ length: 30 }, (_, id) => ({ ...eggs, id })))
    await type('egg')
    expect(rows()).toHaveLength(8)
    expect(await screen.findByText('Top 8 of 30 matches.')).toBeTruthy()
  })

  test('stays calm with ten thousand odd characters', async () => {
    await open()
    await userEvent.click(field())
    await userEvent.paste(`"'><script>[.*+?^$\{}()|🥚`.repeat(400))
    expect((await screen.findByText(/^No match for “/)).textContent?.length).toBeLessThan(70)
  })
})

describe('by keyboard', () => {
  test('arrows go through the matches and back to the text', async () => {
    await open()
    await type('egg')
    const walk: (string | undefined)[] = []
    for (const key of ['Down', 'Down', 'Down', 'Up', 'Right', 'Up', 'Left', 'Left']) {
      await userEvent.keyboard(`{Arrow${key}}`)
      walk.push(
        active()?.getAttribute('aria-label') ??
          active()?.querySelector('p')?.textContent ??
          undefined,
      )
    }
    const [first, second, add] = [
      'Farm Fresh Eggs',
      'Duck Eggs',
      (name: string) => `Add ${name} to cart`,
    ] as const
    expect(walk).toEqual([
      first,
      second,
      undefined,
      second,
      add(second),
      add(first),
      first,
      undefined,
    ])
    expect(document.activeElement).toBe(field())
  })

  test('a match that leaves the list hands over to the best of those that are left', async () => {
    const client = await open()
    await type('eggs', '{ArrowDown}')
    expect(active()?.textContent).toContain('Farm Fresh Eggs')
    await act(async () => client.setQueryData(productsQuery.queryKey, list.slice(1)))
    await vi.waitFor(() => expect(active()?.textContent).toContain('Duck Eggs'))
    const clicked = vi.fn((event: Event) => event.preventDefault())
    active()?.addEventListener('click', clicked)
    await userEvent.keyboard('{Enter}')
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  test('Home, End and letters belong to the text and leave the matches', async () => {
    await open()
    await type('egg')
    for (const key of ['{Home}', '{End}', 's']) {
      await userEvent.keyboard('{ArrowDown}')
      expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false'])
      await userEvent.keyboard(key)
      expect([key, active(), grid() !== null]).toEqual([key, null, true])
    }
  })

  test('Enter on a match opens the product and logs nothing', async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue()
    const leave = vi.fn()
    await open(undefined, leave)
    await type('duck', '{ArrowDown}')
    expect(active()?.getAttribute('href')).toBe('/p/2-duck-eggs')
    await userEvent.keyboard('{Enter}')
    expect([log.mock.calls.length, grid(), leave.mock.calls.length]).toEqual([0, null, 1])
  })

  test('Enter on Add puts one into the cart, says so and stays', async () => {
    await open()
    await type('fresh', '{ArrowDown}{ArrowRight}{Enter}')
    expect(count()).toBe('1')
    expect(screen.getByText('Added Farm Fresh Eggs; 1 in your cart.')).toBeTruthy()
    expect(screen.getByText('1 in cart')).toBeTruthy()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(count()).toBe('2')
    expect(readToasts()[0]?.title).toBe('That was the last one')
  })

  test('what is out of stock is listed as such and refused with the toast', async () => {
    await open()
    await type('beets', '{ArrowDown}{ArrowRight}{Enter}')
    expect(within(screen.getByRole('grid')).getByText('Out of Stock')).toBeTruthy()
    expect(count()).toBe('0')
    expect(readToasts()[0]).toMatchObject({
      title: 'Out of Stock',
      description: 'This product is currently out of stock.',
      variant: 'destructive',
    })
  })

  test('Escape closes the list, which an arrow or a click opens again, then clears, and then belongs to others', async () => {
    const others = vi.fn()
    document.addEventListener(
      'keydown',
      (event) => event.key === 'Escape' && others(event.defaultPrevented),
    )
    await open()
    await type('egg')
    for (const reopen of [
      () => userEvent.keyboard('{ArrowDown}'),
      () => userEvent.click(field()),
    ]) {
      await userEvent.keyboard('{Escape}')
      expect([grid(), field().value]).toEqual([null, 'egg'])
      await reopen()
      expect(rows()).toHaveLength(2)
    }
    await userEvent.keyboard('{Escape}{Escape}')
    expect(field().value).toBe('')
    await userEvent.keyboard('{Escape}')
    expect(others.mock.calls).toEqual([[true], [true], [true], [true], [false]])
  })

  test('Tab leaves the field, past the matches, and closes', async () => {
    await open()
    await type('egg')
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }))
    expect(grid()).toBeNull()
  })
})

describe('by pointer', () => {
  test('a press outside closes; one on Add keeps the list and the focus', async () => {
    await open()
    await type('duck')
    await userEvent.click(screen.getByRole('button', { name: 'Add Duck Eggs to cart' }))
    expect([count(), document.activeElement]).toEqual(['1', field()])
    await userEvent.click(document.body)
    expect(grid()).toBeNull()
  })

  test('a focus elsewhere closes', async () => {
    await open()
    await type('duck')
    act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
    expect(grid()).toBeNull()
  })
})
