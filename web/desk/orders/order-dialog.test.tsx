import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { type Answers, BROKEN, errorAt, expectToast, MARTAS, openDesk } from '#tests/a-desk.tsx'

const nothing = { from: null, to: null, amount: null, reason: null }

const DETAIL: OrderDetail = {
  ...MARTAS,
  payment: { provider: 'sandbox', reference: 'sbx_pi_7', left: 27 },
  revision: 3,
  isErased: false,
  changes: [],
  tenders: [],
  history: [
    { ...nothing, at: '2026-11-19T04:05:00.000Z', by: 'buyer', kind: 'placed', to: 'pending' },
    {
      ...nothing,
      at: '2026-11-19T18:00:00.000Z',
      by: 'desk',
      kind: 'status',
      from: 'pending',
      to: 'processing',
    },
  ],
}
const FAILED = {
  id: 'r1',
  amount: 5,
  reason: 'One was cracked',
  state: 'failed' as const,
  error: 'Too little money.',
  createdAt: '2026-11-20T18:00:00.000Z',
}
const GIVEN = { ...FAILED, state: 'succeeded', error: null }
const GIVE = 'POST /api/orders/128/refunds'

function openOrder(detail: Partial<OrderDetail> = {}, more: Answers = {}) {
  return openDesk(
    { 'GET /api/orders/128': { body: { ...DETAIL, ...detail } }, ...more },
    'orders/128',
  )
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Order #128' }))

describe('an order in full', () => {
  test('is opened from its number, has its own address, and gives the focus back', async () => {
    const { user } = openDesk({ 'GET /api/orders/128': { body: DETAIL } }, 'orders')
    const link = await screen.findByRole('link', { name: '#128' })
    link.focus()
    window.location.hash = link.getAttribute('href') ?? ''
    const order = await dialog()
    expect(await order.findByText('Marta Lindqvist')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.hash).toBe('#orders')
    expect(document.activeElement).toBe(link)
  })

  test('tells who, what, where to, the money with its number at the provider, and what happened', async () => {
    openOrder()
    const order = await dialog()
    expect((await order.findByRole('link', { name: '(605) 555-0177' })).getAttribute('href')).toBe(
      'tel:6055550177',
    )
    expect(order.getByRole('link', { name: 'marta@example.com' }).getAttribute('href')).toBe(
      'mailto:marta@example.com',
    )
    expect(order.getByText('No cracked eggs, please.', { exact: false })).toBeTruthy()
    expect(order.getByText('Saturday, Nov 21, 9am to noon')).toBeTruthy()
    expect(order.getByText('sbx_pi_7')).toBeTruthy()
    expect(order.getByText('TEST')).toBeTruthy()
    expect(order.getByText('Marta Lindqvist placed the order.')).toBeTruthy()
    expect(order.getByText('The desk changed it from pending to processing.')).toBeTruthy()
    expect(order.getByText('Nov 19, 11:00 AM')).toBeTruthy()
    expect(order.getByRole('link', { name: /^Receipt/ }).getAttribute('href')).toBe(
      MARTAS.receiptUrl,
    )
  })

  test('that was taken back to the bank says when, and is marked in the table', async () => {
    const disputedAt = '2026-11-20T18:00:00.000Z'
    openOrder({ disputedAt }, { 'GET /api/orders?limit=50': { body: [{ ...MARTAS, disputedAt }] } })
    const order = await dialog()
    expect(
      await order.findByText(
        /^The customer disputed this charge with their bank on November 20, 2026\./,
      ),
    ).toBeTruthy()
    expect(screen.getByText('Disputed')).toBeTruthy()
  })

  test('that cannot be loaded says why, and can be asked again', async () => {
    const { user } = openDesk({ 'GET /api/orders/128': [BROKEN, { body: DETAIL }] }, 'orders/128')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await (await dialog()).findByText('sbx_pi_7')).toBeTruthy()
  })

  test('shows a refund that failed with its reason, and asks for it once more', async () => {
    const { user, requests: requested } = openOrder(
      { refunds: [FAILED] },
      { 'POST /api/refunds/r1/retry': { body: GIVEN } },
    )
    const order = await dialog()
    expect(await order.findByText('Too little money.')).toBeTruthy()
    await user.click(order.getByRole('button', { name: 'Retry' }))
    await expectToast('Refunded', '$5.00 of this order.')
    expect(requested.some(({ call }) => call === 'POST /api/refunds/r1/retry')).toBe(true)
  })

  test('whose money is all back, or was never taken, offers none', async () => {
    openOrder({ payment: { ...DETAIL.payment, left: 0 } })
    await (await dialog()).findByText('sbx_pi_7')
    expect(screen.queryByRole('button', { name: 'Issue refund' })).toBeNull()
  })
})

