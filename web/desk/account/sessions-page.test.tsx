import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BROKEN, count, expectToast, openDesk } from '#tests/a-desk.tsx'

const LIST = 'GET /api/admin/sessions'
const TIMES = { signedInAt: '2026-11-21T16:05:00.000Z', seenAt: '2026-11-21T17:15:00.000Z' }
const HERE = {
  id: 'here',
  device: 'Firefox on Windows',
  address: '192.0.2.0/24',
  ...TIMES,
  person: 'Farmer',
  isThisOne: true,
  keptUntil: null,
}
const PHONE = {
  id: 'phone',
  device: 'Chrome on Android',
  address: '198.51.100.0/24',
  ...TIMES,
  person: 'Hanna',
  isThisOne: false,
  keptUntil: '2026-12-21T17:15:00.000Z',
}

test('every signed-in browser is shown with its device and when it was seen; one’s own cannot be ended here', async () => {
  openDesk({ [LIST]: { body: [HERE, PHONE] } }, 'sessions')
  const [here, phone] = await within(
    await screen.findByRole('region', { name: 'Signed in' }),
  ).findAllByRole('listitem')
  expect(here?.textContent).toBe(
    'Firefox on WindowsFarmer, signed in Nov 21, 9:05 AM, last seen Nov 21, 10:15 AMThis browser',
  )
  expect(phone?.textContent).toContain('Hanna, signed in')
  expect(phone?.textContent).toContain('10:15 AM, stays signed in until Dec 21, 10:15 AM')
  expect(here && within(here).queryByRole('button')).toBeNull()
  expect(
    phone && within(phone).getByRole('button', { name: 'Sign out Chrome on Android' }),
  ).toBeTruthy()
})

test('one is signed out, and the list is asked for again', async () => {
  const { user, requests } = openDesk(
    {
      [LIST]: [{ body: [HERE, PHONE] }, { body: [HERE] }],
      'DELETE /api/admin/sessions/phone': { status: 204 },
    },
    'sessions',
  )
  await user.click(await screen.findByRole('button', { name: /^Sign out Chrome/ }))
  await expectToast('The browser was signed out')
  expect(count(requests, 'DELETE /api/admin/sessions/phone')).toBe(1)
  await expect.poll(() => screen.queryByText(/Chrome on Android/)).toBeNull()
})

test('all others are signed out at once; a refusal is said', async () => {
  const { user } = openDesk(
    { [LIST]: { body: [HERE, PHONE] }, 'DELETE /api/admin/sessions': [BROKEN, { status: 204 }] },
    'sessions',
  )
  await user.click(await screen.findByRole('button', { name: 'Sign out every other browser' }))
  await expectToast('Not signed out', 'Something went wrong on our side.')
  await user.click(screen.getByRole('button', { name: 'Sign out every other browser' }))
  await expectToast('Every other browser was signed out')
})

test('whoever is alone has nobody to sign out', async () => {
  openDesk({ [LIST]: { body: [HERE] } }, 'sessions')
  expect(await screen.findByText('This browser')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign out every other browser' })).toBeNull()
})
