import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { parseWaysToPay } from '#contract/money/tenders.ts'
import type { CustomerDetail } from '#contract/orders/customers.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import {
  type Answers,
  bodies,
  bodyOf,
  count,
  detailOf,
  EGGS,
  expectToast,
  MARTAS,
  openDesk,
} from '#tests/a-desk.tsx'
import { MARKET, SATURDAY } from '#tests/a-desk-calendar.ts'
import { listDayChoices } from './phone-order-draft.ts'

const CALENDAR: DeskCalendar = {
  ...{ closures: [], pause: null },
  places: [
    MARKET,
    { ...MARKET, id: 2, key: 'delivery', kind: 'delivery', name: 'Delivery', fee: 4, rules: [] },
  ],
  days: [{ ...SATURDAY, capacity: 1, orders: 1 }],
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T18:59:00Z') }))

const DETAIL = detailOf(MARTAS, {
  ...{ testMode: false, paymentMethod: 'other', paymentStatus: 'unpaid' },
  payment: { provider: 'sandbox', reference: null, left: 0 },
  balance: { worth: 27, paid: 0, due: 27, ways: [] },
})

async function openForm(place: Answers[string], more: Answers = {}) {
  const desk = openDesk(
    {
      'GET /api/calendar': { body: CALENDAR },
      'POST /api/desk/orders': place,
      'GET /api/orders/128': { body: DETAIL },
      ...more,
    },
    'orders',
  )
  await desk.user.click(await screen.findByRole('button', { name: 'New order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New order' }))
  await dialog.findByLabelText(/^Name/)
  const save = () => desk.user.click(dialog.getByRole('button', { name: /^Save/ }))
  const sent = () => bodies(desk.requests, 'POST /api/desk/orders')
  const fill = async () => {
    await desk.user.type(dialog.getByLabelText(/^Name/), 'Rosa')
    await desk.user.type(dialog.getByLabelText('What would they like?'), 'egg{Enter}')
    await desk.user.selectOptions(dialog.getByLabelText('Day and place'), '7')
  }
  return { ...desk, dialog, save, sent, fill }
}

const PLACED = { id: 128, receiptUrl: MARTAS.receiptUrl, isMailed: false }

test('an order on the phone says what is missing, keeps what was typed, and is sent as it was seen', async () => {
  const { user, dialog, save, sent, fill } = await openForm({ status: 201, body: PLACED })
  await save()
  expect(dialog.getByText('Please enter a name.')).toBeTruthy()
  expect(dialog.getByText('Please add what is ordered.')).toBeTruthy()
  expect(dialog.getByText('Please choose a day and place.')).toBeTruthy()
  expect(sent()).toEqual([])
  await fill()
  expect(dialog.queryByText('Please enter a name.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: `Increase quantity of ${EGGS.name}` }))
  await user.click(dialog.getByLabelText('Paid: Cash'))
  expect(dialog.getByRole('button', { name: 'Save order · $10.00' })).toBeTruthy()
  await save()
  await expectToast('Order #128 saved', 'No email goes out: its receipt is a link.')
  expect(sent()).toMatchObject([
    {
      ...{ customerName: 'Rosa', marketDayId: 7, total: 10, paidBy: 'Cash' },
      items: [{ productId: 1, quantity: 2, price: '5.00' }],
    },
  ])
})

test('a gift is described as at the checkout, with the recipient’s phone for a delivery', async () => {
  const { user, dialog, save, sent, fill } = await openForm({ status: 201, body: PLACED })
  await fill()
  expect(dialog.queryByLabelText(/^Recipient’s name/)).toBeNull()
  await user.click(dialog.getByLabelText('This is a gift'))
  await user.type(dialog.getByLabelText(/^Recipient’s name/), 'Ruth Gray')
  await user.type(dialog.getByLabelText(/^Message/), 'Get well!')
  await user.click(dialog.getByLabelText('No prices in the box'))
  expect(dialog.queryByLabelText(/^Recipient’s phone/)).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Day and place'), 'Delivery, day to be agreed on')
  await user.type(dialog.getByLabelText(/^Recipient’s phone/), '6055550199')
  await user.selectOptions(dialog.getByLabelText('Day and place'), '7')
  await save()
  await expectToast('Order #128 saved')
  expect(sent()).toMatchObject([
    {
      ...{ isGift: true, giftTo: 'Ruth Gray', giftMessage: 'Get well!' },
      ...{ giftPhone: null, giftPrices: true },
    },
  ])
})

test('a market is offered until it closes, not for the rest of its day', () => {
  const offered = (now: string) => listDayChoices(CALENDAR, new Date(now)).map(([day]) => day)
  expect(offered('2026-11-28T18:59:59.000Z')).toContain('7')
  expect(offered('2026-11-28T19:00:00.000Z')).not.toContain('7')
})

test('a full day is asked about, and the same order goes there once the farmer agrees', async () => {
  const full = { code: 'day-full', message: 'Farmers market is full.', field: 'marketDayId' }
  const { save, sent, fill } = await openForm([
    { status: 409, body: full },
    { status: 201, body: PLACED },
  ])
  await fill()
  await save()
  expect(await screen.findByText(/^That day is full/)).toBeTruthy()
  await save()
  await expectToast('Order #128 saved')
  const [first, second] = sent() as [Record<string, unknown>, Record<string, unknown>]
  expect(first.makesRoom).toBeUndefined()
  expect(second).toEqual({ ...first, makesRoom: true })
})

test('a delivery asks for the address, and costs the zone’s fee or what was agreed', async () => {
  const { user, dialog, save, sent, fill } = await openForm({ status: 201, body: PLACED })
  await fill()
  await user.selectOptions(dialog.getByLabelText('Day and place'), 'without-day')
  expect(dialog.getByRole('button', { name: 'Save order · $9.00' })).toBeTruthy()
  await save()
  expect(dialog.getByText('Please enter your street address.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Street address'), '1 Main St')
  await user.type(dialog.getByLabelText('City'), 'Hot Springs')
  await user.type(dialog.getByLabelText('ZIP code'), '57747')
  await user.type(dialog.getByLabelText(/^Delivery fee/), '2.50')
  await save()
  await expectToast('Order #128 saved')
  expect(sent()).toMatchObject([
    {
      ...{ marketDayId: null, total: 7.5, deliveryFee: '2.50', paidBy: null },
      shippingAddress: { address: '1 Main St', city: 'Hot Springs', zipCode: '57747' },
    },
  ])
})

const KATE: CustomerDetail = {
  ...{ id: 91, name: 'Kate Byrne', email: 'kate@example.com', phone: '(605) 555-0118' },
  ...{ orders: 12, spent: 342.5, owes: 0, nextDay: null, lastDay: '2026-11-14', noShows: 0 },
  ...{ since: '2026-05-09T16:00:00.000Z', note: null, isMerged: false, history: [] },
  usual: [{ productId: EGGS.id, name: EGGS.name, units: 2, orders: 11, of: 12 }],
}

test('who ordered before is found by a few letters, and fills in the rest with what they usually take', async () => {
  const { user, dialog, save, sent } = await openForm(
    { status: 201, body: PLACED },
    {
      'GET /api/customers?text=kat': { body: [KATE] },
      'GET /api/customers/91': { body: KATE },
    },
  )
  await user.type(dialog.getByLabelText(/^Name/), 'kat')
  await user.click(await dialog.findByRole('button', { name: /^Kate Byrne/ }))
  expect(dialog.queryByRole('list', { name: 'Customers found' })).toBeNull()
  await user.click(await dialog.findByRole('button', { name: `2 × ${EGGS.name}` }))
  await user.selectOptions(dialog.getByLabelText('Day and place'), '7')
  await save()
  await expectToast('Order #128 saved')
  expect(sent()).toMatchObject([
    {
      ...{ customerName: 'Kate Byrne', customerPhone: '(605) 555-0118' },
      ...{ customerEmail: 'kate@example.com', total: 10 },
      items: [{ productId: 1, quantity: 2, price: '5.00' }],
    },
  ])
  expect(sent()[0]).not.toHaveProperty('customer')
})

async function openPayment(balance: OrderDetail['balance'], button: string) {
  const taken = { id: 't1', way: 'Cash', amount: 27, note: null, at: '2026-11-20T18:00:00.000Z' }
  const answer = { tender: taken, balance: { worth: 27, paid: 27, due: 0, ways: ['Cash'] } }
  const desk = openDesk(
    {
      'GET /api/orders/128': { body: { ...DETAIL, balance } },
      'POST /api/orders/128/tenders': { status: 201, body: answer },
    },
    'orders/128',
  )
  await desk.user.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: button }))
  const sent = () => desk.requests.find(({ call }) => call.endsWith('/tenders'))?.body
  return { ...desk, dialog, sent }
}

