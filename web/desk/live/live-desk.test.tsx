import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConnection } from '#tests/a-connection.ts'
import { count, EGGS, MARTAS, openDesk } from '#tests/a-desk.tsx'

test('a box that changed after packing is named until somebody has looked', async () => {
  const send = aConnection()
  const { user } = openDesk({}, 'orders')
  await send({ type: 'order', id: 128, isNew: false })
  expect(screen.queryByRole('region', { name: 'Boxes to pack again' })).toBeNull()
  await send({ type: 'order', id: 128, isNew: false, isUnpacked: true })
  const news = within(await screen.findByRole('region', { name: 'Boxes to pack again' }))
  expect(news.getByRole('link', { name: '#128' }).getAttribute('href')).toBe('#orders/128')
  await user.click(news.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: 'Boxes to pack again' })).toBeNull()
})

test('a new order is added to the sum of the orders that are shown', async () => {
  const send = aConnection()
  const found = (count: number) => ({
    body: { count, cancelled: 1, isMore: false, worth: 31 * count, refunded: 0 },
  })
  openDesk(
    {
      'GET /api/orders/found?status=pending': [found(1), found(2)],
      'GET /api/orders?status=pending&limit=50': { body: [MARTAS] },
    },
    'orders?status=pending',
  )
  await screen.findByText('$31.00')
  await send({ type: 'order', id: 129, isNew: true })
  expect(await screen.findByText('$62.00')).toBeTruthy()
  expect(screen.getByText('2 orders, 1 of them canceled')).toBeTruthy()
})

test('the market days count a new order at once', async () => {
  const send = aConnection()
  const choices = (count: number) => {
    const places = [{ key: 'farm_store', count }]
    return {
      body: {
        ...{ places: [], today: '2026-11-18', withoutDay: 0 },
        days: [{ day: '2026-11-21', count, places }],
      },
    }
  }
  openDesk({ 'GET /api/orders/filters': [choices(14), choices(15)] }, 'orders')
  await screen.findByRole('button', { name: 'Sat, Nov 21 14' })
  await send({ type: 'order', id: 129, isNew: true })
  expect(await screen.findByRole('button', { name: 'Sat, Nov 21 15' })).toBeTruthy()
})

test('what a sale left of a product is shown at once', async () => {
  const send = aConnection()
  const left = { ...EGGS, stock: 11 }
  openDesk({ 'GET /api/desk/products': [{ body: [EGGS] }, { body: [left] }] }, 'products')
  await screen.findByText(/18/)
  await send({ type: 'product', product: left, version: 9 })
  expect(await screen.findByText(/11/)).toBeTruthy()
})

test('a change of this desk and what the shop tells of it are one reading', async () => {
  const send = aConnection()
  const answered = {
    get body() {
      void send({ type: 'order', id: 128, isNew: false })
      return MARTAS
    },
  }
  const { user, requests } = openDesk({ 'PUT /api/orders/128/status': answered }, 'orders')
  const lists = ['GET /api/orders?limit=50', 'GET /api/today', 'GET /api/admin/notices']
  const status = await screen.findByLabelText('Status of order #128')
  await waitFor(() => expect(lists.map((list) => count(requests, list))).toEqual([1, 1, 1]))
  await user.selectOptions(status, 'shipped')
  await waitFor(() => expect(lists.map((list) => count(requests, list))).toEqual([2, 2, 2]))
  expect(count(requests, 'PUT /api/orders/128/status')).toBe(1)
  // Longer than updates are ever batched.
  await new Promise((done) => setTimeout(done, 400))
  expect(lists.map((list) => count(requests, list))).toEqual([2, 2, 2])
})

test('a page that is opened asks, and asks for nothing when its window is seen again', async () => {
  const { requests } = openDesk({}, 'orders')
  await screen.findByLabelText('Status of order #128')
  const orders = () => count(requests, 'GET /api/orders?limit=50')
  expect(orders()).toBe(1)
  window.location.hash = '#recipes'
  await screen.findByText('Recipe Manager')
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  window.location.hash = '#orders'
  await waitFor(() => expect(orders()).toBe(2))
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await new Promise((done) => setTimeout(done, 400))
  expect(orders()).toBe(2)
})

test('a phone that is heard is no longer waited for on an open page', async () => {
  const send = aConnection()
  const { requests } = openDesk({}, 'stall')
  await waitFor(() => expect(count(requests, 'GET /api/stall')).toBe(1))
  await send({ type: 'phones' })
  await waitFor(() => expect(count(requests, 'GET /api/stall')).toBe(2))
})
