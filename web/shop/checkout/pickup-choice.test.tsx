import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCalendar, aCheckout, INTENT } from '#tests/a-checkout.tsx'

const { answers, fillIn, keepCart, openFilledCheckout, pay, sent } = aCheckout()

const DAYS = 'GET /api/market-days'
const orderData = () => (sent[0]?.body.basket as { orderData: object } | undefined)?.orderData

test('the day that was shown is the day that is ordered for', async () => {
  await fillIn()
  const legend = 'Where would you like to pick it up on Saturday, Nov 28?'
  expect(screen.getByRole('group', { name: legend })).toBeTruthy()
  expect(screen.getByText('Saturday 2pm to 5pm · order through Friday')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Who picks it up\?/), 'Grandpa')
  await userEvent.click(screen.getByRole('checkbox', { name: 'It is a gift' }))
  await pay()
  expect(orderData()).toMatchObject({
    pickupLocation: 'farm_store',
    day: '2026-11-28',
    pickupName: 'Grandpa',
    isGift: true,
  })
})

test('without the market days the places can be chosen, and no day is named', async () => {
  answers[DAYS] = [{ status: 503, body: {} }]
  await fillIn()
  await pay()
  expect(orderData()).toMatchObject({ pickupLocation: 'farm_store' })
  expect(orderData()).not.toHaveProperty('day')
})

test('one place on one day is no choice', async () => {
  const { places, days, pause } = aCalendar()
  answers[DAYS] = [{ body: { places, days: days.slice(1), pause } }]
  await openFilledCheckout()
  const name = 'You pick it up on Saturday, Nov 28'
  expect(await screen.findByRole('group', { name })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /Farm store/ })).toBeNull()
})

test('a day that filled up is said at the choice, keeps what was typed and makes room for the next', async () => {
  const message = 'Farm store takes no more orders. The next day with room is Saturday, December 5.'
  answers[`POST /api/${INTENT}`] = [
    { status: 409, body: { code: 'day-full', message, field: 'orderData.day' } },
  ]
  const next = { day: '2026-12-05', opensAt: '2026-12-05T21:00:00.000Z' }
  answers[DAYS] = [{ body: aCalendar() }, { body: aCalendar(next) }]
  await fillIn()
  await pay()
  expect(await screen.findByRole('radio', { name: /Farm store · Saturday, Dec 5/ })).toBeTruthy()
  expect(screen.getByText(message, { selector: 'p' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
})

test('a full day and a closed one say so and cannot be chosen; a pause speaks in the farmer’s words', async () => {
  const closed = { state: 'closed', message: 'Snow: no market.' } as const
  answers[DAYS] = [{ body: { ...aCalendar(closed), pause: 'Back on Monday.' } }]
  await openFilledCheckout()
  const store = await screen.findByRole<HTMLInputElement>('radio', { name: /Snow: no market/ })
  expect(store.disabled).toBe(true)
  expect(screen.getByText('Back on Monday.')).toBeTruthy()
})

test('where we do not deliver, the ZIP code says so, with one tap to pickup', async () => {
  const message = 'We deliver to 57747. Please choose pickup.'
  const field = 'orderData.shippingAddress.zipCode'
  answers[`POST /api/${INTENT}`] = [
    { status: 409, body: { code: 'delivery-not-here', message, field } },
  ]
  keepCart(4)
  await fillIn()
  await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
  expect(
    screen.getByText('We will call or write to agree on the day of your delivery.'),
  ).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Street address'), '1 Main Street')
  await userEvent.type(screen.getByLabelText('City'), 'Anchorage')
  await userEvent.type(screen.getByLabelText('ZIP code'), '99501')
  await pay()
  expect(document.activeElement).toBe(screen.getByLabelText('ZIP code'))
  await userEvent.click(screen.getByRole('button', { name: 'Pick it up instead' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Pickup/ }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('ZIP code').value).toBe('99501')
})
