import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { aCheckout, CONFIRM, INTENT, KEY, NO_ANSWER, RECEIPT } from '#tests/a-checkout.tsx'

const { answers, calls, fillIn, left, openFilledCheckout, pay, payButton, set, toastShown } =
  aCheckout()

const PHONE = '(605) 555-0134'
const RESUME = () => `checkouts/${KEY}/resume`
const ORDER = { id: 7, paymentStatus: 'completed', testMode: true, receiptUrl: RECEIPT }

const line = (text: string) => screen.findByText((_, node) => lineOf(node).startsWith(text))
const lineOf = (node: Element | null) =>
  node?.tagName === 'P' ? (node.textContent ?? '').replaceAll(/\s+/g, ' ') : ''
const numberField = () => screen.getByLabelText<HTMLInputElement>('Test card number')
const isMarked = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'
const errorAt = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

function refuse(code: string, decline_code: string | null, message = 'Your card was declined.') {
  const stored = answers[`POST /api/${CONFIRM}`]?.[0] ?? NO_ANSWER
  answers[`POST /api/${CONFIRM}`] = [{ body: { error: { code, decline_code, message } } }, stored]
}

function giveAPhone() {
  answers['GET /api/settings'] = [{ body: [{ key: 'contact_phone', value: PHONE }] }]
}

