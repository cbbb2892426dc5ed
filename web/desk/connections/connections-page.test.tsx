import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Token } from '#contract/people/tokens.ts'
import { type Answers, expectToast, openDesk } from '#tests/a-desk.tsx'

const BOOKS: Token = {
  ...{ id: 1, name: 'Books', scopes: ['figures:read'], madeAt: '2026-11-01T12:00:00.000Z' },
  ...{ endsAt: null, usedAt: null, usedFrom: null, endedAt: null },
}
const SECRET = `fst_${'ab'.repeat(32)}`

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

const openConnections = (changes: Answers) => openDesk(changes, 'connections')

test('a token is made for what was chosen, and shown this once', async () => {
  const made = { status: 201, body: { ...BOOKS, token: SECRET } }
  const { user, requests } = openConnections({
    'GET /api/admin/tokens': { body: [] },
    'POST /api/admin/tokens': made,
  })
  await user.click(await screen.findByRole('button', { name: 'Make a token' }))
  const form = await dialogOf('Make a token')
  await user.click(form.getByRole('button', { name: 'Make the token' }))
  expect(form.getByText('Please say what it is for.')).toBeTruthy()
  expect(form.getByText('Please choose what it may do.')).toBeTruthy()
  await user.type(form.getByLabelText('What it is for'), 'Books')
  await user.click(form.getByLabelText('Read sales and income'))
  await user.click(form.getByRole('button', { name: 'Make the token' }))
  const shown = await dialogOf('Token for Books')
  expect(shown.getByText(SECRET)).toBeTruthy()
  expect(requests.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ name: 'Books', scopes: ['figures:read'], days: 90 },
  })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/Books|fst_/)
  await user.click(shown.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
})

test('a token is ended by one tap, and then says so', async () => {
  const ended = { ...BOOKS, endedAt: '2026-11-18T18:00:00.000Z' }
  const { user, requests } = openConnections({
    'GET /api/admin/tokens': [{ body: [BOOKS] }, { body: [ended] }],
    'DELETE /api/admin/tokens/1': { status: 204 },
  })
  await user.click(await screen.findByRole('button', { name: 'End the token Books' }))
  await expectToast('The token was ended')
  expect(requests.map(({ call }) => call)).toContain('DELETE /api/admin/tokens/1')
  const list = within(await screen.findByRole('list', { name: 'API tokens' }))
  expect(await list.findByText(/Never used\. Ended/)).toBeTruthy()
  expect(list.queryByRole('button')).toBeNull()
})
