import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { describe, expect, test, vi } from 'vitest'
import { holdMoney } from '../pay.ts'
import { stripeCard } from './stripe-card.ts'

const WORDLESS = { error: { message: 'Something went wrong. Please try again.' } }
const OPEN = { error: { ...WORDLESS.error, isOpen: true } }

const PAYER = {
  customerName: 'Ada Miller',
  customerEmail: 'ada@example.com',
  customerPhone: null,
  shippingAddress: null,
}

type Answers = {
  [Call in 'createPaymentMethod' | 'confirmCardPayment' | 'handleNextAction']: () => Promise<object>
}

function aCard(answers: Partial<Answers>, isThere = true) {
  const element = { update: vi.fn(), focus: vi.fn() } as unknown as StripeCardElement
  const onFault = vi.fn()
  const card = stripeCard(answers as unknown as Stripe, {
    element: () => (isThere ? element : null),
    missing: () => null,
    onFault,
  })
  return { card, element, onFault }
}

describe('a payment method', () => {
  test('is Stripe’s, by its id alone', async () => {
    const { card } = aCard({
      createPaymentMethod: async () => ({ paymentMethod: { id: 'pm_1', card: { last4: '4242' } } }),
    })
    expect(await card.createPaymentMethod(PAYER)).toEqual({ paymentMethod: { id: 'pm_1' } })
  })

  test('carries who pays, and where they live when they said so', async () => {
    const createPaymentMethod = vi.fn(async () => ({ paymentMethod: { id: 'pm_1' } }))
    const { card, element } = aCard({ createPaymentMethod })
    const address = { address: '12 Mill Lane', city: 'Ashland', state: 'OR', zipCode: '97520' }
    await card.createPaymentMethod({
      ...PAYER,
      customerPhone: '555 0100',
      shippingAddress: address,
    })
    await card.createPaymentMethod(PAYER)
    const who = { name: 'Ada Miller', email: 'ada@example.com' }
    const home = { line1: '12 Mill Lane', city: 'Ashland', state: 'OR', country: 'US' }
    expect(createPaymentMethod.mock.calls).toEqual([
      [
        {
          type: 'card',
          card: element,
          billing_details: { ...who, phone: '555 0100', address: home },
        },
      ],
      [{ type: 'card', card: element, billing_details: who }],
    ])
  })

  test('needs the card field', async () => {
    expect(await aCard({}, false).card.createPaymentMethod(PAYER)).toEqual({
      error: { message: 'Card element not found' },
    })
  })

  test('of a card that is not typed to its end leads back to the field', async () => {
    const error = { type: 'validation_error', message: 'Your card number is incomplete.' }
    const { card, element, onFault } = aCard({ createPaymentMethod: async () => ({ error }) })
    expect(await card.createPaymentMethod(PAYER)).toEqual({ error: { message: error.message } })
    expect(onFault).toHaveBeenCalledExactlyOnceWith(error.message)
    expect(element.focus).toHaveBeenCalledOnce()
  })
})

describe.each(['confirmCardPayment', 'handleNextAction'] as const)('%s', (call) => {
  test('answers the state of the payment', async () => {
    const { card } = aCard({
      [call]: async () => ({ paymentIntent: { id: 'pi_1', status: 'requires_capture' } }),
    })
    expect(await card[call]('secret')).toEqual({ paymentIntent: { status: 'requires_capture' } })
  })

  test('answers Stripe’s words for the buyer, and by which code the bank refused', async () => {
    const declined = { type: 'card_error', message: 'Your card was declined.' }
    const answered = (error: object) => aCard({ [call]: async () => ({ error }) }).card[call]('s')
    expect(await answered({ ...declined, code: 'expired_card' })).toEqual({
      error: { message: 'Your card was declined.', code: 'expired_card' },
    })
    const broke = { ...declined, code: 'card_declined', decline_code: 'insufficient_funds' }
    expect(await answered(broke)).toMatchObject({ error: { code: 'insufficient_funds' } })
  })

  test('keeps words for programmers from the buyer, but not that the bank was not convinced', async () => {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: 'It is canceled.',
    }
    expect(await aCard({ [call]: async () => ({ error }) }).card[call]('secret')).toEqual(WORDLESS)
    const unconvinced = {
      ...error,
      code: 'payment_intent_authentication_failure',
      message: 'Not authenticated.',
    }
    expect(
      await aCard({ [call]: async () => ({ error: unconvinced }) }).card[call]('secret'),
    ).toEqual({
      error: { message: 'Not authenticated.', code: unconvinced.code },
    })
  })

  test('leaves open what nobody answered, when Stripe has no words, and when the library throws', async () => {
    const answered = (error: object) => aCard({ [call]: async () => ({ error }) }).card[call]('s')
    expect(await answered({ type: 'api_error' })).toEqual(OPEN)
    const lost = { type: 'api_connection_error', message: 'Cannot connect.' }
    expect(await answered(lost)).toEqual({
      error: { message: 'Cannot connect.', isLost: true, isOpen: true },
    })
    const thrown = { [call]: () => Promise.reject(new Error('IntegrationError: for programmers')) }
    expect(await aCard(thrown).card[call]('secret')).toEqual(OPEN)
  })
})

test('a bank that asks on a page of its own sends the buyer back to the checkout', async () => {
  const confirmCardPayment = vi.fn(async () => ({ paymentIntent: { status: 'requires_capture' } }))
  await aCard({ confirmCardPayment }).card.confirmCardPayment('secret')
  const back = { return_url: new URL('/checkout', window.location.href).href }
  expect(confirmCardPayment.mock.calls).toEqual([['secret', back]])
})

test('without a card entry nothing is asked of anybody', async () => {
  const purchase: Parameters<typeof holdMoney>[1] = JSON.parse('{}')
  expect(await holdMoney(null, purchase)).toEqual({
    error: 'Card element not found',
    isRefused: true,
  })
})
