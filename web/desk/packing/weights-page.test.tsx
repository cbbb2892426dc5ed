import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { A_QUIET_DAY, bodyOf, openDesk } from '#tests/a-desk.tsx'

const HAM = { productId: 5, name: 'Ham', units: 1 }
const BY_WEIGHT = { unit: 'lb', price: 9, to: 4, paid: 36 }
const ORDER = { day: '2026-11-21', placeName: 'Farmers market', isHandedOver: true }
const UNWEIGHED = {
  ...{ ...ORDER, id: 41, customerName: 'Will Gray', owed: 0, toSendBack: 0 },
  items: [{ ...HAM, byWeight: { ...BY_WEIGHT, weight: null, amount: null, toSendBack: 0 } }],
}
const OWING = {
  ...{ ...ORDER, id: 42, customerName: 'Ada Miller', owed: 18, toSendBack: 13 },
  items: [{ ...HAM, byWeight: { ...BY_WEIGHT, weight: 2, amount: 18, toSendBack: 18 } }],
}
const OPEN = {
  orders: [UNWEIGHED, OWING],
  toGiveBack: [{ id: 43, customerName: 'Cy Stone', amount: 9 }],
}

test('Today leads to what was never weighed and what is to go back, and each is settled there', async () => {
  const weights = {
    toWeigh: [{ name: 'Ham', units: 1 }],
    toSendBack: { orders: 1, amount: 13 },
    toGiveBack: { orders: 1, amount: 9 },
  }
  const { user, requests } = openDesk({
    'GET /api/today': { body: { ...A_QUIET_DAY, weights } },
    'GET /api/weights': { body: OPEN },
    'PUT /api/orders/41/weights': { body: OWING.items[0]?.byWeight },
    'POST /api/weights/refunds': { body: { orders: 1, refunded: 13, forgone: 5, left: [] } },
  })
  const sent = (call: string) => requests.find((one) => one.call === call)?.body
  expect(await screen.findByText('Refunds to send: $13.00')).toBeTruthy()
  expect(screen.getByText('Money to give back: $9.00')).toBeTruthy()
  await user.click(screen.getByText('Weigh 1 Ham'))
  expect(await screen.findByText('Will Gray')).toBeTruthy()
  expect(screen.getByText('Cy Stone')).toBeTruthy()
  await user.click(
    await screen.findByRole('button', { name: 'It weighed the most, Ham, order 41' }),
  )
  await waitFor(() =>
    expect(sent('PUT /api/orders/41/weights')).toEqual({ productId: 5, amount: 36 }),
  )
  await user.click(screen.getByRole('button', { name: 'Refund $13.00 for 1 box' }))
  await waitFor(() =>
    expect(sent('POST /api/weights/refunds')).toEqual({
      orders: [{ id: 42, amount: 18 }],
      tellsBuyers: true,
    }),
  )
})

test('a weight that cannot be meant is asked about, and what was typed stays until it is saved', async () => {
  const { user, requests } = openDesk(
    {
      'GET /api/weights': { body: { orders: [UNWEIGHED], toGiveBack: [] } },
      'PUT /api/orders/41/weights': { body: OWING.items[0]?.byWeight },
    },
    'weights',
  )
  const field = await screen.findByRole('textbox', { name: 'Weight of Ham in lb, order 41' })
  const typed = async (text: string) => {
    await user.clear(field)
    await user.type(field, text)
    await user.click(screen.getByRole('button', { name: 'Save weight' }))
  }
  const drafts = () => Object.values({ ...sessionStorage }).join(' ')
  const sent = () => bodyOf(requests, 'PUT /api/orders/41/weights')
  await typed('much')
  expect(screen.getByText('Please type a weight, such as 3.85.')).toBeTruthy()
  await typed('385')
  expect(screen.getByText('385 lb is far more than usual. Is that right?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'No, I’ll type it again' }))
  await typed('3,85')
  expect(sent()).toBeUndefined()
  expect(drafts()).toContain('"3,85"')
  await user.click(screen.getByRole('button', { name: 'Yes, 3.85 lb' }))
  await waitFor(() => expect(sent()).toEqual({ productId: 5, weight: '3.85', isSure: true }))
  await waitFor(() => expect(drafts()).not.toContain('"3,85"'))
})
