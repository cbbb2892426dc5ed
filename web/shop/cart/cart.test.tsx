import { setTimeout as nextTask } from 'node:timers/promises'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { DAY } from '#contract/time/durations.ts'
import { aCalendar, EGGS } from '#tests/a-checkout.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { Announcer } from '#web/ui/announcer.tsx'
import { readToasts, toast } from '#web/ui/toast-store.ts'
import { CartPanel } from './cart-panel.tsx'
import { CartProvider, useCart } from './cart-store.tsx'
import { lastOrder, rememberOrder } from './last-order-store.ts'
import { placedOrders, rememberPlaced } from './placed-store.ts'

const eggs: Product = { ...EGGS, price: 5, stock: 3 }
const bread: Product = { ...eggs, id: 2, name: 'Bagels', category: 'Bakery', price: 5.6, stock: 9 }
const dill: Product = { ...eggs, id: 3, name: 'Dill', category: 'Vegetables', price: 1.6, stock: 9 }

function Shop({
  list = [eggs, bread, dill],
  client = clientOf(list),
}: {
  list?: Product[]
  client?: QueryClient
}) {
  return (
    <QueryClientProvider client={client}>
      <CartProvider>
        <Shelf list={list} />
        <CartPanel />
        <Announcer />
      </CartProvider>
    </QueryClientProvider>
  )
}

function clientOf(list: Product[]): QueryClient {
  const client = createQueryClient()
  client.setQueryData(['/api/products'], list)
  client.setQueryData(['/api/settings'], [])
  client.setQueryData(['/api/market-days'], aCalendar())
  return client
}

const put = (client: QueryClient, path: string, answer: unknown) =>
  act(async () => {
    client.setQueryData([path], answer)
    await nextTask()
  })

function Shelf({ list }: { list: Product[] }) {
  const { addItem, toggleCart, count, checkoutKey, noteSent, clearCart } = useCart()
  return (
    <>
      {list.map((product) => (
        <button key={product.id} type="button" onClick={() => addItem(product)}>
          {product.name}
        </button>
      ))}
      <button type="button" onClick={toggleCart}>
        Open
      </button>
      <button type="button" onClick={noteSent}>
        Send
      </button>
      <button type="button" onClick={clearCart}>
        Clear
      </button>
      <output>{count}</output>
      <code>{checkoutKey}</code>
    </>
  )
}