test('a payment names how it is paid, and cash says what to give in change', async () => {
  const { user, dialog, sent, requests } = await openPayment(DETAIL.balance, 'Take a payment')
  await user.click(dialog.getByRole('button', { name: 'Take $27.00' }))
  expect(dialog.getByRole('group', { description: 'How is it paid?' })).toBeTruthy()
  expect(count(requests, 'POST /api/orders/128/tenders')).toBe(0)
  expect(dialog.queryByLabelText(/hands you/)).toBeNull()
  await user.click(dialog.getByLabelText('Cash'))
  await user.type(dialog.getByLabelText(/hands you/), '40')
  expect(dialog.getByText('Change: $13.00')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take $27.00 by Cash' }))
  await expectToast('Payment noted', 'Order #128: Paid by Cash.')
  expect(sent()).toMatchObject({ kind: 'taken', way: 'Cash', amount: '27.00', note: '' })
})

test('what was paid too much is given back by the way it came', async () => {
  const balance = { worth: 20, paid: 27, due: -7, ways: ['Venmo'] }
  const { user, dialog, sent } = await openPayment(balance, 'Give money back')
  await user.click(dialog.getByRole('button', { name: 'Give back $7.00 by Venmo' }))
  await waitFor(() =>
    expect(sent()).toMatchObject({ kind: 'given-back', way: 'Venmo', amount: '7.00' }),
  )
})

test('SNAP above the eligible goods is said, and taken all the same', async () => {
  const balance = { ...DETAIL.balance, worth: 27, paid: 0, due: 27, ways: [], snapDue: 23 }
  const { user, dialog, sent } = await openPayment(balance, 'Take a payment')
  await user.click(dialog.getByLabelText('Check'))
  expect(dialog.queryByText(/SNAP eligible/)).toBeNull()
  await user.click(dialog.getByLabelText('SNAP/EBT'))
  expect(dialog.getByText('$4.00 of this is not SNAP eligible.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take $27.00 by SNAP/EBT' }))
  await waitFor(() => expect(sent()).toMatchObject({ way: 'SNAP/EBT', amount: '27.00' }))
})

