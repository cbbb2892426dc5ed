import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderDetail } from '#contract/desk-orders.ts'
import type { ChangeOutcome } from '#contract/order-changes.ts'
import { type Answers, MARTAS, openDesk } from '#tests/a-desk.tsx'

const DETAIL: OrderDetail = {
  ...MARTAS,
  payment: { provider: 'sandbox', reference: null, left: 27 },
  revision: 3,
  isErased: false,
  changes: [],
  tenders: [],
  history: [],
}

const OUTCOME: ChangeOutcome = {
  ...{ lines: [], deliveryFee: 0, refunded: 10, forgone: 0, isChanged: false },
  ...{ revision: 3, most: null, canTellBuyer: true },
}

const HONEY = {
  ...{ id: 9, name: 'Honey', description: '', category: 'Seasonings & Mixes', price: 9 },
  ...{ stock: 5, imageUrl: null },
}

async function openChange(answers: Answers[string], detail: Partial<OrderDetail> = {}) {
  const desk = openDesk(
    {
      'GET /api/orders/128': { body: { ...DETAIL, ...detail } },
      'GET /api/products': { body: [HONEY] },
      'POST /api/orders/128/changes': answers,
    },
    'orders/128',
  )
  await desk.user.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change order #128' }))
  const sent = () => desk.asked.filter(({ call }) => call.endsWith('/changes'))
  return { ...desk, dialog, sent }
}

test('what goes back is said before it is done, and the same change is sent with the revision', async () => {
  const { user, dialog, sent } = await openChange([
    { body: { ...OUTCOME, refunded: 5 } },
    { body: OUTCOME },
    { body: OUTCOME },
    { body: { ...OUTCOME, isChanged: true, revision: 4 } },
  ])
  expect(dialog.getByText('Nothing is changed yet.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'One less Farm Fresh Eggs, dozen' }))
  expect((await dialog.findByText('$5.00')).parentElement?.textContent).toBe(
    '$5.00 goes back to the card',
  )
  await user.click(dialog.getByRole('button', { name: 'One less Farm Fresh Eggs, dozen' }))
  await user.click(dialog.getByRole('radio', { name: /^Missing/ }))
  expect(await dialog.findByText('new total $17.00')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Why/), 'Frost')
  await user.click(dialog.getByRole('button', { name: 'Save the change' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change/ })).toBeNull())
  expect(sent().at(-1)?.body).toEqual({
    id: expect.any(String),
    lines: [{ productId: 1, units: -2, goods: 'missing' }],
    ...{ reason: 'Frost', tellsBuyer: true, revision: 3 },
  })
})

test('something else comes in at a price of the farmer’s', async () => {
  const { user, dialog, sent } = await openChange({ body: OUTCOME })
  await user.click(dialog.getByRole('button', { name: 'One less Dill Pickles, quart' }))
  await user.selectOptions(dialog.getByLabelText('Swap in something else'), '9')
  const price = dialog.getByLabelText(/^Honey, price for one/)
  await user.clear(price)
  expect(dialog.getByText('Please enter an amount such as 4.50.')).toBeTruthy()
  await user.type(price, '8.50')
  await waitFor(() =>
    expect(sent().at(-1)?.body).toMatchObject({
      lines: [
        { productId: 2, units: -1, goods: 'sellable' },
        { productId: 9, units: 1, price: '8.50' },
      ],
    }),
  )
})

test('a change that is refused stays typed, and the shop’s sentence stands above the button', async () => {
  const message = 'That would cost $2.00 more, which the card was not charged for.'
  const { user, dialog } = await openChange({
    status: 409,
    body: { code: 'change-impossible', message },
  })
  await user.click(dialog.getByRole('button', { name: 'One less Dill Pickles, quart' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save the change' }).disabled).toBe(
    true,
  )
})

test('an order that left the farm, or was cancelled, offers no change', async () => {
  openDesk({ 'GET /api/orders/128': { body: { ...DETAIL, hasLeft: true } } }, 'orders/128')
  expect(await screen.findByRole('button', { name: 'Issue refund' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})
