import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MailSetup } from '#contract/mail/mail-setup.ts'
import { FIRST_STEPS, type FirstStep } from '#contract/settings/first-steps.ts'
import { bodies, expectToast, openDesk } from '#tests/a-desk.tsx'

const NONE: MailSetup = {
  ...{ setBy: null, whyNot: null, host: '', port: 0, tls: 'starttls', user: '' },
  ...{ hasPassword: false, from: '', testTo: 'hello@farm.example' },
  waiting: { recent: 12, older: 484 },
}
const SHOW = 'GET /api/admin/mail'
const SAVE = 'PUT /api/admin/mail'

const stepsLeft = (...left: FirstStep[]) => ({
  'GET /api/admin/first-steps': {
    body: {
      done: FIRST_STEPS.filter((step) => !left.includes(step)),
      cards: 'sandbox',
      deliversTo: 'anywhere in Ohio',
    },
  },
})

test('the first steps show the next one, and once unfolded all eight, tick what is done, and lead to the rest', async () => {
  const { user } = openDesk(stepsLeft('mail', 'cards'), 'today')
  const card = within(await screen.findByRole('region', { name: 'Set up your shop' }))
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#taking-money',
  ])
  await user.click(card.getByRole('button', { name: '6 of 8 done' }))
  const links = card.getAllByRole('link')
  expect(links).toHaveLength(8)
  expect(links.filter((link) => link.textContent?.endsWith(': done'))).toHaveLength(6)
  expect(card.getByRole('link', { name: /^Email/ }).getAttribute('href')).toBe('#email')
  expect(card.getByText('You can’t take real cards yet: only test cards work.')).toBeTruthy()
})

const SAID = [
  ['farm_name', 'Miller Creek Farm'],
  ['contact_phone', '(740) 555-0100'],
  ['business_address', '9 Oak Rd, Athens, OH 45701'],
  ['time_zone', 'America/New_York'],
]

test('an empty shop begins with one form: who the farm is, with a time zone from a list', async () => {
  const { user, requests } = openDesk(
    {
      ...stepsLeft('farm', 'places', 'product', 'photos', 'cards', 'mail', 'backup', 'trial'),
      'GET /api/settings': { body: [] },
      'POST /api/settings': SAID.map(([key, value]) => ({
        status: 201,
        body: { key, value, description: '' },
      })),
    },
    'today',
  )
  const card = within(await screen.findByRole('region', { name: 'Set up your shop' }))
  const type = async (label: RegExp, text: string) =>
    user.type(await card.findByLabelText(label), text)
  await type(/^Farm name/, 'Miller Creek Farm')
  await user.click(card.getByRole('button', { name: 'Save' }))
  expect(await card.findByText('Please enter your farm’s address.')).toBeTruthy()
  expect(card.getByText('Please enter a phone number or an email address.')).toBeTruthy()
  expect(bodies(requests, 'POST /api/settings')).toEqual([])
  expect(card.getByLabelText('Email')).toBeTruthy()
  await type(/^Phone$/, '7405550100')
  expect(card.getByLabelText('Email (optional)')).toBeTruthy()
  await type(/^Address/, '9 Oak Rd, Athens, OH 45701')
  await user.selectOptions(card.getByLabelText(/^Time zone/), 'America/New_York')
  await user.click(card.getByRole('button', { name: 'Save' }))
  await expectToast('Settings Updated')
  expect(bodies(requests, 'POST /api/settings')).toMatchObject(
    SAID.map(([key, value]) => ({ key, value })),
  )
})

test('the first steps end once all of them are done', async () => {
  const steps = 'GET /api/admin/first-steps'
  openDesk({ [steps]: [stepsLeft('trial')[steps], stepsLeft()[steps]] }, 'today')
  await screen.findByText('Set up your shop')
  window.location.hash = 'products'
  await screen.findByRole('tab', { name: 'Products', selected: true })
  window.location.hash = 'today'
  await screen.findByRole('link', { name: 'Open the market' })
  await waitFor(() => expect(screen.queryByText('Set up your shop')).toBeNull())
})

test('email is set up with a test email; what the server refused is said, and all that was typed stays', async () => {
  const set = { ...NONE, setBy: 'desk', host: 'smtp.example.com', port: 465, tls: 'tls' }
  const texts = 'The mail server did not accept the user name and password.'
  const { user, requests } = openDesk(
    {
      ...stepsLeft('mail'),
      [SHOW]: [{ body: NONE }, { body: set }],
      [SAVE]: [{ status: 409, body: { code: 'mail-refused', message: texts } }, { body: set }],
    },
    'setup',
  )
  expect(await screen.findByText(/^496 emails wait, 12 of them from the last day\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Set up email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Email' }))
  const type = async (label: RegExp, text: string) => user.type(dialog.getByLabelText(label), text)
  await type(/^Mail server/, 'smtp.example.com')
  await user.click(dialog.getByLabelText('TLS'))
  await type(/^User/, 'farm')
  await type(/^Password at/, 'app-password')
  await type(/^Emails come from/, 'orders@farm.example')
  expect(dialog.getByLabelText('Send the 12 of the last day')).toHaveProperty('checked', true)
  const send = dialog.getByRole('button', { name: 'Send the test email and save' })
  await user.click(send)
  expect((await dialog.findByRole('alert')).textContent).toBe(`${texts} Nothing was changed.`)
  await user.click(send)
  await expectToast('Email works')
  const [first, again] = bodies(requests, SAVE)
  expect(first).toEqual({
    ...{ host: 'smtp.example.com', port: 465, tls: 'tls', user: 'farm', waited: 'send-recent' },
    ...{ password: 'app-password', from: 'orders@farm.example', testTo: 'hello@farm.example' },
  })
  expect(again).toEqual(first)
})

test('what the server’s variables set is shown and cannot be changed here', async () => {
  const whyNot = 'Email is set by SMTP_URL and MAIL_FROM on the server.'
  const fixed = { ...NONE, setBy: 'environment', whyNot, host: 'smtp.example.com', port: 587 }
  openDesk({ [SHOW]: { body: { ...fixed, hasPassword: true } } }, 'setup')
  expect(await screen.findByText('SMTP_URL on the server')).toBeTruthy()
  expect(screen.getByText('Set, never shown')).toBeTruthy()
  expect(screen.getByText(whyNot)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})