async function fill(...names: string[]) {
  const user = userEvent.setup({ delay: null })
  for (const name of names) await user.click(screen.getByRole('button', { name }))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return user
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const linesOf = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const isMarked = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
const amountOf = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent

describe('a cart', () => {
  test('is an error outside its provider', () => {
    expect(() => renderToString(<Shelf list={[]} />)).toThrow(
      'useCart must be used within a CartProvider',
    )
  })

  test('is empty on the server, whatever the browser remembers', async () => {
    render(<Shop />)
    await fill('Eggs')
    expect(renderToString(<Shop />)).toContain('<output translate="no">0</output>')
  })

  test('keeps what was added after its order was sent, across a reload too', async () => {
    const { unmount } = render(<Shop />)
    const user = userEvent.setup({ delay: null })
    const press = async (...names: string[]) => {
      for (const name of names) await user.click(screen.getByRole('button', { name }))
    }
    await press('Eggs', 'Eggs', 'Send', 'Eggs', 'Bagels')
    unmount()
    render(<Shop />)
    await press('Clear', 'Open')
    expect(linesOf()).toEqual([expect.stringMatching(/Eggs/), expect.stringMatching(/Bagels/)])
    expect(document.querySelector('output')?.textContent).toBe('2')
  })

  test('starts empty and says so', async () => {
    render(<Shop />)
    await fill()
    expect(screen.getByRole('dialog', { name: 'Your cart' }).textContent).toContain(
      'Your cart is empty',
    )
  })

  test('says on top which day it is for and until when to order, or when the farm opens again', async () => {
    render(<Shop />)
    await fill('Eggs')
    expect(screen.getByRole('dialog').textContent).toContain(
      'Pickup Saturday, Nov 28.Order by Friday, 11:59 PM.',
    )
    cleanup()
    const client = clientOf([eggs])
    const places = aCalendar().places.map((place) => ({ ...place, opensAgain: '2027-05-02' }))
    client.setQueryData(['/api/market-days'], { places, days: [], pause: null })
    render(<Shop client={client} />)
    await fill()
    expect(screen.getByText('We open again on May 2')).toBeTruthy()
  })

  test('when empty leads to the last order made in this browser, if there is one', async () => {
    render(<Shop />)
    await fill()
    expect(screen.queryByRole('link', { name: 'Your last order' })).toBeNull()
    cleanup()
    rememberOrder('/o/pO4mXw1Zk7Vt0_s-9bQfaA')
    render(<Shop />)
    await fill()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['#again', ''].map((end) => `/o/pO4mXw1Zk7Vt0_s-9bQfaA${end}`))
    expect(screen.getByRole('link', { name: 'Order the same again' })).toBeTruthy()
  })

  test('forgets the last order after a week, or when it is told to', async () => {
    const week = 7 * DAY
    rememberOrder('/o/pO4mXw1Zk7Vt0_s-9bQfaA', Date.now() - week)
    render(<Shop />)
    expect(localStorage.getItem('farmstand:last-order')).toBeNull()
    rememberOrder('/o/pO4mXw1Zk7Vt0_s-9bQfaA', Date.now() - week + 60_000)
    rememberPlaced({ id: 1, receiptUrl: '/o/aO4mXw1Zk7Vt0_s-9bQfaA' })
    rememberPlaced({ id: 2, receiptUrl: '/o/pO4mXw1Zk7Vt0_s-9bQfaA' })
    const user = await fill()
    await user.click(button('Remove from this device'))
    expect(screen.queryByRole('link')).toBeNull()
    expect(localStorage.getItem('farmstand:last-order')).toBeNull()
    expect(placedOrders().map(({ id }) => id)).toEqual([1])
  })

  test('leads to no other address as the last order, whatever stands in the storage', () => {
    const addresses = ['https://evil.example/o/x', '//evil.example', 'javascript:alert(1)']
    for (const address of [...addresses, '/o/x/../../admin', '']) {
      localStorage.setItem('farmstand:last-order', address)
      expect(lastOrder()).toBeNull()
      rememberOrder(address)
      expect(lastOrder(), address).toBeNull()
    }
  })

  test('grows the line of a product that is in it, and appends one that is not', async () => {
    render(<Shop />)
    await fill('Eggs', 'Bagels', 'Eggs')
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Eggs$5.00 each · Only 3 left2$10.00Remove',
      'Bagels1$5.60Remove',
    ])
  })

  test('disables minus at one and plus once the quantity reaches the stock', async () => {
    render(<Shop />)
    const user = await fill('Eggs')
    expect(button('Decrease quantity of Eggs').disabled).toBe(true)
    await user.click(button('Increase quantity of Eggs'))
    expect(button('Decrease quantity of Eggs').disabled).toBe(false)
    expect(button('Increase quantity of Eggs').disabled).toBe(false)
    await user.click(button('Increase quantity of Eggs'))
    expect(button('Increase quantity of Eggs').disabled).toBe(true)
  })

  test('leads from each line to the product’s page', async () => {
    render(<Shop />)
    await fill('Eggs')
    const link = within(screen.getByRole('listitem')).getByRole('link', { name: 'Eggs' })
    expect(link.getAttribute('href')).toBe(productPath(eggs))
  })

  test('removes a line', async () => {
    render(<Shop />)
    const user = await fill('Eggs', 'Bagels')
    await user.click(button('Remove Eggs'))
    expect(linesOf()).toEqual(['Eggs removed.Undo', 'Bagels1$5.60Remove'])
    expect(amountOf('Total')).toBe('$5.60')
  })

  test('puts a removed line back where it stood, with all that was in it', async () => {
    render(<Shop />)
    const user = await fill('Eggs', 'Bagels', 'Bagels', 'Dill')
    await user.click(button('Remove Bagels'))
    await user.click(button('Undo: put Bagels back'))
    expect(linesOf()).toEqual([
      'EggsOnly 3 left1$5.00Remove',
      'Bagels$5.60 each2$11.20Remove',
      'Dill1$1.60Remove',
    ])
    for (const name of ['Eggs', 'Bagels', 'Dill']) await user.click(button(`Remove ${name}`))
    await user.click(button('Undo: put Dill back'))
    expect(linesOf()).toEqual(['Dill1$1.60Remove'])
  })

  test('offers to put a line back only until the next change, or until it is closed', async () => {
    render(<Shop />)
    const user = await fill('Eggs', 'Bagels')
    const undo = () => screen.queryByRole('button', { name: /^Undo/ })
    await user.click(button('Remove Eggs'))
    await user.click(button('Increase quantity of Bagels'))
    expect(undo()).toBeNull()
    await user.click(button('Decrease quantity of Bagels'))
    expect(undo()).toBeNull()
    await user.click(button('Remove Bagels'))
    expect(undo()).not.toBeNull()
    await user.click(button('Close'))
    await user.click(button('Open'))
    expect(undo()).toBeNull()
  })

  test.each([
    [0, 'Sold out and no longer in your cart: Bagels, six.', ['EggsOnly 3 left1$5.00Remove']],
    [
      1,
      'Bagels, six: only 1 left. We changed your cart to 1.',
      ['EggsOnly 3 left1$5.00Remove', 'Bagels, sixOnly 1 left1$5.60Remove'],
    ],
  ])('with %i left meanwhile, putting a line back says so', async (stock, text, lines) => {
    const six = { ...bread, name: 'Bagels, six', unit: 'six' }
    const client = clientOf([eggs, six])
    render(<Shop list={[eggs, six]} client={client} />)
    const user = await fill('Eggs', 'Bagels, six', 'Bagels, six')
    await user.click(button('Remove Bagels, six'))
    await put(client, '/api/products', [eggs, { ...six, stock }])
    await user.click(button('Undo: put Bagels, six back'))
    expect(await screen.findByText(text, { selector: 'li' })).toBeTruthy()
    expect(linesOf().slice(1)).toEqual(lines)
  })

  test('offers what goes with it for one tap, or costs about what a delivery still lacks', async () => {
    const cheese = { ...bread, id: 4, name: 'Cheese', category: 'Farmers Cheese', price: 9 }
    const shoots = { ...bread, id: 5, name: 'Shoots', category: 'Microgreens', price: 4.5 }
    render(<Shop list={[bread, dill, cheese, shoots]} />)
    const user = await fill('Bagels', 'Cheese')
    const offers = () => screen.getByRole('region', { name: /go/i }).textContent
    expect(offers()).toBe('$5.40 to go for deliveryShoots$4.50AddDill$1.60Add')
    await user.click(within(screen.getByRole('region')).getAllByRole('button')[0] ?? document.body)
    await user.click(button('Increase quantity of Shoots'))
    expect(offers()).toBe('Goes with itDill$1.60Add')
    expect(amountOf('Subtotal')).toBe('$23.60')
  })

  test('is delivered from exactly twenty dollars on, for five', async () => {
    render(<Shop />)
    const user = await fill('Bagels', 'Bagels', 'Bagels', 'Dill')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Delivery/ }).disabled).toBe(true)
    expect(screen.getByText('Add $1.60 for delivery ($20 minimum).')).toBeTruthy()
    await user.click(button('Increase quantity of Dill'))
    expect(amountOf('Subtotal')).toBe('$20.00')
    await user.click(screen.getByRole('radio', { name: /Delivery/ }))
    expect([amountOf('Delivery fee'), amountOf('Total')]).toEqual(['$5.00', '$25.00'])
  })

  test('falls back to pickup when it is no longer worth a delivery, says why and stays there', async () => {
    render(<Shop />)
    const user = await fill('Bagels', 'Bagels', 'Bagels', 'Dill', 'Dill')
    await user.click(screen.getByRole('radio', { name: /Delivery/ }))
    await user.click(button('Decrease quantity of Dill'))
    expect([isMarked(/Pickup/), amountOf('Total')]).toEqual([true, '$18.40'])
    const why =
      'Changed to pickup: delivery has a $20 minimum. Add $1.60 and choose Delivery again.'
    expect(screen.getByText(why)).toBeTruthy()
    await user.click(button('Increase quantity of Dill'))
    expect(isMarked(/Delivery/)).toBe(false)
  })

  test('that fell back by a price stays pickup when the price is back, and says so', async () => {
    const client = clientOf([bread])
    render(<Shop list={[bread]} client={client} />)
    const user = await fill('Bagels', 'Bagels', 'Bagels', 'Bagels')
    await user.click(screen.getByRole('radio', { name: /Delivery/ }))
    const ask = (price: number) => put(client, '/api/products', [{ ...bread, price }])
    await ask(4)
    expect([isMarked(/Pickup/), amountOf('Total')]).toEqual([true, '$16.00'])
    await ask(5.6)
    expect([isMarked(/Pickup/), amountOf('Total')]).toEqual([true, '$22.40'])
    expect(screen.getByText(/^We switched you to pickup because your order was below/)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /Delivery/ }))
    expect(amountOf('Total')).toBe('$27.40')
    expect(screen.getByText('We deliver in the Hot Springs area for $5.00.')).toBeTruthy()
  })

  test('that nothing is delivered to any more becomes pickup', async () => {
    const client = clientOf([bread])
    render(<Shop list={[bread]} client={client} />)
    const user = await fill('Bagels', 'Bagels', 'Bagels', 'Bagels')
    await user.click(screen.getByRole('radio', { name: /Delivery/ }))
    const { places, ...calendar } = aCalendar()
    const pickup = places.filter(({ kind }) => kind === 'pickup')
    const now = { ...calendar, places: pickup, isSeeded: false }
    await put(client, '/api/market-days', now)
    expect([isMarked(/Pickup/), amountOf('Total')]).toEqual([true, '$22.40'])
    expect(screen.getByText('We’re not delivering right now. Pickup is free.')).toBeTruthy()
  })
})

