import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SentLetter } from '#contract/mail/letters.ts'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import {
  type Answers,
  BEETS,
  BROKEN,
  bodies,
  bodyOf,
  count,
  EGGS,
  expectToast,
  openDesk,
} from '#tests/a-desk.tsx'

const LIST = 'GET /api/newsletter/letters'
const DRAFT = 'GET /api/newsletter/draft'
const PREVIEW = 'POST /api/newsletter/preview'
const SEND = 'POST /api/newsletter/letters'

const SENT: SentLetter = {
  id: 1,
  subject: 'Fresh eggs',
  body: 'Come and get them.',
  begunAt: '2026-11-20T18:05:00.000Z',
  doneAt: '2026-11-20T18:06:00.000Z',
  recipients: 1212,
  sent: 1200,
  failed: 11,
  skipped: 1,
}
const ADDRESS = { postalAddress: 'PO Box 12, Custer, SD 57730', planned: [], letters: [] }
const NOTHING = { subscribers: 2, mailConfigured: true, testTo: 'hello@farm.example', ...ADDRESS }
const A_DRAFT = { subject: 'Fresh for Saturday', body: 'Hello,\n\nEggs.' }

const ANSWERS = {
  [LIST]: { body: NOTHING },
  [DRAFT]: { body: A_DRAFT },
  [PREVIEW]: { body: { html: '<html><head></head><body>Eggs</body></html>' } },
}

const openLetters = (more: Answers = {}) => openDesk({ ...ANSWERS, ...more }, 'newsletter')

const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })

test('the letter begins with what is in the shop, and what is typed stays over a new load of the page', async () => {
  const { user } = openLetters()
  expect((await subject()).value).toBe('Fresh for Saturday')
  await user.clear(await subject())
  await user.type(await subject(), 'Kale')
  window.location.hash = 'mails'
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Subject' })).toBeNull())
  window.location.hash = 'newsletter'
  expect((await subject()).value).toBe('Kale')
})

