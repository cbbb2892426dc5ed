import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BROKEN, count, JOS, MARTAS, openDesk } from '#tests/a-desk.tsx'
import { addressOf, readAddress } from './order-address.ts'

const LIST = 'GET /api/orders?limit=50'

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
    const { user, requests: requested } = openDesk(
      { 'GET /api/orders?text=marta&limit=50': { body: [MARTAS] } },
      'orders',
    )
    await user.type(await screen.findByLabelText('Find an order'), 'marta')
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    expect(window.location.hash).toBe('#orders?text=marta')
    expect(requested.filter(({ call }) => call.startsWith('GET /api/orders?text='))).toHaveLength(1)
    expect(screen.getByText('1 order')).toBeTruthy()
  })

  test('by words at once with Enter', async () => {
    const { user } = openDesk({ 'GET /api/orders?text=%23127&limit=50': { body: [JOS] } }, 'orders')
    await user.type(await screen.findByLabelText('Find an order'), '#127{Enter}')
    expect(window.location.hash).toBe('#orders?text=%23127')
    await waitFor(() => expect(screen.queryByText('#128')).toBeNull())
  })

  test('by state, place and day, together', async () => {
    const { user } = openDesk(
      {
        'GET /api/orders?status=to-pack&limit=50': { body: [MARTAS] },
        'GET /api/orders?status=to-pack&place=farmers_market&limit=50': { body: [MARTAS] },
        'GET /api/orders?status=to-pack&place=farmers_market&pickupDate=2026-11-21&limit=50': {
          body: [],
        },
      },
      'orders',
    )
    await user.selectOptions(await screen.findByLabelText('Show'), 'To pack')
    await user.selectOptions(screen.getByLabelText('Where to'), 'Farmers market')
    await user.selectOptions(screen.getByLabelText('Market day'), 'Saturday, Nov 21')
    expect(await screen.findByText('No orders found')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all orders' }))
    expect(await screen.findByText('#127')).toBeTruthy()
    expect(window.location.hash).toBe('#orders')
  })

  test('by a place that is given up and a day before all others, but by no place that never was', async () => {
    const narrowed = 'place=fall_fair&pickupDate=2026-05-02&limit=50'
    const { user } = openDesk(
      {
        [`GET /api/orders?${narrowed}`]: { body: [MARTAS] },
        'GET /api/orders?place=moon&limit=50': BROKEN,
        'GET /api/orders?place=fall_fair&limit=50': { body: [JOS] },
      },
      'orders?place=moon',
    )
    expect(await screen.findByText('2 orders')).toBeTruthy()
    const place = screen.getByLabelText<HTMLSelectElement>('Where to')
    expect(place.value).toBe('')
    await user.selectOptions(place, 'Fall fair (no longer used)')
    await user.click(screen.getByText('Days'))
    fireEvent.change(screen.getByLabelText('Market day on'), { target: { value: '2026-05-02' } })
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    expect(screen.getByLabelText<HTMLSelectElement>('Market day').value).toBe('2026-05-02')
  })

  test('from the address on, and the file holds what is shown', async () => {
    openDesk(
      { 'GET /api/orders?status=delivered&limit=50': { body: [JOS] } },
      'orders?status=delivered',
    )
    expect(await screen.findByText('#127')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Show').value).toBe('delivered')
    const file = screen.getByRole('link', { name: 'Download CSV' })
    expect(file.getAttribute('href')).toBe('/api/orders.csv?status=delivered')
  })

  test('and when that fails, it says so in place of the list before, and can be asked again', async () => {
    const answers = { 'GET /api/orders?status=pending&limit=50': [BROKEN, { body: [MARTAS] }] }
    const { user, requests: requested } = openDesk(answers, 'orders')
    await user.selectOptions(await screen.findByLabelText('Show'), 'Pending')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 order')).toBeTruthy()
    expect(count(requested, LIST)).toBe(1)
  })
})

describe('what was found', () => {
  const FOUND = 'GET /api/orders/found'
  const sum = (more: object) => ({ body: { count: 2, isMore: false, refunded: 0, ...more } })

  test('is counted with its sum, also after what was refunded, and can be shown in packing order', async () => {
    const { user } = openDesk(
      {
        [FOUND]: sum({ worth: 1220.5, refunded: 14 }),
        'GET /api/orders?sort=packing&limit=50': { body: [JOS, MARTAS] },
      },
      'orders',
    )
    expect(await screen.findByText('$1,220.50')).toBeTruthy()
    expect(screen.getByText('worth').closest('p')?.textContent).toMatch(/after \$14\.00 refunded/)
    const numbers = () => screen.getAllByText(/^#12\d$/).map(({ textContent }) => textContent)
    expect(numbers()).toEqual(['#128', '#127'])
    await user.click(screen.getByRole('button', { name: 'Packing order' }))
    await waitFor(() => expect(numbers()).toEqual(['#127', '#128']))
    expect(window.location.hash).toBe('#orders?sort=packing')
    await user.click(screen.getByRole('button', { name: 'Newest first' }))
    await waitFor(() => expect(numbers()).toEqual(['#128', '#127']))
  })

  test('goes into a file by order or by product, and on a phone filters are set together', async () => {
    const narrowed = { 'GET /api/orders?status=pending&place=delivery&limit=50': { body: [JOS] } }
    const { user, requests: requested } = openDesk(narrowed, 'orders')
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await user.selectOptions(sheet.getByLabelText('Show'), 'Pending')
    await user.selectOptions(sheet.getByLabelText('Where to'), 'Delivery')
    await user.click(sheet.getByRole('button', { name: 'Show orders' }))
    expect(await screen.findByText('1 order')).toBeTruthy()
    expect(window.location.hash).toBe('#orders?status=pending&place=delivery')
    expect(requested.filter(({ call }) => call.startsWith('GET /api/orders?status='))).toHaveLength(
      1,
    )
    await user.click(screen.getByRole('button', { name: 'More about the orders' }))
    const more = within(await screen.findByRole('dialog', { name: 'More about the orders' }))
    const file = more.getByRole('link', { name: 'One row for each product of an order' })
    expect(file.getAttribute('href')).toBe(
      '/api/orders.csv?status=pending&place=delivery&rows=items',
    )
  })
})
