import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveNews } from '#contract/live.ts'
import { EGGS, MARTAS, openDesk } from '#tests/a-desk.tsx'

/** What the shop tells this page, as it arrives over its connection. */
function aConnection() {
  const sockets: { onmessage?: (event: { data: string }) => void }[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      static OPEN = 1
      readyState = 1
      onmessage?: (event: { data: string }) => void
      constructor() {
        sockets.push(this)
      }
      send() {}
      close() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return async (news: LiveNews) => {
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(0))
    act(() => {
      for (const socket of sockets) socket.onmessage?.({ data: JSON.stringify(news) })
    })
  }
}

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
    body: { count, isMore: false, worth: 31 * count, refunded: 0 },
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
})

test('what a sale left of a product is shown at once', async () => {
  const send = aConnection()
  const left = { ...EGGS, stock: 11 }
  openDesk({ 'GET /api/desk/products': [{ body: [EGGS] }, { body: [left] }] }, 'products')
  await screen.findByText(/18/)
  await send({ type: 'product', product: left, version: 9 })
  expect(await screen.findByText(/11/)).toBeTruthy()
})