test('it goes after a question, and the next one is another letter', async () => {
  const { user, requests } = openLetters({
    [LIST]: [{ body: NOTHING }, { body: { ...NOTHING, letters: [SENT] } }],
    [SEND]: { body: SENT },
  })
  await user.click(await screen.findByRole('button', { name: 'Send to 2 subscribers' }))
  const question = await screen.findByRole('alertdialog', { name: 'Send this newsletter?' })
  expect(count(requests, SEND)).toBe(0)
  await user.click(within(question).getByRole('button', { name: 'Send' }))
  await expectToast('The newsletter is on its way', 'To 1,212 subscribers.')
  const [sent] = requests.filter(({ call }) => call === SEND)
  expect(sent?.body).toEqual({ ...A_DRAFT, key: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(
    await screen.findByText(
      '1,200 of 1,212 sent, 11 could not be sent, 1 unsubscribed in the meantime',
    ),
  ).toBeTruthy()
  expect(localStorage.getItem('farmstand:draft:1:letter')).toBeNull()
})

test('when it could not be sent it stays as it was, and trying again is the same letter', async () => {
  const { user, requests } = openLetters({ [SEND]: ['no connection', BROKEN] })
  for (const sentence of [
    'No connection; nothing was saved. Please try again once you are online.',
    'Something went wrong on our side.',
  ]) {
    await user.click(await screen.findByRole('button', { name: 'Send to 2 subscribers' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send' }),
    )
    await expectToast('Newsletter not sent', sentence)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect((await subject()).value).toBe('Fresh for Saturday')
  const keys = requests
    .filter(({ call }) => call === SEND)
    .map(({ body }) => (body as { key: string }).key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('an empty letter is refused at its fields, and nobody is asked', async () => {
  const { user, requests } = openLetters()
  await user.clear(await subject())
  await user.click(screen.getByRole('button', { name: 'Send to 2 subscribers' }))
  expect(screen.getByText('Please enter a subject.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(count(requests, SEND)).toBe(0)
})

test('a test goes to the farm’s own address or to a typed one, and a no is read at the field', async () => {
  const refused = {
    status: 400,
    body: { code: 'invalid', message: 'Please enter a valid email address.', field: 'to' },
  }
  const { user, requests } = openLetters({
    'POST /api/newsletter/test': [{ status: 204 }, refused],
  })
  const to = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Send a test to' })
  expect(to.value).toBe('hello@farm.example')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  await expectToast('Test sent', 'To hello@farm.example.')
  await user.clear(to)
  await user.type(to, 'me')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'))
  expect(bodies(requests, 'POST /api/newsletter/test')).toEqual([
    { ...A_DRAFT, to: 'hello@farm.example' },
    { ...A_DRAFT, to: 'me' },
  ])
})

test('starting anew asks before it puts away what was typed', async () => {
  const { user } = openLetters()
  await user.type(await subject(), '!')
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  const question = await screen.findByRole('alertdialog', { name: 'Start over?' })
  expect((await screen.findByDisplayValue('Fresh for Saturday!')).tagName).toBe('INPUT')
  await user.click(within(question).getByRole('button', { name: 'Start over' }))
  expect(await screen.findByDisplayValue('Fresh for Saturday')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start over' }))
})

test('without a mail server, or without subscribers, the desk says so', async () => {
  openLetters({ [LIST]: { body: { ...NOTHING, subscribers: 0, mailConfigured: false } } })
  expect(await screen.findByText(/^Email is not set up, so no newsletter can be sent/)).toBeTruthy()
  const send = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Send to 0 subscribers',
  })
  expect(send.disabled).toBe(true)
})

const PLANNED = {
  ...{ id: 7, key: '6f1c1c1e-6a53-4c5c-8f6e-0d6d3c1f2a10', ...A_DRAFT, isMissed: false },
  ...{ day: '2026-11-29', time: '06:30', dueAt: '2026-11-29T13:30:00.000Z' },
}

test('it can leave later: the day and time are asked for, and a time that has passed is said at its field', async () => {
  const refused = {
    status: 400,
    body: { code: 'invalid', message: 'That time has passed.', field: 'time' },
  }
  const { user, requests } = openLetters({
    'POST /api/newsletter/plans': [refused, { status: 201, body: PLANNED }],
  })
  await user.click(await screen.findByRole('button', { name: 'Send later…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Send this newsletter later?' }))
  await user.click(form.getByRole('button', { name: 'Plan newsletter' }))
  expect(await form.findByText('That time has passed.')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Plan newsletter' }))
  await expectToast('Newsletter planned', 'It leaves on Sunday, November 29, 2026 at 6:30 AM.')
  const sent = requests.filter(({ call }) => call === 'POST /api/newsletter/plans')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.body).toEqual({
    ...A_DRAFT,
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    time: '07:00',
    key: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(localStorage.getItem('farmstand:draft:1:letter')).toBeNull()
})

test('what is planned is shown with its time, can be changed and taken back; what missed it asks', async () => {
  const missed = { ...PLANNED, id: 8, subject: 'Old kale', isMissed: true }
  const { user, requests } = openLetters({
    [LIST]: { body: { ...NOTHING, planned: [PLANNED, missed] } },
    'PUT /api/newsletter/plans/7': { body: PLANNED },
    'DELETE /api/newsletter/plans/8': { status: 204 },
    [SEND]: { body: SENT },
  })
  const [first, second] = within(
    await screen.findByRole('region', { name: 'Planned newsletters' }),
  ).getAllByRole('listitem')
  if (!first || !second) throw new Error('Two letters are planned.')
  expect(first.textContent).toContain('Sunday, Nov 29, 6:30 AM')
  expect(second.textContent).toContain('What should happen to it?')
  await user.click(within(first).getByText('Fresh for Saturday'))
  await user.click(within(first).getByRole('button', { name: 'Change' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change planned newsletter' }))
  await user.clear(form.getByLabelText('Subject'))
  await user.type(form.getByLabelText('Subject'), 'Kale')
  await user.click(form.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Newsletter changed')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(requests, 'PUT /api/newsletter/plans/7')).toEqual({
    subject: 'Kale',
    base: { subject: 'Fresh for Saturday' },
  })
  await user.click(within(second).getByText('Old kale'))
  for (const [button, title, yes] of [
    ['Send now', 'Send this newsletter now?', 'Send'],
    ['Take back', 'Take this newsletter back?', 'Take back'],
  ] as const) {
    await user.click(within(second).getByRole('button', { name: button }))
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    await user.click(question.getByRole('button', { name: yes }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(count(requests, 'DELETE /api/newsletter/plans/8')).toBe(1)
  expect(bodyOf(requests, SEND)).toEqual({
    key: PLANNED.key,
    subject: 'Old kale',
    body: A_DRAFT.body,
  })
})

test('a picture of a product becomes a line of its own; without the farm’s mailing address the desk says where to enter it', async () => {
  const { user } = openLetters({
    [LIST]: { body: { ...NOTHING, postalAddress: '' } },
    'GET /api/products': {
      body: [{ ...EGGS, imageUrl: `/uploads/${'a'.repeat(32)}.webp` }, BEETS],
    },
  })
  const link = await screen.findByRole('link', { name: 'Add it' })
  expect(link.getAttribute('href')).toBe('#settings/postal_address')
  const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await user.click(screen.getByRole('button', { name: 'Add a picture' }))
  const picker = within(await screen.findByRole('dialog', { name: 'Picture from the shelf' }))
  expect(picker.queryByRole('button', { name: 'Ruby Beets, bunch' })).toBeNull()
  await user.click(await picker.findByRole('button', { name: 'Farm Fresh Eggs, dozen' }))
  expect(message.value).toBe('Hello,\n\nEggs.\n\n[picture 1: Farm Fresh Eggs, dozen]')
})

test('what was missing is there when the page is opened again, without a button to ask', async () => {
  const key = 'postal_address'
  const { user } = openLetters({
    [LIST]: [{ body: { ...NOTHING, subscribers: 0, postalAddress: '' } }, { body: NOTHING }],
    [`PUT /api/settings/${key}`]: {
      body: { key, value: ADDRESS.postalAddress, description: SETTINGS[key].description },
    },
  })
  expect(await screen.findByRole('button', { name: 'Send to 0 subscribers' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Add it' }))
  await user.type(await screen.findByLabelText(/^Mailing address/), ADDRESS.postalAddress)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expectToast('Settings Updated')
  window.location.hash = 'newsletter'
  expect(await screen.findByRole('button', { name: 'Send to 2 subscribers' })).toBeTruthy()
  expect(screen.queryByText(/must show your mailing address/)).toBeNull()
})
