import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aCheckout, CONFIRM, INTENT, KEY, NO_ANSWER, RECEIPT } from '#tests/a-checkout.tsx'

const {
  answers,
  calls,
  fillIn,
  keepCart,
  keptCart,
  left,
  openCheckout,
  openFilledCheckout,
  pay,
  payButton,
  sent,
  set,
  toastShown,
} = aCheckout()

describe('a refusal', () => {
  const refuse = (call: string, status: number, body: object) => {
    answers[`POST /api/${call}`] = [{ status, body }]
  }

  test("is shown in the shop's words, and what was typed is kept", async () => {
    refuse(INTENT, 402, { code: 'payment-declined', message: 'Your card was declined.' })
    await fillIn()
    await pay()
    expect(toastShown()).toMatchObject({
      title: 'Payment Failed',
      description: 'Your card was declined.',
      variant: 'destructive',
    })
    expect(screen.getByText('Your card was declined.', { selector: 'strong' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
    expect(payButton().disabled).toBe(false)
    expect(keptCart().items).toHaveLength(1)
  })

  test('goes with the next try, and so does not lie over the bank’s question', async () => {
    const refusal = { status: 402, body: { code: 'payment-declined', message: 'Declined.' } }
    answers[`POST /api/${CONFIRM}`] = [refusal, { body: { status: 'requires_action' } }]
    await fillIn()
    await pay()
    expect(toastShown()).toMatchObject({ description: 'Declined.', open: true })
    await pay()
    await screen.findByRole('dialog')
    expect(toastShown()?.open).toBe(false)
  })

  test('that speaks of a field stands there, with the focus', async () => {
    refuse(INTENT, 400, {
      code: 'invalid',
      message: 'That domain takes no mail.',
      field: 'orderData.customerEmail',
    })
    await fillIn()
    await pay()
    expect(screen.getByText('That domain takes no mail.', { selector: 'p' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  })

  test('of the order means starting again from the card', async () => {
    refuse('orders', 409, { code: 'sold-out', message: 'Only 1 left of Eggs.' })
    await fillIn()
    await pay()
    expect(toastShown()?.description).toBe('Only 1 left of Eggs.')
    expect(screen.getByText('Only 1 left of Eggs. Nothing was charged.')).toBeTruthy()
    await pay()
    expect(calls()).toEqual([INTENT, CONFIRM, 'orders', INTENT, CONFIRM, 'orders'])
  })

  test('because the cart has its order already renews the key, and keeps what was typed', async () => {
    refuse(INTENT, 409, {
      code: 'order-exists',
      message: 'Order #7 was already placed from this cart.',
    })
    await fillIn()
    await pay()
    expect(toastShown()?.description).toBe('Order #7 was already placed from this cart.')
    expect(keptCart().checkoutKey).not.toBe(KEY)
    expect(keptCart().items).toHaveLength(1)
    set('Full name', 'Ada Buyer Jr.')
    const stored = JSON.parse(sessionStorage.getItem('farmstand:checkout') ?? '')
    expect(stored).toMatchObject({
      checkoutKey: keptCart().checkoutKey,
      fields: { customerName: 'Ada Buyer Jr.', customerEmail: 'ada@example.com' },
    })
  })
})

describe('the checkout', () => {
  test('leads home when the cart is empty', async () => {
    keepCart(0)
    await openCheckout()
    await waitFor(() => expect(left.replace).toHaveBeenCalledWith('/'))
  })

  test('shows an order as placed whose answer was lost before the page was loaded', async () => {
    answers[`GET /api/checkouts/${KEY}`] = [
      { body: { id: 12, paymentStatus: 'completed', testMode: true, receiptUrl: RECEIPT } },
    ]
    await openCheckout()
    await waitFor(() => expect(left.assign).toHaveBeenCalledWith('/'))
    expect(sessionStorage.getItem('farmstand:toast')).toContain('#12')
    expect(keptCart()).toMatchObject({ items: [] })
    expect(keptCart().checkoutKey).not.toBe(KEY)
  })

  test('says that the card library is missing when nobody knows who takes the cards', async () => {
    answers['GET /api/payments/config'] = [NO_ANSWER]
    await openFilledCheckout()
    await pay()
    expect(toastShown()).toMatchObject({
      title: 'Payment Error',
      description: 'Stripe has not loaded yet. Please try again.',
    })
    expect(sent).toEqual([])
  })

  test('asks again who takes the cards, and keeps what was typed', async () => {
    const known = answers['GET /api/payments/config']?.[0] ?? NO_ANSWER
    answers['GET /api/payments/config'] = [NO_ANSWER, known]
    await openFilledCheckout()
    set('Full name', 'Ada Buyer')
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Test card number')
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
  })

  test('asks for the address of a delivery, in SD unless told otherwise, and adds the fee', async () => {
    keepCart(4)
    await fillIn()
    await userEvent.click(screen.getByRole('radio', { name: /Delivery/ }))
    await pay()
    for (const sentence of [
      'Please enter your street address.',
      'Please enter your city.',
      'Please enter your ZIP code.',
    ]) {
      expect(screen.getByText(sentence)).toBeTruthy()
    }
    set('Street address', '1 River Road')
    set('City', 'Hot Springs')
    await userEvent.type(screen.getByLabelText('ZIP code'), '57747')
    await pay()
    expect(sent[0]?.body.amount).toBe(2700)
    expect(sent[2]?.body.orderData).toMatchObject({
      deliveryMethod: 'shipping',
      pickupLocation: null,
      shippingAddress: {
        address: '1 River Road',
        city: 'Hot Springs',
        state: 'SD',
        zipCode: '57747',
      },
    })
  })

  test('says that it is a test, and refuses a number that is no test card', async () => {
    await openFilledCheckout()
    expect(screen.getByRole('note').textContent).toContain('Test mode.')
    expect(payButton().textContent).toBe('Pay $11.00 (test)')
    const number = await screen.findByLabelText<HTMLInputElement>('Test card number')
    await userEvent.type(number, '41')
    expect(number.value).toBe('')
    expect(screen.getByText(/Don’t type a real card\.$/)).toBeTruthy()
    expect([number.name, number.autocomplete]).toEqual(['', 'off'])
  })
})
