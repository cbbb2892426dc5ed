import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { detailOf, MARTAS, openDesk } from '#tests/a-desk.tsx'

const CARROTS = {
  productId: 7,
  name: 'Rainbow Carrots',
  quantity: 12,
  returned: 4,
  standing: 8,
  price: 3.5,
}
const BEETS = { productId: 8, name: 'Ruby Beets', quantity: 1, returned: 1, standing: 0, price: 4 }

/** Twelve bunches ordered, four given back; no beets left. */
const SHORT: Order = {
  ...MARTAS,
  items: [CARROTS, BEETS],
  subtotal: 46,
  total: 46,
  paymentStatus: 'partially_refunded',
  refunds: [
    {
      id: 'r1',
      amount: 18,
      reason: 'Frost',
      state: 'succeeded',
      error: null,
      createdAt: MARTAS.createdAt,
    },
    {
      id: 'r2',
      amount: 3,
      reason: 'Late',
      state: 'failed',
      error: 'No.',
      createdAt: MARTAS.createdAt,
    },
  ],
}

const payment = { provider: 'sandbox' as const, reference: 'sbx_pi_7', left: 28 }

const openShort = () =>
  openDesk(
    {
      'GET /api/orders?limit=50': { body: [SHORT] },
      'GET /api/orders/128': { body: detailOf(SHORT, { payment }) },
    },
    'orders/128',
  )

test('the row counts what still stands, and says what was given back', async () => {
  openShort()
  const table = within(await screen.findByRole('table', { hidden: true }))
  expect(table.getByText('Sat, Nov 21 · 8 items, note')).toBeTruthy()
  expect(table.getByText('$18.00')).toBeTruthy()
  expect(table.getByText('A refund failed')).toBeTruthy()
})

test('the order in full says of each line what is left, and of the money what was given back', async () => {
  openShort()
  const order = within(await screen.findByRole('dialog', { name: 'Order #128' }))
  const carrots = (await order.findByText('12 × Rainbow Carrots')).closest('li')
  expect(carrots?.textContent).toBe('12 × Rainbow Carrots$3.50 each, $42.004 refunded, 8 left8')
  expect(order.getByText('1 refunded, 0 left')).toBeTruthy()
  expect(order.getByText('-$18.00').closest('p')?.textContent).toBe('Refunded-$18.00')
  const total = order.getByText('Total after refund').closest('p')
  expect(total?.textContent).toBe('Total after refund$28.00')
})

test('an order that is paid by hand says what it costs after a change', async () => {
  const taken = { productId: 8, name: 'Ruby Beets', units: -1, amount: -4, goods: 'sellable' }
  const change = { lines: [taken], deliveryFee: 0, refunded: 0, forgone: 0, reason: '' }
  const changes = [{ ...change, movedTo: null, at: MARTAS.createdAt }]
  const byHand = {
    ...{ ...detailOf(SHORT, { payment }), refunds: [], changes, paymentStatus: 'unpaid' },
    balance: { worth: 42, paid: 0, due: 42, ways: [] },
  }
  openDesk({ 'GET /api/orders/128': { body: byHand } }, 'orders/128')
  const order = within(await screen.findByRole('dialog', { name: 'Order #128' }))
  const total = (await order.findByText('Total after changes')).closest('p')
  expect(total?.textContent).toBe('Total after changes$42.00')
})

test('the printed slip holds what still stands', async () => {
  vi.stubGlobal('print', vi.fn())
  const { user } = openShort()
  const order = within(await screen.findByRole('dialog', { name: 'Order #128' }))
  await user.click(await order.findByRole('button', { name: 'More about this order' }))
  await user.click(await screen.findByRole('button', { name: 'Print slip' }))
  const goods = [...document.querySelectorAll('.print-slip li')].map(({ textContent }) =>
    textContent?.trim(),
  )
  expect(goods).toEqual(['8 × Rainbow Carrots'])
  expect(document.querySelector('.print-slip')?.textContent).toContain(
    'Refunded: 4 × Rainbow Carrots, 1 × Ruby Beets',
  )
  window.dispatchEvent(new Event('afterprint'))
})
