import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCalendar, aCheckout, CONFIRM, INTENT, KEY, RECEIPT } from '#tests/a-checkout.tsx'

const { answers, calls, fillInWho, keptCart, left, sent, toastShown } = aCheckout()

const CONFIG = { provider: 'sandbox', livemode: false, publishableKey: null }
const AT_PICKUP = { max: 60, needsLink: true, ways: ['Cash', 'SNAP/EBT'] }
const SENT =
  'We sent a link to a…a@example.com. Open it by 3:40 PM and press the button to place your order.'

function set({ live = false, atPickup = AT_PICKUP as object | null, pays = true } = {}) {
  const config = live ? { provider: 'stripe', livemode: true, publishableKey: 'pk_live_x' } : CONFIG
  answers['GET /api/payments/config'] = [{ body: { ...config, atPickup } }]
  const { places, ...calendar } = aCalendar()
  const paying = places.map((place) => ({ ...place, ...(pays && { paysAtPickup: true }) }))
  answers['GET /api/market-days'] = [{ body: { ...calendar, places: paying } }]
}

/** Until it is known how one may pay. */
async function fillIn() {
  await fillInWho()
  const isKnown = () => document.querySelector('[data-card], [name=wayToPay]') !== null
  await waitFor(() => expect(isKnown()).toBe(true))
}

const ways = () =>
  screen.queryAllByRole<HTMLInputElement>('radio').filter(({ name }) => name === 'wayToPay')
const order = () => userEvent.click(screen.getByRole('button', { name: 'Order, pay at pickup' }))

beforeEach(() => set())

describe('the choice', () => {
  test('in a sandbox begins with At pickup, and the test card stays behind it', async () => {
    await fillIn()
    expect(ways().map(({ value, checked }) => [value, checked])).toEqual([
      ['at_pickup', true],
      ['stripe', false],
    ])
    expect(screen.queryByText(/No money is taken here/)).toBeNull()
    expect(screen.getByText(/By Cash and SNAP\/EBT/)).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: /Test card/ }))
    expect(screen.getByText(/No money is taken here/)).toBeDefined()
    expect(await screen.findByRole('button', { name: /^Visa/ })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /^Visa/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Pay / }))
    expect(calls()).toEqual([INTENT, CONFIRM, 'orders'])
  })

  test('with real cards begins with the card', async () => {
    set({ live: true })
    await fillIn()
    expect(ways().map(({ value, checked }) => [value, checked])).toEqual([
      ['stripe', true],
      ['at_pickup', false],
    ])
  })

  test.each([
    ['nobody may', { atPickup: null }],
    ['the place does not take it', { pays: false }],
  ])('is not there where %s', async (_, options) => {
    set(options)
    await fillIn()
    expect(ways()).toEqual([])
    expect(screen.getByRole('button', { name: /^Pay / })).toBeDefined()
  })

  test('names the largest order above it', async () => {
    set({ atPickup: { ...AT_PICKUP, max: 5 } })
    await fillIn()
    expect(ways().map(({ value, disabled }) => [value, disabled])).toEqual([
      ['at_pickup', true],
      ['stripe', false],
    ])
    expect(screen.getByText('For orders up to $5.00')).toBeDefined()
  })
})

describe('ordering', () => {
  beforeEach(() => {
    answers['POST /api/orders'] = [
      { status: 409, body: { code: 'confirm-email', message: SENT } },
      { status: 409, body: { code: 'confirm-email', message: SENT } },
    ]
  })
  afterEach(() => vi.useRealTimers())

  test('sends the basket and no card, says where the link went, and keeps the cart', async () => {
    await fillIn()
    await order()
    expect(calls()).toEqual(['orders'])
    expect(sent[0]?.body).toMatchObject({
      checkout_key: KEY,
      orderData: { paymentMethod: 'at_pickup', paymentStatus: 'unpaid', total: 11 },
    })
    expect(screen.getByRole('heading', { name: 'Check your email' })).toBe(document.activeElement)
    expect(screen.getByText(SENT, { exact: false })).toBeDefined()
    expect(keptCart().items).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Change the address' }))
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect(email).toBe(document.activeElement)
    expect(email.value).toBe('ada@example.com')
    // Test cards pay for nothing, so nobody is pointed to them.
    expect(screen.queryByRole('button', { name: 'Pay by card instead' })).toBeNull()
  })

  test('with real cards may still be paid by card, with the same cart', async () => {
    set({ live: true })
    await fillIn()
    await userEvent.click(screen.getByRole('radio', { name: /At pickup/ }))
    await order()
    await userEvent.click(screen.getByRole('button', { name: 'Pay by card instead' }))
    expect(ways().find(({ checked }) => checked)?.value).toBe('stripe')
    expect(keptCart()).toMatchObject({ checkoutKey: KEY, items: [expect.anything()] })
  })

  test('goes home once the link was opened, and clears the cart by the order alone', async () => {
    await fillIn()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await order()
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(left.assign).not.toHaveBeenCalled()
    expect(keptCart().items).toHaveLength(1)
    const placed = { id: 7, paymentStatus: 'unpaid', testMode: false, receiptUrl: RECEIPT }
    answers[`GET /api/checkouts/${KEY}`] = [{ body: placed }]
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(left.assign).toHaveBeenCalledExactlyOnceWith('/')
    expect(keptCart().items).toEqual([])
    const carried = JSON.parse(sessionStorage.getItem('farmstand:toast') ?? '{}')
    expect(carried.title).toBe('Order Placed Successfully!')
    expect(carried.description).not.toContain('Test order')
  })

  test('where no link is needed, goes home at once', async () => {
    set({ atPickup: { ...AT_PICKUP, needsLink: false } })
    const placed = { id: 7, paymentStatus: 'unpaid', testMode: false, receiptUrl: RECEIPT }
    answers['POST /api/orders'] = [{ status: 201, body: placed }]
    await fillIn()
    await order()
    expect(left.assign).toHaveBeenCalledExactlyOnceWith('/')
  })

  test('a refusal stays on the form, in its own words', async () => {
    const message = 'No more orders to pay at pickup are taken for Saturday, November 28.'
    answers['POST /api/orders'] = [
      { status: 400, body: { code: 'invalid', message, field: 'orderData.paymentMethod' } },
    ]
    await fillIn()
    await order()
    expect(toastShown()).toMatchObject({
      title: 'Your order didn’t go through',
      description: message,
    })
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
  })
})
