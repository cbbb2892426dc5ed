import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import {
  type Answers,
  bodies,
  bodyOf,
  count,
  expectToast,
  JOS,
  MARTAS,
  openDesk,
} from '#tests/a-desk.tsx'
import { cancellationText } from './cancelling-text.ts'

const LIST = 'GET /api/orders?limit=50'

const openOrders = (answers: Answers = {}) => openDesk(answers, 'orders')

const orderOf = async (id: number) =>
  within((await screen.findByText(`#${id}`)).closest('tr') ?? document.body)
const selectOf = (id: number) => screen.findByLabelText<HTMLSelectElement>(`Status of order #${id}`)

describe('the table of orders', () => {
  test('has the specification’s columns, with the place and the next action', async () => {
    openOrders()
    const jos = await orderOf(127)
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const SPECIFIED = ['Order ID', 'Customer', 'Total', 'Status', 'Date', 'Set status']
    expect(headers.filter((header) => header !== 'Place' && header !== 'Next')).toEqual(SPECIFIED)
    expect(headers).toHaveLength(8)
    // By the farm's clock.
    for (const text of ['Jo Whitehorse', 'jo@example.org', '$1,234.50', 'Nov 18, 2026', '9:05 PM'])
      expect(jos.getByText(text)).toBeTruthy()
    for (const text of ['Delivery', '4 items, 57747']) expect(jos.getByText(text)).toBeTruthy()
    expect(jos.getByRole('link', { name: 'Open, order #127' })).toBeTruthy()
    const martas = await orderOf(128)
    for (const text of ['Farmers market', 'Sat, Nov 21 · 4 items, note', 'Paid'])
      expect(martas.getByText(text)).toBeTruthy()
    expect(martas.getByRole('button', { name: 'Pack, order #128' })).toBeTruthy()
    expect(screen.queryByText('Show older orders')).toBeNull()
  })

  test('a packed delivery goes on its way, which is its status, and is delivered next', async () => {
    const packed: Order = {
      ...JOS,
      ...{ status: 'processing', hasLeft: false, packedAt: '2026-11-20T10:00:00.000Z' },
    }
    const sent: Order = { ...packed, status: 'shipped', hasLeft: true }
    const { user, requests } = openOrders({
      [LIST]: [{ body: [packed] }, { body: [sent] }],
      'PUT /api/orders/127/status': { body: sent },
    })
    const jos = await orderOf(127)
    await user.click(jos.getByRole('button', { name: 'On its way, order #127' }))
    await expectToast('Order #127 is on its way')
    expect(bodies(requests, 'PUT /api/orders/127/status')).toEqual([{ status: 'shipped' }])
    expect(await jos.findByRole('button', { name: 'Delivered, order #127' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Mark / })).toBeNull()
  })

  test('test orders are marked among real ones, and alone it is said once over them', async () => {
    const { user } = openOrders({ 'GET /api/orders?text=m&limit=50': { body: [MARTAS] } })
    expect((await orderOf(128)).getByText(/^TEST/)).toBeTruthy()
    expect((await orderOf(127)).queryByText(/^TEST/)).toBeNull()
    const countSaid = () => within(screen.getByRole('main')).getAllByText(/^TEST/).length
    const before = countSaid()
    await user.type(screen.getByLabelText(/^Find an order/), 'm{Enter}')
    await waitFor(() => expect(screen.queryByText('#127')).toBeNull())
    expect((await orderOf(128)).queryByText(/^TEST/)).toBeNull()
    expect(countSaid()).toBe(before)
  })

  test('the badge of each status has its style', async () => {
    const looks = ['bg-card', 'bg-yolk-pale', 'bg-card', 'bg-sprout', 'bg-beet-pale']
    const listed = ORDER_STATUSES.map((status, place) => ({ ...MARTAS, id: 200 + place, status }))
    openOrders({ [LIST]: { body: listed } })
    for (const [place, { id, status }] of listed.entries()) {
      const badge = (await orderOf(id)).getByText(status, { selector: 'span' })
      expect(badge.className, status).toContain(looks[place])
    }
  })

  test('no orders: it says so', async () => {
    openOrders({ [LIST]: { body: [] } })
    expect(await screen.findByText('No orders found')).toBeTruthy()
  })
})