describe('for whoever does not see it, a cart', () => {
  const said = (text: string) => screen.findByText(text, { selector: '[aria-live]' })

  test('is told in one sentence after quick taps, with its total', async () => {
    render(<Shop />)
    const user = await fill('Bagels')
    for (let taps = 0; taps < 3; taps++) await user.click(button('Increase quantity of Bagels'))
    expect(
      await said('Bagels: 4. Total $22.40. We deliver in the Hot Springs area for $5.00.'),
    ).toBeTruthy()
  })

  test('hands the focus of a removed line to its Undo, and from there back to the line', async () => {
    render(<Shop />)
    const user = await fill('Eggs', 'Bagels')
    await user.click(button('Remove Bagels'))
    expect(document.activeElement).toBe(button('Undo: put Bagels back'))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Remove Bagels'))
    await user.keyboard('{Enter}')
    await user.click(button('Remove Eggs'))
    expect(document.activeElement).toBe(button('Undo: put Eggs back'))
    expect(await said('Removed Eggs. Removed Bagels. Your cart is empty.'))
  })

  test('hands the focus from a button that is used up to the other one', async () => {
    render(<Shop />)
    const user = await fill('Eggs', 'Eggs')
    await user.click(button('Increase quantity of Eggs'))
    expect(document.activeElement).toBe(button('Decrease quantity of Eggs'))
    await user.click(button('Decrease quantity of Eggs'))
    await user.click(button('Decrease quantity of Eggs'))
    expect(document.activeElement).toBe(button('Increase quantity of Eggs'))
  })
})

