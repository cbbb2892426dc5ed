import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SentLetter } from '#contract/letters.ts'
import { BROKEN, count, expectToast, openDesk } from '#tests/a-desk.tsx'

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
const NOTHING = { subscribers: 2, mailConfigured: true, testTo: 'hello@farm.example', letters: [] }
const A_DRAFT = { subject: 'Fresh for Saturday', body: 'Hello,\n\nEggs.' }

const ANSWERS = {
  [LIST]: { body: NOTHING },
  [DRAFT]: { body: A_DRAFT },
  [PREVIEW]: { body: { html: '<html><head></head><body>Eggs</body></html>' } },
}

beforeEach(() => localStorage.clear())

const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })

test('the letter begins with what is on the stall, and what is typed stays over a new load of the page', async () => {
  const { user } = openDesk(ANSWERS, 'newsletter')
  expect((await subject()).value).toBe('Fresh for Saturday')
  await user.clear(await subject())
  await user.type(await subject(), 'Kale')
  window.location.hash = 'mails'
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Subject' })).toBeNull())
  window.location.hash = 'newsletter'
  expect((await subject()).value).toBe('Kale')
})

test('it goes after a question, and the next one is another letter', async () => {
  const { user, asked } = openDesk(
    {
      ...ANSWERS,
      [LIST]: [{ body: NOTHING }, { body: { ...NOTHING, letters: [SENT] } }],
      [SEND]: { body: SENT },
    },
    'newsletter',
  )
  await user.click(await screen.findByRole('button', { name: 'Send to 2 subscribers' }))
  const question = await screen.findByRole('alertdialog', { name: 'Send this newsletter?' })
  expect(count(asked, SEND)).toBe(0)
  await user.click(within(question).getByRole('button', { name: 'Send' }))
  await expectToast('The newsletter is on its way', 'To 1,212 subscribers.')
  const [sent] = asked.filter(({ call }) => call === SEND)
  expect(sent?.body).toEqual({ ...A_DRAFT, key: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(
    await screen.findByText(
      '1,200 of 1,212 sent, 11 could not be sent, 1 unsubscribed in the meantime',
    ),
  ).toBeTruthy()
  expect(localStorage.getItem('farmstand:letter:1')).toBeNull()
})

test('when it could not be sent it stays as it was, and trying again is the same letter', async () => {
  const { user, asked } = openDesk({ ...ANSWERS, [SEND]: ['no connection', BROKEN] }, 'newsletter')
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
  const keys = asked
    .filter(({ call }) => call === SEND)
    .map(({ body }) => (body as { key: string }).key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('an empty letter is refused at its fields, and nobody is asked', async () => {
  const { user, asked } = openDesk(ANSWERS, 'newsletter')
  await user.clear(await subject())
  await user.click(screen.getByRole('button', { name: 'Send to 2 subscribers' }))
  expect(screen.getByText('Please enter a subject.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(count(asked, SEND)).toBe(0)
})

test('a test goes to the farm’s own address or to a typed one, and a no is read at the field', async () => {
  const refused = {
    status: 400,
    body: { code: 'invalid', message: 'Please enter a valid email address.', field: 'to' },
  }
  const { user, asked } = openDesk(
    { ...ANSWERS, 'POST /api/newsletter/test': [{ status: 204 }, refused] },
    'newsletter',
  )
  const to = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Send a test to' })
  expect(to.value).toBe('hello@farm.example')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  await expectToast('Test sent', 'To hello@farm.example.')
  await user.clear(to)
  await user.type(to, 'me')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'))
  expect(
    asked.filter(({ call }) => call === 'POST /api/newsletter/test').map(({ body }) => body),
  ).toEqual([
    { ...A_DRAFT, to: 'hello@farm.example' },
    { ...A_DRAFT, to: 'me' },
  ])
})

test('starting anew asks before it puts away what was typed', async () => {
  const { user } = openDesk(ANSWERS, 'newsletter')
  await user.type(await subject(), '!')
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  const question = await screen.findByRole('alertdialog', { name: 'Start over?' })
  expect((await screen.findByDisplayValue('Fresh for Saturday!')).tagName).toBe('INPUT')
  await user.click(within(question).getByRole('button', { name: 'Start over' }))
  expect(await screen.findByDisplayValue('Fresh for Saturday')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start over' }))
})

test('without a mail server, or without subscribers, the desk says so', async () => {
  openDesk(
    { ...ANSWERS, [LIST]: { body: { ...NOTHING, subscribers: 0, mailConfigured: false } } },
    'newsletter',
  )
  expect(await screen.findByText(/^Email is not set up, so no newsletter can be sent/)).toBeTruthy()
  const send = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Send to 0 subscribers',
  })
  expect(send.disabled).toBe(true)
})