test('what was added to an order is one row with it: one sum, one step and one status for both', async () => {
  const first: Order = { ...MARTAS, testMode: false, packedWith: [129] }
  const added: Order = {
    ...{ ...first, id: 129, total: 5, packedWith: [128], items: MARTAS.items.slice(0, 1) },
    ...{ paymentMethod: 'other', paymentStatus: 'unpaid' },
    balance: { worth: 5, paid: 0, due: 5, ways: [] },
  }
  const packed = { packedAt: '2026-11-20T10:00:00.000Z', collectedAt: null, boxes: 1 }
  const { user, requests } = openOrders({
    [LIST]: { body: [added, first, JOS] },
    'PUT /api/orders/128/packed': { body: { id: 128, status: 'processing', ...packed } },
    'PUT /api/orders/129/packed': { body: { id: 129, status: 'processing', ...packed } },
    'POST /api/orders/status': [
      { body: { changed: [128], refused: [{ id: 129, message: 'Eggs is sold out.' }] } },
      { body: { changed: [128, 129], refused: [] } },
    ],
  })
  const row = await orderOf(128)
  expect(screen.queryByText('#129')).toBeNull()
  expect(row.getByText('$32.00')).toBeTruthy()
  expect(row.getByText('To pay $5.00')).toBeTruthy()
  expect(row.getByText(/with #129$/)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Pack, order #128' }))
  await expectToast('Order #128 is packed')
  for (const id of [128, 129])
    expect(bodies(requests, `PUT /api/orders/${id}/packed`)).toEqual([{ packed: true }])
  await user.selectOptions(await selectOf(128), 'cancelled')
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel order #128?' }))
  expect(question.getByLabelText<HTMLInputElement>('Also #129, in the same box').checked).toBe(true)
  const cancel = question.getByRole<HTMLButtonElement>('button', { name: 'Cancel order' })
  // It takes clicks once the shop has said whether the box is at the market.
  await waitFor(() => expect(cancel.disabled).toBe(false))
  await user.click(cancel)
  await expectToast('Error updating order status', '#129: Eggs is sold out.')
  await user.click(cancel)
  await expectToast('Order status updated')
  const sent = { ids: [128, 129], status: 'cancelled', goods: 'sellable' }
  expect(bodies(requests, 'POST /api/orders/status')).toEqual([sent, sent])
})

describe('older orders', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...JOS, id: 1000 - index, items: [] }))

  test('stand behind a full answer, asked for from its last order on, and are chosen with the others', async () => {
    const { user } = openOrders({
      [LIST]: { body: many },
      [`${LIST}&before=951`]: { body: [MARTAS] },
    })
    expect(await screen.findByText('The latest 50 orders')).toBeTruthy()
    await user.click(screen.getByText('Show older orders'))
    expect(await screen.findByText('#128')).toBeTruthy()
    expect(screen.getByText('51 orders')).toBeTruthy()
    expect(screen.queryByText('Show older orders')).toBeNull()
    await user.click(screen.getByLabelText('Select all 51 shown'))
    expect(await screen.findByText('51 selected')).toBeTruthy()
  })
})

