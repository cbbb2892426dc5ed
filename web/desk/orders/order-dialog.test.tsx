import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import {
  type Answers,
  BROKEN,
  bodies,
  detailOf,
  EGGS,
  errorAt,
  expectToast,
  MARTAS,
  openDesk,
} from '#tests/a-desk.tsx'

const nothing = { from: null, to: null, amount: null, reason: null }

const DETAIL = detailOf(MARTAS, {
  payment: { provider: 'sandbox', reference: 'sbx_pi_7', left: 27 },
  history: [
    { ...nothing, at: '2026-11-19T04:05:00.000Z', by: 'buyer', kind: 'placed', to: 'pending' },
    {
      ...{ ...nothing, at: '2026-11-19T18:00:00.000Z', by: 'desk', kind: 'status' },
      ...{ from: 'pending', to: 'processing' },
    },
  ],
})
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
    const { user } = openOrder()
    const order = await dialog()
    const hrefOf = async (name: string) =>
      (await order.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf('Call (605) 555-0177')).toBe('tel:+16055550177')
    expect(await hrefOf('Text (605) 555-0177')).toBe('sms:+16055550177')
    expect(await hrefOf('Email marta@example.com')).toBe('mailto:marta@example.com')
    expect(order.getByText('(605) 555-0177 · marta@example.com')).toBeTruthy()
    expect(order.getByText('No cracked eggs, please.', { exact: false })).toBeTruthy()
    expect(order.getByText('Saturday, Nov 21, 9am to noon')).toBeTruthy()
    expect(order.getByText('sbx_pi_7')).toBeTruthy()
    expect(order.getByText('TEST')).toBeTruthy()
    expect(order.getByText('Marta Lindqvist placed the order.')).toBeTruthy()
    expect(order.getByText('The desk changed it from pending to processing.')).toBeTruthy()
    expect(order.getByText('Nov 19, 11:00 AM')).toBeTruthy()
    await user.click(order.getByRole('button', { name: 'More about this order' }))
    const more = within(await screen.findByRole('dialog', { name: 'More about order #128' }))
    expect(more.getByRole('link', { name: /^Receipt/ }).getAttribute('href')).toBe(
      MARTAS.receiptUrl,
    )
  })

  test('multiplies a price in cents, so 3 at $1.10 are $3.30 and not an error', async () => {
    const [item] = DETAIL.items
    openOrder({ items: item ? [{ ...item, price: 1.1, quantity: 3, standing: 3 }] : [] })
    expect(await (await dialog()).findByText('$1.10 each, $3.30')).toBeTruthy()
  })

  test('has one main action, what comes next, and erases nobody by the way', async () => {
    openOrder({ testMode: false })
    const order = await dialog()
    expect(await order.findByRole('button', { name: 'Pack, order #128' })).toBeTruthy()
    for (const name of ['Erase this customer', 'Issue refund', 'Edit contact info'])
      expect(order.queryByRole('button', { name })).toBeNull()
  })

  test('tells its buyer that it is ready, after a question over what is more about it', async () => {
    const answer = { people: 1, untold: 1, queued: 0, toldAt: null, toCall: [], unpacked: [] }
    const READY = 'POST /api/orders/128/ready'
    const { user, requests } = openOrder({}, { [READY]: { body: answer } })
    const order = await dialog()
    await user.click(await order.findByRole('button', { name: 'More about this order' }))
    await user.click(await screen.findByRole('button', { name: 'Tell 1 person it’s ready' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Tell 1 person?' }))
    await user.click(question.getByRole('button', { name: 'Tell them' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodies(requests, READY)).toContainEqual({ again: false })
    expect(screen.getByRole('dialog', { name: 'More about order #128' })).toBeTruthy()
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
    const { user, requests } = openOrder(
      { refunds: [FAILED] },
      { 'POST /api/refunds/r1/retry': { body: GIVEN } },
    )
    const order = await dialog()
    expect(await order.findByText('Too little money.')).toBeTruthy()
    await user.click(order.getByRole('button', { name: 'Retry' }))
    await expectToast('Refunded', '$5.00 of this order.')
    expect(requests.some(({ call }) => call === 'POST /api/refunds/r1/retry')).toBe(true)
  })

  test('whose money is all back, or was never taken, offers none', async () => {
    const { user } = openOrder({ payment: { ...DETAIL.payment, left: 0 } })
    await (await dialog()).findByText('sbx_pi_7')
    await user.click(screen.getByRole('button', { name: 'More about this order' }))
    await screen.findByRole('link', { name: /^Receipt/ })
    expect(screen.queryByRole('button', { name: 'Issue refund' })).toBeNull()
  })
})

describe('giving money back', () => {
  async function openForm(more: Answers = {}, detail: Partial<OrderDetail> = {}) {
    const its = openOrder(detail, { [GIVE]: { status: 201, body: GIVEN }, ...more })
    await its.user.click(await screen.findByRole('button', { name: 'More about this order' }))
    await its.user.click(await screen.findByRole('button', { name: 'Issue refund' }))
    await screen.findByRole('dialog', { name: 'Issue refund' })
    const sent = () => bodies(its.requests, GIVE)
    return { ...its, sent, amount: screen.getByLabelText<HTMLInputElement>('Amount in $') }
  }

  test('begins empty, and says what is left, that this does not cancel and that the customer reads why', async () => {
    const { amount } = await openForm()
    expect(amount.value).toBe('')
    expect(screen.getByText('$27.00 is left to refund.')).toBeTruthy()
    expect(screen.getByText(/refunding everything does not cancel it/)).toBeTruthy()
    expect(
      screen.getByText('The customer will read this word for word in the refund email.'),
    ).toBeTruthy()
  })

  test('names a sum on its button only where one can go back', async () => {
    const { user, amount } = await openForm()
    await user.type(amount, '-5')
    expect(screen.getByRole('button', { name: 'Refund' })).toBeTruthy()
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
    await user.click(where(/Farm Fresh Eggs/).getByRole('radio', { name: /^Gone/ }))
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

  test('of no amount, of a part of a cent, of nothing or of more than is left is refused at the field, and nothing typed is lost', async () => {
    const { user, amount, sent } = await openForm()
    for (const [typed, sentence] of [
      ['', 'Please enter an amount in dollars with at most two decimals.'],
      ['1.005', 'Please enter an amount in dollars with at most two decimals.'],
      ['0', 'Please enter at least $0.01.'],
      ['27.01', 'Only $27.00 of this order is left to refund.'],
    ] as const) {
      await user.clear(amount)
      if (typed) await user.type(amount, typed)
      await user.click(screen.getByRole('button', { name: /^Refund/ }))
      expect(errorAt(amount)).toBe(sentence)
      expect(errorAt(screen.getByLabelText('Reason'))).toBe('Please give a reason.')
      expect([amount.value, document.activeElement, sent()]).toEqual([typed, amount, []])
    }
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
    await user.type(amount, '27')
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
    const { user, amount } = await openForm({ [GIVE]: { status: 201, body: FAILED } })
    await user.type(amount, '27')
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
    const { user, requests } = openOrder(
      {},
      {
        [ERASE]: [refused, { body: erased }],
        'GET /api/orders/128': [{ body: DETAIL }, { body: erased }],
      },
    )
    await user.click(await screen.findByRole('button', { name: 'More about this order' }))
    await user.click(await screen.findByRole('button', { name: 'Erase this customer' }))
    expect(requests.some(({ call }) => call === ERASE)).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Erase permanently' }))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await user.click(screen.getByRole('button', { name: 'Erase permanently' }))
    const order = await dialog()
    expect(await order.findByText('Erased customer')).toBeTruthy()
    await user.click(order.getByRole('button', { name: 'More about this order' }))
    await screen.findByRole('link', { name: /^Receipt/ })
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

describe('more of an order, or less', () => {
  const ADD = 'POST /api/desk/orders'
  const PLACED = { id: 129, receiptUrl: MARTAS.receiptUrl, isMailed: true }
  const HONEY = {
    ...{ id: 9, name: 'Honey', description: '', category: 'Seasonings & Mixes', price: 9 },
    ...{ stock: 5, imageUrl: null },
  }
  const more = (name: string) => ({ name: `Increase quantity of ${name}` })

  async function openItems(answers: Answers = {}) {
    const its = openOrder(
      {},
      {
        'GET /api/products': { body: [EGGS, HONEY] },
        [ADD]: { status: 201, body: PLACED },
        ...answers,
      },
    )
    const order = await dialog()
    await waitFor(() =>
      expect(order.getByRole<HTMLButtonElement>('button', more(EGGS.name)).disabled).toBe(false),
    )
    const sent = () => bodies(its.requests, ADD)
    return { ...its, order, sent }
  }

  test('is added with its box and paid at pickup, in one tap once it is counted', async () => {
    const { user, order, sent } = await openItems()
    await user.click(order.getByRole('button', more(EGGS.name)))
    await user.type(order.getByLabelText('Add another product'), 'hon{Enter}')
    await user.click(order.getByRole('button', more('Honey')))
    await user.click(order.getByRole('button', { name: 'Add · $23.00, pay at pickup' }))
    await expectToast('Added to order #128', '$23.00, pay at pickup: order #129, in the same box.')
    expect(sent()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        ...{ addTo: 128, customerName: 'Marta Lindqvist', total: 23, paidBy: null },
        marketDayId: DETAIL.marketDay?.id ?? null,
        items: [
          { productId: 1, quantity: 1, price: 5 },
          { productId: 9, quantity: 2, price: 9 },
        ],
      },
    ])
    expect(await order.findByRole('button', { name: 'Pack, order #128' })).toBeTruthy()
  })

  test('that the shop refuses stays typed, is the same when it is sent again, and can be undone', async () => {
    const message = 'Only 0 left of Farm Fresh Eggs, dozen.'
    const { user, order, sent } = await openItems({
      [ADD]: { status: 409, body: { code: 'sold-out', message } },
    })
    await user.click(order.getByRole('button', more(EGGS.name)))
    for (const times of [1, 2]) {
      await user.click(order.getByRole('button', { name: 'Add · $5.00, pay at pickup' }))
      await waitFor(() => expect(sent()).toHaveLength(times))
      expect((await order.findByRole('alert')).textContent).toBe(message)
    }
    const [first, second] = sent() as { id: string }[]
    expect(second).toEqual(first)
    await user.click(order.getByRole('button', { name: 'Undo' }))
    expect(order.getByRole('button', { name: 'Pack, order #128' })).toBeTruthy()
  })

  test('less opens the change with one less already, which says what goes back', async () => {
    const { user, order, requests } = await openItems({
      'POST /api/orders/128/changes': {
        body: {
          ...{ lines: [], deliveryFee: 0, refunded: 5, forgone: 0, isChanged: false },
          ...{ revision: 3, most: null, canNotifyBuyer: true },
        },
      },
    })
    await user.click(order.getByRole('button', { name: `Decrease quantity of ${EGGS.name}` }))
    const change = within(await screen.findByRole('dialog', { name: 'Change order #128' }))
    expect(await change.findByText('$5.00', { selector: 'strong' })).toBeTruthy()
    const asked = requests.find(({ call }) => call.endsWith('/changes'))?.body
    expect(asked).toMatchObject({ lines: [{ productId: 1, units: -1, goods: 'sellable' }] })
  })

  test('what was added stands with it, and one sum is due', async () => {
    const added: OrderDetail = {
      ...DETAIL,
      ...{ id: 129, total: 5, packedWith: [128], paymentMethod: 'other' as const },
      ...{ paymentStatus: 'unpaid' as const },
      items: DETAIL.items.slice(0, 1).map((item) => ({ ...item, quantity: 1, standing: 1 })),
      balance: { worth: 5, paid: 0, due: 5, ways: [] },
    }
    openOrder({ packedWith: [129] }, { 'GET /api/orders/129': { body: added } })
    const box = within(await screen.findByRole('region', { name: 'In the same box' }))
    expect(box.getByRole('link', { name: '#129' })).toBeTruthy()
    expect(box.getByText('1 × Farm Fresh Eggs, dozen')).toBeTruthy()
    expect(box.getByText('To pay at pickup, all together').parentElement?.textContent).toContain(
      '$5.00',
    )
  })
})
