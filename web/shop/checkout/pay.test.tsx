import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { aCheckout, CONFIRM, EGGS, INTENT, KEY, NO_ANSWER, RECEIPT } from '#tests/a-checkout.tsx'
import { lastOrder } from '#web/shop/cart/last-order-store.ts'

const { answers, calls, fillIn, keptCart, left, pay, payButton, sent, toastShown } = aCheckout()

describe('paying', () => {
  test('goes in the order of the specification, with one snapshot and one key, and ends at home', async () => {
    await fillIn()
    await pay()
    expect(calls()).toEqual([INTENT, CONFIRM, 'orders'])
    const [intent, , order] = sent.map(({ body }) => body)
    expect(intent).toMatchObject({
      amount: 1100,
      payment_method_id: 'pm_card_visa',
      customer_email: 'ada@example.com',
      checkout_key: KEY,
    })
    expect(order).toEqual({ ...(intent?.basket as object), checkout_key: KEY })
    expect(order?.orderData).toMatchObject({
      total: 11,
      paymentStatus: 'completed',
      deliveryMethod: 'pickup',
      pickupLocation: 'farm_store',
      shippingAddress: null,
    })
    expect(order?.items).toEqual([{ productId: 1, quantity: 2, price: 5.5 }])
    expect(left.assign).toHaveBeenCalledExactlyOnceWith('/')
    expect(left.replace).not.toHaveBeenCalled()
    expect(keptCart().items).toEqual([])
    expect(keptCart().checkoutKey).not.toBe(KEY)
    const carried = JSON.parse(sessionStorage.getItem('farmstand:toast') ?? '{}')
    expect(carried.title).toBe('Order Placed Successfully!')
    expect(carried.link).toEqual({ href: RECEIPT, label: 'See your receipt' })
    expect(lastOrder()).toBe(RECEIPT)
    expect(carried.description).toMatch(
      /#7\..*confirmation email follows\. Test order – no money was taken\.$/,
    )
    // No number, date or code of the card.
    expect(JSON.stringify(sent)).not.toMatch(/4242|12 ?\/ ?34|"123"/)
  })

  test('asks again for a total that changed in the second before the click', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(60_000)
    const client = await fillIn()
    await act(async () => client.setQueryData(['/api/products'], [{ ...EGGS, stock: 1 }]))
    clock.mockReturnValue(60_400)
    await pay()
    expect(calls()).toEqual([])
    expect(toastShown()).toMatchObject({ title: 'Your cart has changed' })
    expect(toastShown()?.description).toContain('The total is now $5.50.')
    clock.mockReturnValue(61_500)
    await pay()
    expect(calls()).toEqual([INTENT, CONFIRM, 'orders'])
    expect(sent[0]?.body).toMatchObject({ amount: 550 })
  })

  test('reads a refusal of the intent that has only an error field', async () => {
    answers[`POST /api/${INTENT}`] = [{ status: 400, body: { error: 'Only error field' } }]
    await fillIn()
    await pay()
    expect(toastShown()).toMatchObject({ title: 'Payment Failed', description: 'Only error field' })
  })

  test('confirms nothing where the money is held already', async () => {
    answers[`POST /api/${INTENT}`] = [{ body: { status: 'requires_capture', client_secret: 's' } }]
    await fillIn()
    await pay()
    expect(calls()).toEqual([INTENT, 'orders'])
  })

  test('happens once, however often it is asked for', async () => {
    await fillIn()
    const form = payButton().closest('form')
    await act(async () => {
      form?.requestSubmit()
      form?.requestSubmit()
    })
    await waitFor(() => expect(left.assign).toHaveBeenCalled())
    await pay()
    expect(calls()).toEqual([INTENT, CONFIRM, 'orders'])
    expect(payButton().disabled).toBe(true)
  })

  test.each([
    [
      'Complete authentication',
      'complete',
      [INTENT, CONFIRM, 'payments/sandbox/authenticate', 'orders'],
    ],
    ['Fail authentication', 'fail', [INTENT, CONFIRM, 'payments/sandbox/authenticate']],
  ])('asks the bank where it wants to be asked: %s', async (button, outcome, expected) => {
    answers['POST /api/payments/sandbox/confirm'] = [{ body: { status: 'requires_action' } }]
    const refused = { body: { error: { code: 'x', decline_code: null, message: 'Not you.' } } }
    if (outcome === 'fail') answers['POST /api/payments/sandbox/authenticate'] = [refused]
    await fillIn()
    await pay()
    await userEvent.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(calls()).toEqual(expected))
    expect(sent[2]?.body).toEqual({ client_secret: 'sbx_secret', outcome })
    if (outcome === 'fail')
      expect(toastShown()).toMatchObject({ title: 'Payment Failed', description: 'Not you.' })
  })
})

describe('a lost answer', () => {
  test('of the order is asked for again with the same snapshot, and nothing is paid twice', async () => {
    const [placed] = answers['POST /api/orders'] ?? []
    answers['POST /api/orders'] = [
      NO_ANSWER,
      { status: 503, body: { code: 'not-now', message: 'One moment.' } },
      placed ?? NO_ANSWER,
    ]
    await fillIn()
    await pay()
    expect(toastShown()).toMatchObject({
      title: 'Payment Failed',
      description: 'Something went wrong. Please try again.',
    })
    await pay()
    await pay()
    expect(calls()).toEqual([INTENT, CONFIRM, 'orders', 'orders', 'orders'])
    expect(sent[4]?.body).toEqual(sent[2]?.body)
    expect(left.assign).toHaveBeenCalledWith('/')
  })

  test('of the payment starts again with the same key', async () => {
    const [intent] = answers[`POST /api/${INTENT}`] ?? []
    answers[`POST /api/${INTENT}`] = [NO_ANSWER, intent ?? NO_ANSWER]
    await fillIn()
    await pay()
    await pay()
    expect(calls()).toEqual([INTENT, INTENT, CONFIRM, 'orders'])
    expect(sent[1]?.body.checkout_key).toBe(KEY)
  })
})
