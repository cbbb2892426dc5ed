import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Answers, count, expectToast, openDesk, tapTwice } from '#tests/a-desk.tsx'

const AT = '2026-11-21T16:05:00.000Z'
const FARMER = { id: 1, name: 'Farmer', role: 'farmer', devices: [], linkUntil: null }
const DEVICE = { id: 3, label: 'Chrome on Android', linkedAt: AT, heardAt: AT, expiresAt: AT }
const HANNA = { id: 2, name: 'Hanna', role: 'helper', devices: [DEVICE], linkUntil: null }
const NONE = {
  personId: 1,
  whyNot: null,
  passkeys: [],
  secondFactor: { since: null, isTried: false },
}
const ANSWERS = {
  'GET /api/people': { body: [FARMER, HANNA] },
  'GET /api/passkeys': { body: NONE },
}

const openPeople = (more: Answers = {}) => openDesk({ ...ANSWERS, ...more }, 'people')

const cardOf = async (name: string) => within(await screen.findByRole('region', { name }))

test('people are shown with their phones; the farmer has no link and no end', async () => {
  openPeople()
  const hanna = await cardOf('Hanna')
  expect(hanna.getByText('Last used Nov 21, 9:05 AM, linked Nov 21, 9:05 AM')).toBeTruthy()
  const farmer = await cardOf('Farmer')
  expect(farmer.queryByRole('button', { name: 'New link' })).toBeNull()
  expect(farmer.queryByRole('button', { name: 'Remove access' })).toBeNull()
})

test('the farmer signs in with a passkey only, once one is required', async () => {
  const how = async () =>
    (await cardOf('Farmer')).findByText(/^Signs in with /).then(({ textContent }) => textContent)
  openPeople()
  expect(await how()).toBe('Signs in with the password or a passkey.')
  cleanup()
  const required = { ...NONE, secondFactor: { since: AT, isTried: true } }
  openPeople({ 'GET /api/passkeys': { body: required } })
  await expect.poll(how).toBe('Signs in with a passkey.')
})

test('a link is made when it is asked for, shown once as words and a code, and kept nowhere', async () => {
  const url = `https://farm.example/admin#link/${'s'.repeat(43)}`
  const { user, requests } = openPeople({
    'POST /api/people/2/links': { status: 201, body: { url, until: AT } },
  })
  await user.click((await cardOf('Hanna')).getByRole('button', { name: 'New link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Link for Hanna' }))
  expect(count(requests, 'POST /api/people/2/links')).toBe(0)
  await user.click(dialog.getByRole('button', { name: 'Make the link' }))
  expect(await dialog.findByText(url)).toBeTruthy()
  expect(dialog.getByRole('img', { name: 'Code of the link for Hanna' })).toBeTruthy()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href).not.toContain(
    'sss',
  )
})

test('a helper is added once, however often Save is tapped', async () => {
  const add = 'POST /api/people'
  const { user, requests } = openPeople({ [add]: { status: 201, body: { ...HANNA, id: 3 } } })
  await user.click(await screen.findByRole('button', { name: 'Add a helper' }))
  await user.type(screen.getByLabelText(/^Name/), 'Rosa')
  tapTwice(screen.getByRole('button', { name: 'Save' }))
  await expectToast('Helper added')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(count(requests, add)).toBe(1)
})

test('a helper and a phone are ended after a question', async () => {
  const { user, requests } = openPeople({
    'DELETE /api/people/2': { status: 204 },
    'DELETE /api/devices/3': { status: 204 },
  })
  for (const [button, title, answer, call] of [
    [
      'Remove access for Chrome on Android',
      'Remove access for Chrome on Android?',
      'Remove access',
      'DELETE /api/devices/3',
    ],
    ['Remove access', 'Remove access for Hanna?', 'Remove access', 'DELETE /api/people/2'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: button }))
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    expect(count(requests, call)).toBe(0)
    await user.click(question.getByRole('button', { name: answer }))
    await expect.poll(() => count(requests, call)).toBe(1)
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  }
})

const HELPER = {
  body: {
    signedInAt: AT,
    expiresAt: AT,
    asksAgain: false,
    person: { name: 'Hanna', role: 'helper' },
  },
}
const DAYS = {
  'GET /api/days': { body: { today: '2026-11-21', days: [], withoutDay: 0 } },
  'GET /api/stock-count': { body: { products: [], pastOrders: 0 } },
}

test('a helper’s desk has the lists, the stock and the stall, a name, and asks for nothing else', async () => {
  const { user, requests } = openDesk({ 'GET /api/admin/session': HELPER, ...DAYS }, 'lists')
  expect(await screen.findByText('There is no market day to make lists for yet.')).toBeTruthy()
  expect(await screen.findByText('Hanna')).toBeTruthy()
  const links = within(screen.getByRole('navigation', { name: 'Desk' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Market day',
    'Print & lists',
    'Stock count',
    'Passkeys',
  ])
  await user.click(screen.getByRole('link', { name: 'Stock count' }))
  expect(await screen.findByText('There are no products to count yet.')).toBeTruthy()
  expect([...new Set(requests.map(({ call }) => call))].sort()).toEqual([
    'GET /api/admin/session',
    'GET /api/days',
    'GET /api/settings',
    'GET /api/stock-count',
  ])
})

test('a helper signs out after a question, and a link that was ended leads to the gate', async () => {
  const ended = { status: 401, body: { code: 'signed-out', message: 'Please sign in.' } }
  const { user } = openDesk({ 'GET /api/admin/session': HELPER, ...DAYS }, 'lists')
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  const question = within(await screen.findByRole('alertdialog', { name: /Sign out on this/ }))
  await user.click(question.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('link', { name: /farmer’s link/ })).toBeTruthy()
  document.body.innerHTML = ''
  openDesk({ 'GET /api/admin/session': HELPER, 'GET /api/days': ended }, 'lists')
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('a link is used by one tap or pasted; what is refused says why, and keeps what was typed', async () => {
  const secret = 's'.repeat(43)
  const used = { status: 409, body: { code: 'link-over', message: 'This link was used already.' } }
  const signedOut = { status: 401, body: { code: 'signed-out', message: 'Please sign in.' } }
  const linked = { status: 201, body: { name: 'Hanna' } }
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { user, requests } = openDesk(
    {
      'GET /api/admin/session': signedOut,
      'POST /api/devices': [used, linked],
      ...DAYS,
    },
    `link/${secret}`,
  )
  await user.click(await screen.findByRole('button', { name: 'Use this phone' }))
  expect(await screen.findByText('This link was used already.')).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>(/^Link from the farmer/)
  await user.type(field, 'half a link')
  await user.click(screen.getByRole('button', { name: 'Use this phone' }))
  expect(screen.getByText(/paste the whole link/)).toBeTruthy()
  expect([field.value, count(requests, 'POST /api/devices')]).toEqual(['half a link', 1])
  await user.clear(field)
  await user.type(field, `https://farm.example/admin#link/${secret}`)
  await user.click(screen.getByRole('button', { name: 'Use this phone' }))
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/admin/stall'))
  expect(location.hash).toBe('')
})

test('a helper who opens the desk comes to the market day', async () => {
  const left = vi.spyOn(location, 'replace').mockImplementation(() => {})
  openDesk({ 'GET /api/admin/session': HELPER, ...DAYS })
  await waitFor(() => expect(left).toHaveBeenCalledWith('/admin/stall'))
})
