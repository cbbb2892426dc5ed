import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, count, EGGS, expectToast, openDesk, SIGNED_OUT } from '#tests/a-desk.tsx'

test('the gate comes back over a question, and leads back to it', async () => {
  const answers = { 'DELETE /api/products/1': [SIGNED_OUT, { status: 204 }] }
  const { user, requests } = openDesk(answers, 'products')
  await user.click(await screen.findByRole('button', { name: `Delete ${EGGS.name}` }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  const gate = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
  await user.type(gate.getByLabelText('Password'), 'market day{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(count(requests, 'DELETE /api/products/1')).toBe(2))
})

test('a wrong password at the desk is no end of the session', async () => {
  const wrong = { status: 401, body: { code: 'wrong-password', message: 'Incorrect password' } }
  const { client } = openDesk({ 'GET /api/recipes': wrong }, 'products')
  await screen.findByRole('button', { name: `Edit ${EGGS.name}` })
  await client.fetchQuery({ queryKey: ['/api/recipes'] }).catch(() => {})
  expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull()
})

const ASKS_AGAIN = { status: 403, body: { code: 'sign-in-again', message: 'Please sign in.' } }

async function deleteEggs(answers: object[]) {
  const desk = openDesk({ 'DELETE /api/products/1': answers }, 'products')
  await desk.user.click(await screen.findByRole('button', { name: `Delete ${EGGS.name}` }))
  const question = within(await screen.findByRole('alertdialog'))
  await desk.user.click(question.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  return { ...desk, dialog }
}

test('where the shop wants the password again it is asked for, and the call is made once more', async () => {
  const { user, dialog, requests } = await deleteEggs([ASKS_AGAIN, { status: 204 }])
  await user.type(dialog.getByLabelText('Password'), 'market day{Enter}')
  await waitFor(() => expect(count(requests, 'DELETE /api/products/1')).toBe(2))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(bodies(requests, 'POST /api/admin/login')).toEqual([{ password: 'market day' }])
})

test('whoever gives no password is told that nothing was done, and the desk stays open', async () => {
  const { user, dialog, requests } = await deleteEggs([ASKS_AGAIN])
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expectToast('Error deleting product', 'Please sign in.')
  expect(count(requests, 'DELETE /api/products/1')).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})
