import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Order, PAYMENT_STATUSES } from '#contract/orders/orders.ts'
import { detailOf, MARTAS, openDesk } from '#tests/a-desk.tsx'

const UNPAID = ['refunded', 'canceling', 'failed', 'unpaid']

const ALL: Order[] = (['pending', 'cancelled'] as const).flatMap((status, row) =>
  PAYMENT_STATUSES.map((paymentStatus, column) => ({
    ...MARTAS,
    id: 100 + 10 * row + column,
    status,
    paymentStatus,
  })),
)

const EXPECTED = ALL.map(({ id, status, paymentStatus }) => {
  const isMarked = status !== 'cancelled' && UNPAID.includes(paymentStatus)
  return [id, isMarked ? 1 : 0]
})

const marksIn = (place: Element) => within(place as HTMLElement).queryAllByText('NOT PAID').length

test('what stands although nobody has paid for it is marked once in its row, and in print', async () => {
  vi.stubGlobal('print', vi.fn())
  const { user } = openDesk({ 'GET /api/orders?limit=50': { body: ALL } }, 'orders')
  await user.click(await screen.findByRole('checkbox', { name: `Select all ${ALL.length} shown` }))
  const rows = [...document.querySelectorAll('tbody tr')]
  expect(rows).toHaveLength(ALL.length)
  expect(ALL.map(({ id }, place) => [id, marksIn(rows[place] ?? document.body)])).toEqual(EXPECTED)
  await user.click(await screen.findByRole('button', { name: 'Print list' }))
  const slips = await vi.waitFor(() => {
    const printed = [...document.querySelectorAll('.print-slip')]
    expect(printed).toHaveLength(ALL.length)
    return printed
  })
  expect(ALL.map(({ id }, place) => [id, marksIn(slips[place] ?? document.body)])).toEqual(EXPECTED)
  window.dispatchEvent(new Event('afterprint'))
})

test.each([
  ['refunded', 1],
  ['partially_refunded', 0],
] as const)('the order in full says so too: %s', async (paymentStatus, marks) => {
  const payment = { provider: 'sandbox', reference: 'sbx_pi_7', left: 0 }
  const detail = { ...detailOf({ ...MARTAS, paymentStatus }), payment }
  openDesk({ 'GET /api/orders/128': { body: detail } }, 'orders/128')
  const order = await screen.findByRole('dialog', { name: 'Order #128' })
  await within(order).findByText('sbx_pi_7')
  expect(marksIn(order)).toBe(marks)
})

test('those that are not paid can be looked for', async () => {
  const { user, requests } = openDesk(
    { 'GET /api/orders?status=unpaid&limit=50': { body: [] } },
    'orders',
  )
  await user.click(await screen.findByRole('button', { name: 'More about the orders' }))
  await user.selectOptions(await screen.findByLabelText('Show'), 'Not paid')
  expect(await screen.findByText('No orders found')).toBeTruthy()
  expect(requests.map(({ call }) => call)).toContain('GET /api/orders?status=unpaid&limit=50')
})
