import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aConnection } from '#tests/a-connection.ts'
import { count, expectToast, openDesk, SIGNED_IN, SIGNED_OUT } from '#tests/a-desk.tsx'

const SESSION = 'GET /api/admin/session'
const ORDERS = 'GET /api/orders?limit=50'
const STATUS = 'PUT /api/orders/128/status'

test('without a network the desk says how old it is and that nothing was saved, until the shop answers again', async () => {
  const { user, requests, answers } = openDesk({ [SESSION]: SIGNED_IN }, 'orders')
  const status = await screen.findByLabelText('Status of order #128')
  const whole = { [STATUS]: 'no connection' as const, ...answers }
  for (const call of Object.keys(whole)) answers[call] = 'no connection'
  const first = count(requests, ORDERS)
  expect(screen.queryByText(/^No connection since /)).toBeNull()
  await user.selectOptions(status, 'shipped')
  await expectToast(
    'Error updating order status',
    'No connection; nothing was saved. Please try again once you are online.',
  )
  const line = (await screen.findByText(/^No connection since /)).parentElement
  expect(line?.textContent).toMatch(
    /^No connection since \d{1,2}:\d\d [AP]M\. Nothing here is newer\.$/,
  )
  await waitFor(() => expect(count(requests, ORDERS)).toBe(first + 1))
  Object.assign(answers, whole)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^No connection since /)).toBeNull())
  await waitFor(() => expect(count(requests, ORDERS)).toBe(first + 2))
})

test('what never arrived says that there is no connection', async () => {
  openDesk({ 'GET /api/orders?limit=50': 'no connection' }, 'orders')
  const failed = within(
    (await screen.findByText('The orders could not be loaded.')).parentElement ?? document.body,
  )
  expect(failed.getByText(/^There is no connection\. Please try again once/)).toBeTruthy()
})

test('a download whose session has ended leads to the gate and not to a file', async () => {
  const { user } = openDesk(
    { [SESSION]: SIGNED_IN, 'GET /api/products/export': SIGNED_OUT },
    'products',
  )
  await user.click(await screen.findByRole('button', { name: 'More for products' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export' }))
  const gate = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
  expect(gate.getByLabelText('Password')).toBeTruthy()
})

test('a shop that says nothing for a minute and a quarter counts as gone, until it answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-28T16:16:00.000Z') })
  const send = aConnection()
  const { answers } = openDesk({ [SESSION]: SIGNED_IN }, 'orders')
  await screen.findByLabelText('Status of order #128')
  await send({ type: 'here' })
  answers[SESSION] = 'no connection'
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await send({ type: 'here' })
  await act(() => vi.advanceTimersByTimeAsync(70_000))
  expect(screen.queryByText(/^No connection since /)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const line = (await screen.findByText(/^No connection since /)).parentElement
  expect(line?.textContent).toBe('No connection since 9:16 AM. Nothing here is newer.')
  answers[SESSION] = SIGNED_IN
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(screen.queryByText(/^No connection since /)).toBeNull())
})
