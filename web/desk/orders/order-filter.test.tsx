import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Answers, BROKEN, count, EGGS, JOS, MARTAS, openDesk } from '#tests/a-desk.tsx'
import { addressOf, readAddress } from './orders-query.ts'

const LIST = 'GET /api/orders?limit=50'

const openOrders = (answers: Answers) => openDesk(answers, 'orders')

describe('the address', () => {
  test.each([
    ['orders', {}, null],
    ['orders/7', {}, 7],
    ['orders?status=pending', { status: 'pending' }, null],
    [
      'orders/7?text=ada+m&place=delivery&pickupDate=2026-11-21',
      { text: 'ada m', place: 'delivery', pickupDate: '2026-11-21' },
      7,
    ],
  ])('%s says what is shown, and is written again as it was', (hash, narrowed, openId) => {
    const view = readAddress(hash)
    expect(view).toEqual({ filter: { text: null, ...narrowed }, openId })
    expect(addressOf(view)).toBe(hash)
  })

  test.each([
    'orders?status=eaten',
    'orders/0',
    'orders/x?place=Moon!&pickupDate=2026-02-30',
    'orders?colour=red',
    'products',
  ])('that makes no sense shows all orders: %s', (hash) =>
    expect(readAddress(hash)).toEqual({ filter: { text: null }, openId: null }),
  )
})

describe('orders are narrowed', () => {
  test('by words after a pause in typing, once, and the address keeps them', async () => {
    const { user, requests } = openOrders({
      'GET /api/orders?text=marta&limit=50': { body: [MARTAS] },
    })
    await screen.findByText('#127')
    await user.type(screen.getByLabelText(/^Find an order/), 'marta')
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    expect(window.location.hash).toBe('#orders?text=marta')
    expect(requests.filter(({ call }) => call.startsWith('GET /api/orders?text='))).toHaveLength(1)
    expect(screen.getByText('1 order')).toBeTruthy()
  })

  test('by words at once with Enter', async () => {
    const { user } = openOrders({ 'GET /api/orders?text=%23127&limit=50': { body: [JOS] } })
    await screen.findByText('#128')
    await user.type(screen.getByLabelText(/^Find an order/), '#127{Enter}')
    expect(window.location.hash).toBe('#orders?text=%23127')
    await waitFor(() => expect(screen.queryByText('#128')).toBeNull())
  })

  test('from any page with Enter, beside the customers and products of the same words', async () => {
    const none = { phone: null, orders: 2, spent: 9, owes: 0, nextDay: null, lastDay: null }
    const eggers = { ...none, id: 7, name: 'Kate Eggers', email: 'kate@example.com', noShows: 0 }
    const { user, requests } = openDesk(
      {
        'GET /api/orders?text=egg&limit=50': { body: [MARTAS] },
        'GET /api/customers?text=egg': { body: [eggers, { ...eggers, id: null, name: 'Ed Egg' }] },
      },
      'products',
    )
    await user.type(await screen.findByLabelText(/^Find an order/), 'egg')
    expect(window.location.hash).toBe('#products')
    await user.keyboard('{Enter}')
    expect(window.location.hash).toBe('#orders?text=egg')
    const found = within(await screen.findByRole('list', { name: 'Customers and products' }))
    await found.findByRole('link', { name: 'Kate Eggers' })
    const links = found.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Kate Eggers', '#customers/7'],
      [EGGS.name, '#products/1'],
    ])
    expect(requests.filter(({ call }) => call.startsWith('GET /api/orders?text='))).toHaveLength(1)
  })

  test('by day, place and state, together, and the days say how many they have', async () => {
    const { user } = openOrders({
      'GET /api/orders?pickupDate=2026-11-21&limit=50': { body: [MARTAS] },
      'GET /api/orders?place=delivery&pickupDate=2026-11-21&limit=50': { body: [JOS] },
      'GET /api/orders?status=to-pack&place=delivery&pickupDate=2026-11-21&limit=50': {
        body: [],
      },
    })
    const days = within(await screen.findByRole('group', { name: 'Market day' }))
    const chips = days.getAllByRole('button').map(({ textContent }) => textContent)
    expect(chips).toEqual(['All', 'Sat, Nov 216', 'Sat, Nov 281', 'No day3', 'Past'])
    await user.click(days.getByRole('button', { name: /^Sat, Nov 21/ }))
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    expect(screen.getByText('4 items, note')).toBeTruthy()
    const places = within(screen.getByRole('group', { name: 'Place' }))
    const tabs = places.getAllByRole('button').map(({ textContent }) => textContent)
    expect(tabs).toEqual(['All6', 'Farmers market4', 'Delivery2'])
    await user.click(places.getByRole('button', { name: /^Delivery/ }))
    expect(await screen.findByText('#127')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More about the orders' }))
    await user.selectOptions(await screen.findByLabelText('Show'), 'To pack')
    expect(await screen.findByText('No orders found')).toBeTruthy()
    expect(window.location.hash).toBe('#orders?status=to-pack&place=delivery&pickupDate=2026-11-21')
    await user.click(screen.getByRole('button', { name: 'Show all orders' }))
    expect(await screen.findByText('#127')).toBeTruthy()
    expect(window.location.hash).toBe('#orders')
  })

  test('by days before today, by none, and by a place only on its day', async () => {
    const { user } = openOrders({
      'GET /api/orders?pickupDate=2026-11-28&limit=50': { body: [MARTAS] },
      'GET /api/orders?pickupBefore=2026-11-18&limit=50': { body: [JOS] },
      'GET /api/orders?pickupDate=none&limit=50': { body: [] },
    })
    const chip = (name: RegExp | string) => screen.findByRole('button', { name })
    await user.click(await chip(/^Sat, Nov 28/))
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    expect(screen.queryByRole('group', { name: 'Place' })).toBeNull()
    await user.click(await chip('Past'))
    await waitFor(() => expect(screen.queryByText('#128')).toBeNull())
    await user.click(await chip(/^No day/))
    expect(await screen.findByText('No orders found')).toBeTruthy()
  })

  test('by a day and a place of a former address, but by no place that never was', async () => {
    const { user } = openDesk(
      {
        'GET /api/orders?place=moon&limit=50': BROKEN,
        'GET /api/orders?place=fall_fair&pickupDate=2026-05-02&limit=50': { body: [MARTAS] },
      },
      'orders?place=moon',
    )
    expect(await screen.findByText('2 orders')).toBeTruthy()
    window.location.hash = 'orders?place=fall_fair&pickupDate=2026-05-02'
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    const chosen = await screen.findByRole('button', { name: 'Sat, May 2' })
    expect(chosen.getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(await screen.findByText('#127')).toBeTruthy()
  })

  test('and when that fails, it says so in place of the list before, and can be asked again', async () => {
    const answers = { 'GET /api/orders?status=pending&limit=50': [BROKEN, { body: [MARTAS] }] }
    const { user, requests } = openDesk(answers, 'orders?status=pending')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 order')).toBeTruthy()
    expect(count(requests, LIST)).toBe(0)
  })
})