test('SNAP is given back to the EBT card; as cash only when asked once more', async () => {
  const balance = { worth: 20, paid: 27, due: -7, ways: ['SNAP/EBT', 'Cash'], ebtPaid: 22 }
  const { user, dialog, sent } = await openPayment(balance, 'Give money back')
  expect(dialog.getByRole('button', { name: 'Give back $7.00 by SNAP/EBT' })).toBeTruthy()
  await user.click(dialog.getByLabelText('Cash'))
  await user.click(dialog.getByRole('button', { name: 'Give back $7.00 by Cash' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^\$2.00 of this was paid with SNAP/)).toBeTruthy()
  expect(sent()).toBeUndefined()
  await user.click(question.getByRole('button', { name: 'Give cash anyway' }))
  await waitFor(() => expect(sent()).toMatchObject({ way: 'Cash', amount: '7.00' }))
})

test('the ways to pay are the farmer’s list, each with a name of its own', async () => {
  const { user, requests } = openDesk(
    {
      'PUT /api/settings/ways_to_pay': { body: { key: 'ways_to_pay', value: '', description: '' } },
    },
    'taking-money',
  )
  await user.click(await screen.findByRole('button', { name: 'Edit Ways to pay' }))
  await user.click(screen.getByRole('button', { name: 'Add a way to pay' }))
  const name = screen.getByLabelText('Name of new way to pay')
  await user.type(name, 'cash')
  const card = within(name.closest('form') ?? document.body)
  await user.click(card.getByRole('button', { name: 'Save' }))
  expect(card.getByText('Please give each way to pay a name of its own.')).toBeTruthy()
  await user.type(screen.getByLabelText('Name of cash'), 'box')
  await user.click(screen.getByLabelText('Counts in the cash box: cashbox'))
  await user.click(card.getByRole('button', { name: 'Save' }))
  await expectToast('Settings Updated')
  const sent = bodyOf(requests, 'PUT /api/settings/ways_to_pay')
  const { value } = sent as { value: string }
  expect(parseWaysToPay(value).at(-1)).toEqual({
    ...{ name: 'cashbox', isCash: true, givesChange: false },
  })
})