describe('a refused card', () => {
  test('leaves a line above Pay that outlives the toast, and a red number', async () => {
    giveAPhone()
    refuse('card_declined', 'generic_decline')
    await fillIn()
    await pay()
    expect(toastShown()).toMatchObject({
      title: 'Payment Failed',
      description: 'Your card was declined.',
    })
    const said = await line('Your bank declined this card. Nothing was charged.')
    expect(lineOf(said)).toBe(
      `Your bank declined this card. Nothing was charged. Try another card, or call us: ${PHONE}. Your details are still here.`,
    )
    expect(screen.getByRole('link', { name: PHONE }).getAttribute('href')).toBe('tel:+16055550134')
    expect(
      said.compareDocumentPosition(payButton()) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    expect(said.closest('[aria-live=polite]')).not.toBeNull()
    expect(isMarked(numberField())).toBe(true)
    expect(document.activeElement).toBe(payButton())
  })

  test('says nothing of a phone that the farm has not got', async () => {
    answers['GET /api/settings'] = [{ body: [] }]
    refuse('card_declined', 'generic_decline')
    await fillIn()
    await pay()
    expect(lineOf(await line('Your bank declined'))).toBe(
      'Your bank declined this card. Nothing was charged. Try another card. Your details are still here.',
    )
  })

  /** Pays with a card that is chosen anew and refused. */
  const payRefused = async (code: string, declineCode: string | null) => {
    refuse(code, declineCode, 'Stripe’s words.')
    await userEvent.click(screen.getByRole('button', { name: /^Visa/ }))
    await pay()
  }

  test('marks the field at fault, which has the focus', async () => {
    await fillIn()
    for (const [code, label, said] of [
      ['incorrect_cvc', 'CVC', 'The security code (CVC) doesn’t match this card.'],
      ['expired_card', 'Expires', 'Your bank says this card has expired.'],
      ['incorrect_number', 'Test card number', 'Your bank doesn’t recognize this card number.'],
    ] as const) {
      await payRefused(code, null)
      await line(said)
      const field = screen.getByLabelText(label)
      expect([code, isMarked(field), document.activeElement]).toEqual([code, true, field])
      expect(errorAt(field)).toMatch(/^Check this /)
      expect(document.querySelectorAll('[data-card][aria-invalid]')).toHaveLength(1)
    }
  })

  test('is told in plain words, which give no thief away, and marked where another card may help', async () => {
    await fillIn()
    for (const [code, said, isAtCard] of [
      ['insufficient_funds', 'Your bank says there isn’t enough money on this card.', true],
      ['lost_card', 'Your bank declined this card.', true],
      ['try_again_later', 'Your bank couldn’t take the payment just now.', false],
      ['some_new_code', 'Your bank declined this card.', true],
      ['processing_error', 'Your bank couldn’t take the payment just now.', false],
      [
        'payment_intent_authentication_failure',
        'Your bank couldn’t confirm that it was you',
        false,
      ],
    ] as const) {
      await payRefused('card_declined', code)
      expect(lineOf(await line(said))).not.toMatch(/lost|stolen|_/i)
      expect([code, isMarked(numberField())]).toEqual([code, isAtCard])
    }
  })

  test('is forgotten once something about the card is changed, or Pay is pressed again', async () => {
    const isSaid = () => screen.queryByText(/Nothing was charged/) !== null
    for (const change of [
      () => userEvent.type(screen.getByLabelText('CVC'), '{Backspace}'),
      () => userEvent.click(screen.getByRole('button', { name: /^Mastercard/ })),
    ]) {
      refuse('card_declined', 'generic_decline')
      if (!screen.queryByLabelText('Full name')) await fillIn()
      await userEvent.click(screen.getByRole('button', { name: /^Visa/ }))
      await pay()
      await waitFor(() => expect(isSaid()).toBe(true))
      set('Full name', 'Ada Buyer Jr.')
      expect(isSaid()).toBe(true)
      await change()
      expect([isSaid(), isMarked(numberField())]).toEqual([false, false])
    }
    refuse('card_declined', 'generic_decline')
    await pay()
    await waitFor(() => expect(isSaid()).toBe(true))
    await pay()
    expect(isSaid()).toBe(false)
    expect(left.assign).toHaveBeenCalledWith('/')
  })

  test('keeps saying why a number was wiped, when Pay is pressed without one', async () => {
    await fillIn()
    await userEvent.clear(numberField())
    await userEvent.type(numberField(), '4242424242424241')
    expect(errorAt(numberField())).toContain('Use a test card')
    await userEvent.clear(screen.getByLabelText('CVC'))
    await pay()
    expect(errorAt(numberField())).toContain('Use a test card')
    expect(calls()).toEqual([])
  })
})

describe('without a connection', () => {
  test('it is certain that nothing was charged before the bank was asked, and it is said', async () => {
    giveAPhone()
    answers[`POST /api/${INTENT}`] = [NO_ANSWER]
    await fillIn()
    await pay()
    expect(toastShown()?.description).toBe('Something went wrong. Please try again.')
    expect(lineOf(await line('No connection.'))).toBe(
      `No connection. Nothing was charged. Pay again when you’re back online, or call us: ${PHONE}. Your details are still here.`,
    )
    expect(payButton().textContent).toBe('Pay $11.00 (test)')
  })

  test('nothing is promised once the bank was asked: it is found out, and the order is shown', async () => {
    answers[`POST /api/${CONFIRM}`] = [NO_ANSWER]
    answers[`POST /api/${RESUME()}`] = [NO_ANSWER, NO_ANSWER, { body: ORDER }]
    await fillIn()
    await pay()
    await line('No connection. We’re checking whether your payment went through.')
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
    expect(screen.getByLabelText('Full name').closest('fieldset')?.disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(left.assign).not.toHaveBeenCalled()
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(left.assign).toHaveBeenCalledWith('/')
    expect(calls()).toEqual([INTENT, CONFIRM, RESUME(), RESUME(), RESUME()])
  })

  test('and it is said that nothing was charged once the shop knows, and no word is left of it', async () => {
    answers[`POST /api/${CONFIRM}`] = [NO_ANSWER]
    answers[`POST /api/${RESUME()}`] = [{ body: null }]
    await fillIn()
    await pay()
    await line('We got no answer from your bank. Nothing was charged. Please pay again')
    expect(payButton().textContent).toBe('Pay $11.00 (test)')
    cleanup()
    await openFilledCheckout()
    expect(screen.queryByText(/last payment/)).toBeNull()
  })

  test('a page that is loaded again meanwhile says so, and locks nothing', async () => {
    answers[`POST /api/${CONFIRM}`] = [NO_ANSWER]
    answers[`POST /api/${RESUME()}`] = [NO_ANSWER]
    await fillIn()
    await pay()
    await line('No connection. We’re checking whether your payment went through.')
    cleanup()
    await openFilledCheckout()
    await line('We don’t know yet whether your last payment went through. You can pay again')
    expect(payButton().textContent).toBe('Pay $11.00 (test)')
    answers[`POST /api/${CONFIRM}`] = [{ body: { status: 'requires_capture' } }]
    await userEvent.click(await screen.findByRole('button', { name: /^Visa/ }))
    await pay()
    expect(left.assign).toHaveBeenCalledWith('/')
    expect(calls()).toEqual([INTENT, CONFIRM, RESUME(), INTENT, CONFIRM, 'orders'])
  })

  test('it goes on asking by itself', async () => {
    answers[`POST /api/${CONFIRM}`] = [{ status: 502, body: 'Bad Gateway' }]
    answers[`POST /api/${RESUME()}`] = [NO_ANSWER, { status: 503, body: { message: 'Wait.' } }]
    answers[`POST /api/${RESUME()}`]?.push({ body: ORDER })
    await fillIn()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    try {
      await pay()
      await act(() => vi.advanceTimersByTimeAsync(5000))
      expect(left.assign).not.toHaveBeenCalled()
      await act(() => vi.advanceTimersByTimeAsync(5000))
      expect(left.assign).toHaveBeenCalledWith('/')
    } finally {
      vi.useRealTimers()
    }
  })
})