describe('giving money back', () => {
  async function openForm(more: Answers = {}, detail: Partial<OrderDetail> = {}) {
    const its = openOrder(detail, { [GIVE]: { status: 201, body: GIVEN }, ...more })
    await its.user.click(await screen.findByRole('button', { name: 'Issue refund' }))
    await screen.findByRole('dialog', { name: 'Issue refund' })
    const sent = () => its.requests.filter(({ call }) => call === GIVE).map(({ body }) => body)
    return { ...its, sent, amount: screen.getByLabelText<HTMLInputElement>('Amount in $') }
  }

  test('begins with all that is left, and says that this does not cancel and that the customer reads why', async () => {
    const { amount } = await openForm()
    expect(amount.value).toBe('27.00')
    expect(screen.getByText(/refunding everything does not cancel it/)).toBeTruthy()
    expect(
      screen.getByText('The customer will read this word for word in the refund email.'),
    ).toBeTruthy()
  })

  test('by goods makes the amount, and asks of each whether it can still be sold or is missing', async () => {
    const { user, amount, sent } = await openForm()
    await user.type(screen.getByLabelText(/^How many of Farm Fresh Eggs/), '1')
    expect(amount.value).toBe('5.00')
    await user.type(screen.getByLabelText(/^How many of Dill Pickles/), '2')
    expect(amount.value).toBe('22.00')
    await user.type(screen.getByLabelText('Reason'), 'Squashed')
    await user.click(screen.getByRole('button', { name: 'Refund $22.00' }))
    expect(
      screen.getByText('Please say whether Farm Fresh Eggs, dozen can still be sold.'),
    ).toBeTruthy()
    expect(sent()).toEqual([])
    const where = (name: RegExp) => within(screen.getByRole('group', { name }))
    await user.click(where(/Farm Fresh Eggs/).getByRole('radio', { name: /^Missing/ }))
    await user.click(where(/Dill Pickles/).getByRole('radio', { name: /^Can still be sold/ }))
    await user.click(screen.getByRole('button', { name: 'Refund $22.00' }))
    await expectToast('Refunded', '$5.00 of this order.')
    expect(sent()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        amount: '22.00',
        reason: 'Squashed',
        restock: [{ productId: 2, quantity: 2 }],
        missing: [{ productId: 1, quantity: 1 }],
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Issue refund' })).toBeNull())
  })

  test.each([
    ['', 'Please enter an amount in dollars with at most two decimals.'],
    ['1.005', 'Please enter an amount in dollars with at most two decimals.'],
    ['0', 'Please enter at least $0.01.'],
    ['27.01', 'Only $27.00 of this order is left to refund.'],
  ])('of %s is refused at the field, and nothing typed is lost', async (typed, sentence) => {
    const { user, amount, sent } = await openForm()
    await user.clear(amount)
    if (typed) await user.type(amount, typed)
    await user.click(screen.getByRole('button', { name: /^Refund/ }))
    expect(errorAt(amount)).toBe(sentence)
    expect(errorAt(screen.getByLabelText('Reason'))).toBe('Please give a reason.')
    expect([amount.value, document.activeElement, sent()]).toEqual([typed, amount, []])
  })

  test('of more goods than there are is refused', async () => {
    const { user, sent } = await openForm(
      {},
      { items: [{ ...DETAIL.items[0], returned: 1, standing: 1 } as OrderDetail['items'][0]] },
    )
    await user.type(screen.getByLabelText(/^How many of/), '2')
    await user.type(screen.getByLabelText('Reason'), 'Squashed')
    await user.click(screen.getByRole('button', { name: /^Refund/ }))
    expect(screen.getByText('At most 1 of Farm Fresh Eggs, dozen can be refunded.')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  test('of a cancelled order speaks of no goods: none are out', async () => {
    await openForm({}, { status: 'cancelled' })
    expect(screen.queryByLabelText(/^How many of/)).toBeNull()
  })

  test('that the shop refuses says why, keeps what was typed, and is the same refund when it is sent again', async () => {
    const message = 'Only $3.00 of this order is left to refund.'
    const refused = { status: 409, body: { code: 'refund-impossible', message, field: 'amount' } }
    const { user, amount, sent } = await openForm({
      [GIVE]: [refused, 'no connection', { status: 201, body: GIVEN }],
    })
    await user.type(screen.getByLabelText('Reason'), 'Squashed')
    for (const title of ['Refund error', 'Refund error', 'Refunded']) {
      await user.click(screen.getByRole('button', { name: 'Refund $27.00' }))
      await expectToast(title)
      if (sent().length === 1) expect(errorAt(amount)).toBe(message)
    }
    const [first, second, third] = sent() as { id: string }[]
    expect([second?.id, third?.id]).toEqual([first?.id, first?.id])
  })

  test('that the provider refuses is told as failed', async () => {
    const { user } = await openForm({ [GIVE]: { status: 201, body: FAILED } })
    await user.type(screen.getByLabelText('Reason'), 'Squashed')
    await user.click(screen.getByRole('button', { name: 'Refund $27.00' }))
    await expectToast('Refund failed', 'Too little money.')
  })
})

describe('erasing the customer of an order', () => {
  const ERASE = 'DELETE /api/orders/128/person'

  test('asks first, says in words why it cannot be done yet, and then does it', async () => {
    const message = 'This order’s market day is not over yet.'
    const erased = {
      ...DETAIL,
      customerName: 'Erased customer',
      customerEmail: '',
      customerPhone: null,
      isErased: true,
    }
    const refused = { status: 409, body: { code: 'person-needed', message } }
    const { user, requests: requested } = openOrder(
      {},
      {
        [ERASE]: [refused, { body: erased }],
        'GET /api/orders/128': [{ body: DETAIL }, { body: erased }],
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Erase this customer' }))
    expect(requested.some(({ call }) => call === ERASE)).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Erase permanently' }))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }))
    const order = await dialog()
    expect(await order.findByText('Erased customer')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Erase this customer' })).toBeNull()
    expect(order.queryByRole('link', { name: /@/ })).toBeNull()
  })

  test('leaves no link to nobody, neither in the order nor in the list', async () => {
    const erased = {
      ...DETAIL,
      customerName: 'Erased customer',
      customerEmail: '',
      customerPhone: null,
      isErased: true,
    }
    openOrder(erased, { 'GET /api/orders?limit=50': { body: [{ ...MARTAS, ...erased }] } })
    expect(await (await dialog()).findByText('Erased customer')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('Erased customer').length).toBeGreaterThan(1))
    expect(document.querySelector('a[href="mailto:"]')).toBeNull()
  })
})
