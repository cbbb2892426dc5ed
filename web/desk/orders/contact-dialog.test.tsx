import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { type Answers, detailOf, MARTAS, openDesk } from '#tests/a-desk.tsx'

const DETAIL = detailOf(MARTAS)

async function openContact(answers: Answers[string], detail: Partial<OrderDetail> = {}) {
  const desk = openDesk(
    {
      'GET /api/orders/128': { body: { ...DETAIL, ...detail } },
      'PUT /api/orders/128/contact': answers,
    },
    'orders/128',
  )
  await desk.user.click(await screen.findByRole('button', { name: 'More about this order' }))
  await desk.user.click(await screen.findByRole('button', { name: 'Edit contact info' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Contact of order #128' }))
  const sent = () => desk.requests.filter(({ call }) => call.endsWith('/contact'))
  return { ...desk, dialog, sent }
}

test('what was corrected is sent alone, with the revision it was seen at', async () => {
  const { user, dialog, sent } = await openContact({ body: { ...DETAIL, revision: 4 } })
  const email = dialog.getByLabelText('Email')
  await user.clear(email)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Please enter an email address.')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.type(email, 'marta@right.example')
  expect(dialog.getByText('The confirmation is sent to this address.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Contact/ })).toBeNull())
  expect(sent().at(-1)?.body).toEqual({ email: 'marta@right.example', revision: 3 })
})

test('a contact that is refused stays typed', async () => {
  const message = 'Order #128 was just changed. Please look at it.'
  const { user, dialog } = await openContact({
    status: 409,
    body: { code: 'changed-meanwhile', message },
  })
  await user.type(dialog.getByLabelText(/^Phone/), '9')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  expect(dialog.getByLabelText<HTMLInputElement>(/^Phone/).value.endsWith('9')).toBe(true)
})

test('an erased customer has no contact to correct', async () => {
  const erased = { ...DETAIL, isErased: true }
  const { user } = openDesk({ 'GET /api/orders/128': { body: erased } }, 'orders/128')
  await user.click(await screen.findByRole('button', { name: 'More about this order' }))
  expect(await screen.findByRole('button', { name: 'Issue refund' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit contact info' })).toBeNull()
})
