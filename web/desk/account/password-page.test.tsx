import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  type Answers,
  bodies,
  bodyOf,
  count,
  errorAt,
  expectToast,
  openDesk,
} from '#tests/a-desk.tsx'

const CHANGE = 'POST /api/admin/password'

async function openPassword(changes: Answers = {}) {
  const desk = openDesk(
    { 'GET /api/admin/password': { body: { isFixed: false } }, ...changes },
    'password',
  )
  const current = await screen.findByLabelText<HTMLInputElement>('Current password')
  const next = screen.getByLabelText<HTMLInputElement>('New password')
  const send = async () =>
    desk.user.click(await screen.findByRole('button', { name: 'Change Password' }))
  return { ...desk, current, next, send }
}

test('the password is changed, the fields are emptied, and it is said what became of other browsers', async () => {
  const { user, requests, current, next, send } = await openPassword({ [CHANGE]: { status: 204 } })
  expect([current.autocomplete, next.autocomplete]).toEqual(['current-password', 'new-password'])
  await user.type(current, 'seven brown hens')
  await user.type(next, 'eight brown hens')
  await send()
  await expectToast('Password changed', 'Every other browser was signed out.')
  const sent = { currentPassword: 'seven brown hens', newPassword: 'eight brown hens' }
  expect(bodyOf(requests, CHANGE)).toEqual(sent)
  expect([current.value, next.value]).toEqual(['', ''])
  expect(document.activeElement?.contains(current)).toBe(true)
})

test('whether API tokens end too is asked where there are some, and they do unless the farmer says no', async () => {
  const token = {
    ...{ id: 1, name: 'Books', scopes: ['orders:read'], madeAt: '2026-11-01T12:00:00.000Z' },
    ...{ endsAt: null, usedAt: null, usedFrom: null, endedAt: null },
  }
  const { user, requests, current, next, send } = await openPassword({
    ...{ [CHANGE]: { status: 204 }, 'GET /api/admin/tokens': { body: [token] } },
  })
  const tick = await screen.findByLabelText<HTMLInputElement>('End API tokens too')
  expect(tick.checked).toBe(true)
  for (const ends of [true, false]) {
    await user.type(current, 'seven brown hens')
    await user.type(next, 'eight brown hens')
    await send()
    await waitFor(() => expect(current.value).toBe(''))
    expect(bodies(requests, CHANGE).at(-1)).toMatchObject({ endsTokens: ends })
    await user.click(tick)
  }
})

test('a wrong current password is said at its field, and the desk stays open', async () => {
  const body = {
    code: 'invalid',
    message: 'That is not the current password.',
    field: 'currentPassword',
  }
  const { user, current, next, send } = await openPassword({ [CHANGE]: { status: 400, body } })
  await user.type(current, 'a guess')
  await user.type(next, 'eight brown hens')
  await send()
  await expectToast('Password not changed', body.message)
  expect(errorAt(current)).toBe(body.message)
  await waitFor(() => expect(document.activeElement).toBe(current))
  expect([current.value, next.value]).toEqual(['a guess', 'eight brown hens'])
})

test('what is missing or short is not sent', async () => {
  const { user, requests, current, next, send } = await openPassword()
  await user.type(next, '7 hens')
  await send()
  expect(errorAt(current)).toBe('Please enter the current password.')
  expect(errorAt(next)).toBe('At least 8 characters, please.')
  expect(document.activeElement).toBe(current)
  expect(count(requests, CHANGE)).toBe(0)
})

test('while ADMIN_PASSWORD sets it, there is a sentence in place of the form', async () => {
  openDesk({ 'GET /api/admin/password': { body: { isFixed: true } } }, 'password')
  expect(await screen.findByText('ADMIN_PASSWORD')).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
})