describe('a cart over a reload', () => {
  const reload = (list?: Product[]) => {
    cleanup()
    render(<Shop {...(list ? { list } : {})} />)
  }

  test('keeps its lines and its key; the panel is closed and the method is pickup', async () => {
    render(<Shop />)
    const user = await fill('Bagels', 'Bagels', 'Bagels', 'Bagels')
    await user.click(screen.getByRole('radio', { name: /Delivery/ }))
    const key = document.querySelector('code')?.textContent
    reload()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.querySelector('output')?.textContent).toBe('4')
    expect(document.querySelector('code')?.textContent).toBe(key)
    await fill()
    expect(isMarked(/Pickup/)).toBe(true)
  })

  test("takes today's price and stock, and lets go of what is no longer sold", async () => {
    render(<Shop />)
    await fill('Eggs', 'Eggs', 'Eggs', 'Bagels')
    reload([{ ...eggs, price: 6.25, stock: 2 }])
    await fill()
    expect(screen.getByText('2', { selector: 'span' })).toBeTruthy()
    expect(amountOf('Total')).toBe('$12.50')
    expect(screen.getByText('Sold out and no longer in your cart: Bagels.')).toBeTruthy()
  })

  test('says once on a page what changed while it is closed, until the cart was opened and closed', async () => {
    render(<Shop />)
    await userEvent.click(button('Bagels'))
    const sentence = 'Bagels: the price is now $6.25.'
    const dearer = [{ ...bread, price: 6.25 }]
    reload(dearer)
    expect(readToasts()).toMatchObject([{ title: 'Your cart has changed', description: sentence }])
    reload(dearer)
    const user = await fill()
    expect(screen.getByText(sentence, { selector: 'li' })).toBeTruthy()
    await user.keyboard('{Escape}')
    toast({ title: 'The last word' })
    reload(dearer)
    await fill()
    expect(screen.queryByText(sentence, { selector: 'li' })).toBeNull()
    expect(readToasts()).toMatchObject([{ title: 'The last word' }])
  })

  test('opens with nothing lying over it that was said before', async () => {
    render(<Shop />)
    toast({ title: 'Out of Stock' })
    await fill('Eggs')
    expect(readToasts()).toMatchObject([{ title: 'Out of Stock', open: false }])
  })

  test('says what changed only until a line is changed', async () => {
    render(<Shop />)
    await fill('Eggs', 'Eggs', 'Eggs', 'Bagels')
    reload([{ ...eggs, stock: 2 }, bread])
    const user = await fill()
    const sentence = 'Eggs: only 2 left. We changed your cart to 2.'
    expect(screen.getByText(sentence, { selector: 'li' })).toBeTruthy()
    expect(await screen.findByText(sentence, { selector: '[role=status]' })).toBeTruthy()
    await user.click(button('Increase quantity of Bagels'))
    expect(screen.queryByText(sentence, { selector: 'li' })).toBeNull()
  })

  test('keeps away what it said is gone, until the buyer adds it', async () => {
    const client = createQueryClient()
    const sell = (list: Product[]) => put(client, '/api/products', list)
    await sell([eggs, bread])
    render(<Shop client={client} list={[eggs, bread]} />)
    const user = await fill('Eggs', 'Eggs', 'Eggs', 'Bagels')
    await sell([
      { ...eggs, stock: 2 },
      { ...bread, stock: 0 },
    ])
    expect(amountOf('Total')).toBe('$10.00')
    await sell([eggs, bread])
    expect(amountOf('Total')).toBe('$10.00')
    expect(
      screen.getByText('Eggs: only 2 left. We changed your cart to 2.', { selector: 'li' }),
    ).toBeTruthy()
    expect(
      screen.getByText('Sold out and no longer in your cart: Bagels.', { selector: 'li' }),
    ).toBeTruthy()
    reload([eggs, bread])
    await fill()
    expect(amountOf('Total')).toBe('$10.00')
    await user.keyboard('{Escape}')
    await fill('Eggs')
    expect(amountOf('Total')).toBe('$15.00')
  })

  test('has a new key once it was cleared', async () => {
    render(<Shop />)
    await userEvent.click(button('Eggs'))
    const key = document.querySelector('code')?.textContent
    await userEvent.click(button('Clear'))
    expect(document.querySelector('output')?.textContent).toBe('0')
    expect(document.querySelector('code')?.textContent).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(document.querySelector('code')?.textContent).not.toBe(key)
  })

  test('starts empty when the storage holds something else', () => {
    localStorage.setItem(
      'farmstand:cart:1',
      '{"checkoutKey":"x","items":[{"product":null,"quantity":1}]}',
    )
    render(<Shop />)
    expect(document.querySelector('output')?.textContent).toBe('0')
  })
})
