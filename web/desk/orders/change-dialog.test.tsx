import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import type { ChangeOutcome } from '#contract/orders/order-changes.ts'
import { type Answers, detailOf, MARTAS, openDesk } from '#tests/a-desk.tsx'
import { MARKET as FARMERS, SATURDAY } from '#tests/a-desk-calendar.ts'

const DETAIL = detailOf(MARTAS)

const OUTCOME: ChangeOutcome = {
  ...{ lines: [], deliveryFee: 0, refunded: 10, forgone: 0, isChanged: false },
  ...{ revision: 3, most: null, canNotifyBuyer: true },
}

const HONEY = {
  ...{ id: 9, name: 'Honey', description: '', category: 'Seasonings & Mixes', price: 9 },
  ...{ stock: 5, imageUrl: null },
}

async function openChange(
  answers: Answers[string],
  detail: Partial<OrderDetail> = {},
  more: Answers = {},
) {
  const desk = openDesk(
    {
      'GET /api/orders/128': { body: { ...DETAIL, ...detail } },
      'GET /api/products': { body: [HONEY] },
      'POST /api/orders/128/changes': answers,
      ...more,
    },
    'orders/128',
  )
  await desk.user.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change order #128' }))
  const sent = () => desk.requests.filter(({ call }) => call.endsWith('/changes'))
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
  await user.click(
    dialog.getByRole('button', { name: 'Decrease quantity of Farm Fresh Eggs, dozen' }),
  )
  expect(
    (await dialog.findByText('$5.00', { selector: 'strong' })).parentElement?.textContent,
  ).toBe('$5.00 goes back to the card')
  await user.click(
    dialog.getByRole('button', { name: 'Decrease quantity of Farm Fresh Eggs, dozen' }),
  )
  await user.click(dialog.getByRole('radio', { name: /^Gone/ }))
  expect(await dialog.findByText('$17.00')).toBeTruthy()
  await user.type(dialog.getByLabelText(/^Why/), 'Frost')
  await user.click(dialog.getByRole('button', { name: 'Save the change' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change/ })).toBeNull())
  expect(sent().at(-1)?.body).toEqual({
    id: expect.any(String),
    lines: [{ productId: 1, units: -2, goods: 'missing' }],
    ...{ reason: 'Frost', notifiesBuyer: true, revision: 3 },
  })
})

test('something else comes in at a price of the farmer’s', async () => {
  const { user, dialog, sent } = await openChange({ body: OUTCOME })
  await user.click(dialog.getByRole('button', { name: 'Decrease quantity of Dill Pickles, quart' }))
  await user.type(dialog.getByLabelText('Replace with…'), 'hon')
  await user.click(dialog.getByRole('button', { name: /^Honey/ }))
  const price = dialog.getByLabelText(/^Honey, price each/)
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
  await user.click(dialog.getByRole('button', { name: 'Decrease quantity of Dill Pickles, quart' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save the change' }).disabled).toBe(
    true,
  )
})

test.each([
  ['marta@example.com', /^Emails aren’t going out yet\. Please call/],
  ['', /^No email can be sent\. Please call/],
])('where no email goes to “%s”, the desk says why', async (customerEmail, words) => {
  const { user, dialog } = await openChange(
    { body: { ...OUTCOME, canNotifyBuyer: false } },
    { customerEmail },
  )
  await user.click(dialog.getByRole('button', { name: 'Decrease quantity of Dill Pickles, quart' }))
  expect(await dialog.findByText(words)).toBeTruthy()
})

test('an order that left the farm, or was cancelled, offers no change', async () => {
  openDesk({ 'GET /api/orders/128': { body: { ...DETAIL, hasLeft: true } } }, 'orders/128')
  expect(await screen.findByRole('button', { name: 'More about this order' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Increase quantity/ })).toBeNull()
})

const day = (id: number, placeId: number, state = 'open') => ({
  ...{ ...SATURDAY, id, placeId, day: '2026-12-05', capacity: 1, orders: 1, state },
  opensAt: '2026-12-05T16:00:00.000Z',
  closesAt: '2026-12-05T19:00:00.000Z',
  orderUntil: '2026-12-04T07:00:00.000Z',
})
const CALENDAR = {
  places: [FARMERS, { ...FARMERS, id: 3, key: 'delivery', kind: 'delivery', name: 'Delivery' }],
  ...{ closures: [], pause: null },
  days: [day(3, 1), day(7, 1), day(8, 3), day(9, 1, 'closed')],
}

const MARKET = {
  ...{ id: 3, day: '2026-11-28', opens: '09:00', closes: '12:00' },
  ...{ placeKey: 'farmers_market', placeName: 'Farmers market' },
}

const OVER = { name: 'Bagels', units: 22, most: 20 }

test('the day and place are changed here too: what a full day means is said before', async () => {
  const { user, dialog, sent, requests } = await openChange(
    [
      { body: { ...OUTCOME, refunded: 0, most: 2, overLimits: [OVER] } },
      { body: { ...OUTCOME, isChanged: true } },
    ],
    { deliveryMethod: 'pickup', marketDay: MARKET },
    { 'GET /api/calendar': { body: CALENDAR } },
  )
  const choice = dialog.getByLabelText('Day and place')
  await waitFor(() => expect(within(choice).getAllByRole('option')).toHaveLength(2))
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Sat, Nov 28 · Farmers market, 9am to noon',
    'Sat, Dec 5 · Farmers market, 9am to noon',
  ])
  await user.selectOptions(choice, '7')
  expect(await dialog.findByText(/With this order it has 2 boxes/)).toBeTruthy()
  expect(
    dialog.getByText(/^Bagels: with this order that day has 22, more than the 20/),
  ).toBeTruthy()
  expect(dialog.getByText(/may cancel by the link/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save the change' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change/ })).toBeNull())
  expect(sent().at(-1)?.body).toMatchObject({ lines: [], moveTo: 7, revision: 3 })
  expect(requests.filter(({ call }) => call === 'GET /api/calendar').length).toBeGreaterThan(0)
})