describe('what was found', () => {
  const FOUND = 'GET /api/orders/found'
  const sum = (more: object) => ({
    body: { count: 2, cancelled: 0, isMore: false, refunded: 0, ...more },
  })

  test('is counted with its sum, also after what was refunded, and can be shown in packing order', async () => {
    const { user } = openOrders({
      [FOUND]: sum({ worth: 1220.5, refunded: 14 }),
      'GET /api/orders?sort=packing&limit=50': { body: [JOS, MARTAS] },
    })
    expect(await screen.findByText('$1,220.50')).toBeTruthy()
    expect(screen.getByText('worth').closest('p')?.textContent).toMatch(/after \$14\.00 refunded/)
    const numbers = () => screen.getAllByText(/^#12\d$/).map(({ textContent }) => textContent)
    expect(numbers()).toEqual(['#128', '#127'])
    await user.click(screen.getByRole('button', { name: 'More about the orders' }))
    const order = await screen.findByLabelText('Order of the list')
    await user.selectOptions(order, 'By day, place and name')
    await waitFor(() => expect(numbers()).toEqual(['#127', '#128']))
    expect(window.location.hash).toMatch(/^#orders.*sort=packing/)
  })

  test('goes into a file by order or by product', async () => {
    const narrowed = 'status=pending&pickupBefore=2026-11-18'
    const { user } = openDesk(
      { [`GET /api/orders?${narrowed}&limit=50`]: { body: [JOS] } },
      `orders?${narrowed}`,
    )
    await user.click(await screen.findByRole('button', { name: 'More about the orders' }))
    const more = within(await screen.findByRole('dialog', { name: 'More about the orders' }))
    const hrefOf = (name: string) => more.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('One row for each order')).toBe(`/api/orders.csv?${narrowed}`)
    expect(hrefOf('One row for each product of an order')).toBe(
      `/api/orders.csv?${narrowed}&rows=items`,
    )
  })
})
