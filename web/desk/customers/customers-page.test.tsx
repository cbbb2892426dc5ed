import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CustomerDetail } from '#contract/orders/customers.ts'
import { type Answers, bodyOf, expectToast, MARTAS, openDesk } from '#tests/a-desk.tsx'

const KATE: CustomerDetail = {
  ...{ id: 128, name: 'Kate Byrne', email: '', phone: '(605) 555-0118', orders: 12, spent: 342.5 },
  ...{ owes: 18, nextDay: '2026-11-28', lastDay: '2026-11-14', noShows: 1 },
  ...{ since: '2026-05-09T16:00:00.000Z', note: null, isMerged: true, history: [MARTAS] },
  usual: [{ productId: 1, name: 'Farm Fresh Eggs, dozen', units: 2, orders: 11, of: 12 }],
}
const TOM = { ...KATE, id: 90, name: 'Tom Byrne', email: 'tom@example.com', owes: 0 }

function openCustomers(hash: string, more: Answers = {}) {
  return openDesk(
    {
      'GET /api/customers?text=': { body: [KATE, TOM] },
      'GET /api/customers': { body: [KATE, TOM] },
      'GET /api/customers/128': { body: KATE },
      ...more,
    },
    hash,
  )
}

test('customers are listed with what tells them apart, and found by a few letters', async () => {
  const { user } = openCustomers('customers', { 'GET /api/customers?text=tom': { body: [TOM] } })
  const kate = await screen.findByRole('link', { name: /Kate Byrne/ })
  expect(kate.textContent).toContain('12 orders · next Sat, Nov 28 · 1 no-show · no email')
  expect(kate.textContent).toContain('owes $18.00')
  await user.type(screen.getByLabelText('Name, phone or email'), 'tom')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Kate Byrne/ })).toBeNull())
  expect(await screen.findByRole('link', { name: /Tom Byrne/ })).toBeTruthy()
})

test('one of them has figures, habits, orders and a note, which is saved', async () => {
  const { user, requests } = openCustomers('customers/128', {
    'PUT /api/customers/128/note': { body: { ...KATE, note: 'Small eggs' } },
  })
  const kate = within(await screen.findByRole('region', { name: 'Kate Byrne' }))
  for (const text of ['$342.50', '$18.00', '2 × Farm Fresh Eggs, dozen', 'in 11 of 12 orders'])
    expect(kate.getByText(text)).toBeTruthy()
  expect(kate.getByText(/^No email: call or text/)).toBeTruthy()
  expect(kate.getByRole('link', { name: /^Text / }).getAttribute('href')).toBe('sms:+16055550118')
  expect(kate.getByRole('link', { name: /^#128/ }).getAttribute('href')).toBe('#orders/128')
  await user.click(kate.getByRole('button', { name: 'Add a private note' }))
  await user.type(kate.getByLabelText(/^Private note/), 'Small eggs')
  await user.click(kate.getByRole('button', { name: 'Save' }))
  await expectToast('Note saved')
  expect(bodyOf(requests, 'PUT /api/customers/128/note')).toEqual({
    ...{ note: 'Small eggs', base: { note: null } },
  })
})

test('two who are one person are merged, and one is erased after a question', async () => {
  const kept = [{ id: 128, message: 'This order’s market day is not over yet.' }]
  const { user, requests } = openCustomers('customers/128', {
    'POST /api/customers/128/merge': { body: { ...KATE, orders: 14 } },
    'DELETE /api/customers/128': { body: { erased: [7], kept } },
  })
  await user.click(await screen.findByRole('button', { name: /^Merge with another/ }))
  const merge = within(await screen.findByRole('dialog', { name: 'Merge customers' }))
  expect(merge.queryByRole('button', { name: /^Kate Byrne/ })).toBeNull()
  await user.click(await merge.findByRole('button', { name: /^Tom Byrne/ }))
  await expectToast('Merged', 'Kate Byrne has 14 orders.')
  expect(requests.find(({ call }) => call.endsWith('/merge'))?.body).toEqual({ with: 90 })
  await user.click(await screen.findByRole('button', { name: 'Split up' }))
  await expectToast('Split')
  expect(requests.findLast(({ call }) => call.endsWith('/merge'))?.body).toEqual({ with: null })
  await user.click(await screen.findByRole('button', { name: /^Erase this customer/ }))
  await user.click(await screen.findByRole('button', { name: 'Erase permanently' }))
  await expectToast('Erased from 1 order', '#128: This order’s market day is not over yet.')
})

test('customers of a file are looked at first, then listed, and erased one by one', async () => {
  const ADDED = { row: 2, who: 'Amy Reed', outcome: 'added', message: null }
  const REFUSED = { row: 3, who: 'Ben', outcome: 'refused', message: 'The name is missing.' }
  const seen = { applied: false, plan: 'p1', rows: [ADDED, REFUSED] }
  const amy = { ...KATE, id: null, name: 'Amy Reed', email: 'amy@example.com', orders: 0, owes: 0 }
  const { user, requests } = openCustomers('customers', {
    'GET /api/customers?text=': [{ body: [KATE] }, { body: [KATE, amy] }],
    'GET /api/customers': [{ body: [KATE] }, { body: [KATE, amy] }],
    'POST /api/customers/import': [{ body: seen }, { body: { ...seen, applied: true } }],
    'DELETE /api/customers?email=amy%40example.com&phone=%28605%29+555-0118': {
      status: 204,
      body: undefined,
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const csv = 'Name,Email\nAmy Reed,amy@example.com\n'
  await user.upload(await screen.findByLabelText('Choose CSV file'), new File([csv], 'c.csv'))
  expect((await screen.findByText(/^1 new,/)).textContent).toBe('1 new, 0 already here, 1 refused')
  expect(screen.getByText('The name is missing.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Import 1 row' }))
  await expectToast('Customers imported', '1 added.')
  expect(requests.findLast(({ call }) => call.endsWith('/import'))?.body).toEqual({
    ...{ csv, plan: 'p1', apply: true, skipRefused: true },
  })
  expect(await screen.findByText(/amy@example.com · no orders yet/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Erase Amy Reed' }))
  await user.click(await screen.findByRole('button', { name: 'Erase permanently' }))
  await expectToast('Customer erased')
})