describe('changing a status', () => {
  const changed = (status: string): Answers => ({
    'PUT /api/orders/128/status': { body: { ...MARTAS, status } },
    [LIST]: [{ body: [MARTAS, JOS] }, { body: [{ ...MARTAS, status }, JOS] }],
  })

  test('any status may be chosen from any other', async () => {
    openOrders()
    const options = within(await selectOf(127)).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value }) => value)).toEqual([...ORDER_STATUSES])
  })

  test('is sent, said, and asked for again with products and figures', async () => {
    const { user, requests } = openOrders(changed('processing'))
    await user.selectOptions(await selectOf(128), 'processing')
    await expectToast('Order status updated')
    expect(bodyOf(requests, 'PUT /api/orders/128/status')).toEqual({ status: 'processing' })
    await waitFor(() => expect(count(requests, LIST)).toBe(2))
    expect(count(requests, 'GET /api/analytics/dashboard')).toBe(2)
    expect((await selectOf(128)).value).toBe('processing')
    expect((await orderOf(128)).getByText('processing', { selector: 'span' })).toBeTruthy()
  })

  test('that is refused says why and falls back to what is stored', async () => {
    const message = 'Only 1 of Dill Pickles, quart is left.'
    const { user } = openOrders({
      'PUT /api/orders/128/status': { status: 409, body: { code: 'sold-out', message } },
    })
    await user.selectOptions(await selectOf(128), 'shipped')
    await expectToast('Error updating order status', message)
    expect((await selectOf(128)).value).toBe('pending')
  })

  test('cancelling asks first: keeping the order sends nothing, a confirmed cancellation is sent', async () => {
    const { user, requests } = openOrders(changed('cancelled'))
    const ask = async () => {
      await user.selectOptions(await selectOf(128), 'cancelled')
      return within(await screen.findByRole('alertdialog', { name: 'Cancel order #128?' }))
    }
    const first = await ask()
    const text = 'Its items go back in stock. It was a test order: no money moves.'
    expect(first.getByText(text)).toBeTruthy()
    await user.click(first.getByRole('button', { name: 'Keep order' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await selectOf(128)).value).toBe('pending')
    expect(count(requests, 'PUT /api/orders/128/status')).toBe(0)
    const cancel = (await ask()).getByRole<HTMLButtonElement>('button', { name: 'Cancel order' })
    await waitFor(() => expect(cancel.disabled).toBe(false))
    await user.click(cancel)
    await expectToast('Order status updated')
    expect(bodies(requests, 'PUT /api/orders/128/status')).toEqual([
      { status: 'cancelled', goods: 'sellable' },
    ])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('cancelling asks once where the goods are, and what is missing is not for sale', async () => {
    const { user, requests } = openOrders(changed('cancelled'))
    await user.selectOptions(await selectOf(128), 'cancelled')
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel order #128?' }))
    await user.click(question.getByRole('radio', { name: /^Gone/ }))
    expect(question.getByText(/^Its items do not go back in stock\./)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Cancel order' }))
    await expectToast('Order status updated')
    expect(bodyOf(requests, 'PUT /api/orders/128/status')).toEqual({
      ...{ status: 'cancelled', goods: 'missing' },
    })
  })

  test('cancelling an order whose box is at the market says so, and its goods are missing unless said otherwise', async () => {
    const phones = [{ label: 'Phone 2', heardAt: '2026-11-21T15:41:00.000Z' }]
    const away = { 'GET /api/orders/at-market?ids=128': { body: [{ id: 128, phones }] } }
    const { user, requests } = openOrders({ ...changed('cancelled'), ...away })
    await user.selectOptions(await selectOf(128), 'cancelled')
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel order #128?' }))
    const alert = await question.findByRole('alert')
    expect(alert.textContent).toMatch(
      /^This box is at the market\. Phone 2 was last heard from on Nov 21, 8:41 AM\. Cancel anyway\?$/,
    )
    await user.click(question.getByRole('button', { name: 'Cancel order' }))
    await expectToast('Order status updated')
    expect(bodyOf(requests, 'PUT /api/orders/128/status')).toEqual({
      ...{ status: 'cancelled', goods: 'missing' },
    })
  })

  test('reopening a cancelled order asks first, and says that nobody pays for it', async () => {
    const refund = { id: 'r1', amount: 27, reason: 'order cancelled', error: null }
    const cancelled: Order = {
      ...{ ...MARTAS, status: 'cancelled', paymentStatus: 'refunded' },
      refunds: [{ ...refund, state: 'succeeded', createdAt: MARTAS.createdAt }],
    }
    const { user, requests } = openOrders({
      [LIST]: { body: [cancelled] },
      'PUT /api/orders/128/status': { body: { ...cancelled, status: 'shipped' } },
    })
    await user.selectOptions(await selectOf(128), 'shipped')
    const title = 'Reopen order #128, unpaid?'
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    const text =
      'Its payment ($27.00) was refunded: hand it out unpaid? Nobody is charged again. Its items are taken from stock again.'
    expect(question.getByText(text)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Leave it canceled' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await selectOf(128)).value).toBe('cancelled')
    expect(count(requests, 'PUT /api/orders/128/status')).toBe(0)
    await user.selectOptions(await selectOf(128), 'shipped')
    await user.click(await screen.findByRole('button', { name: 'Set to shipped unpaid' }))
    await expectToast('Order status updated')
    expect(bodies(requests, 'PUT /api/orders/128/status')).toEqual([{ status: 'shipped' }])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test.each<[what: string, order: Partial<Order>, text: string]>([
    ['is paid', {}, 'Its items go back in stock. The card will be refunded.'],
    [
      'nobody has paid for',
      { paymentStatus: 'refunded' },
      'Its items go back in stock. There is nothing left to refund.',
    ],
    [
      'was sent out before its present status',
      { hasLeft: true },
      'Items already sent out do not go back in stock. The card will be refunded.',
    ],
  ])('cancelling what %s promises no more than it does', (_, order, text) => {
    expect(cancellationText({ ...MARTAS, testMode: false, ...order })).toBe(text)
  })
})
