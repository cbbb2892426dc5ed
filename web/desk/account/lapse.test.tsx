import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { count, EGGS, gateOverForm, openDesk, SIGNED_OUT } from '#tests/a-desk.tsx'

test('the gate comes back over a question, and leads back to it', async () => {
  const { user, requests: requested } = openDesk({
    'DELETE /api/products/1': [SIGNED_OUT, { status: 204 }],
  })
  await user.click(await screen.findByRole('button', { name: `Delete ${EGGS.name}` }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  const gate = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
  await user.type(gate.getByLabelText('Password'), 'market day{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(count(requested, 'DELETE /api/products/1')).toBe(2))
})

test('whatever is asked or saved while nobody is signed in brings the gate, what was typed stays, and signing in asks again', async () => {
  const {
    user,
    client,
    requests: requested,
  } = openDesk({ 'GET /api/recipes': [SIGNED_OUT, { body: [] }] })
  await user.click(await screen.findByRole('button', { name: `Edit ${EGGS.name}` }))
  await user.type(await screen.findByLabelText('Name'), '!')
  await client.fetchQuery({ queryKey: ['/api/recipes'] }).catch(() => {})
  const gate = await gateOverForm()
  await user.type(gate.getByLabelText('Password'), 'market day{Enter}')
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull(),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(`${EGGS.name}!`)
  await waitFor(() => expect(count(requested, 'GET /api/recipes')).toBe(2))
})

test('a wrong password at the desk is no end of the session', async () => {
  const wrong = { status: 401, body: { code: 'wrong-password', message: 'Incorrect password' } }
  const { client } = openDesk({ 'GET /api/recipes': wrong })
  await screen.findByRole('button', { name: `Edit ${EGGS.name}` })
  await client.fetchQuery({ queryKey: ['/api/recipes'] }).catch(() => {})
  expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull()
})
