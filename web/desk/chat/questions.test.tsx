import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Question } from '#contract/chat/chat.ts'
import { type Answers, bodyOf, count, errorAt, expectToast, openDesk } from '#tests/a-desk.tsx'

const DOG: Question = {
  id: 1,
  text: 'May my dog come?',
  askedAt: '2026-11-20T18:05:00.000Z',
  email: 'ada@example.com',
  answeredAt: null,
  reply: null,
  isShared: false,
  mail: null,
}
const ANSWERED: Question = {
  ...DOG,
  reply: 'On a leash.',
  answeredAt: '2026-11-20T19:05:00.000Z',
  mail: 'waiting',
}
const LIST = 'GET /api/questions'
const REPLY = 'POST /api/questions/1/reply'

const openQuestions = (answers: Answers) => openDesk(answers, 'questions')

describe('the questions', () => {
  test('say who asked what and when, and where a reply goes', async () => {
    openQuestions({ [LIST]: { body: [DOG, { ...DOG, id: 2, text: 'Parking?', email: null }] } })
    const list = within(await screen.findByRole('list', { name: 'Open questions' }))
    const [dog, parking] = list.getAllByRole('listitem')
    expect(dog?.textContent).toContain('May my dog come?Asked Nov 20, 11:05 AM by ada@example.com')
    expect(dog?.textContent).toContain('Goes to ada@example.com, and to the chat.')
    expect(parking?.textContent).toContain('no email address was left')
  })

  test('are answered from the desk, and the answered one keeps its reply', async () => {
    const { user, requests } = openQuestions({
      [LIST]: [{ body: [DOG] }, { body: [ANSWERED] }],
      [REPLY]: { body: ANSWERED },
    })
    await user.type(await screen.findByLabelText('Your reply'), '  On a leash. ')
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    await expectToast('Reply sent', 'In the chat, and by email to ada@example.com.')
    expect(bodyOf(requests, REPLY)).toEqual({ reply: 'On a leash.', isShared: false })
    const done = within(await screen.findByRole('list', { name: 'Answered questions' }))
    expect(done.getByText('On a leash.')).toBeTruthy()
    expect(done.getByText('Email waiting')).toBeTruthy()
    expect(screen.getByText('No open questions.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No open questions.'))
  })

  test('are answered for everyone who asks the same where the farmer says so', async () => {
    const shared = { ...ANSWERED, isShared: true }
    const { user, requests } = openQuestions({
      [LIST]: [{ body: [DOG] }, { body: [shared] }],
      [REPLY]: { body: shared },
    })
    await user.type(await screen.findByLabelText('Your reply'), 'On a leash.')
    await user.click(screen.getByLabelText('Give this answer to everyone who asks the same'))
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Told to everyone who asks')).toBeTruthy()
    expect(bodyOf(requests, REPLY)).toMatchObject({ isShared: true })
  })

  test('need a reply with something in it', async () => {
    const { user, requests } = openQuestions({ [LIST]: { body: [DOG] } })
    const field = await screen.findByLabelText('Your reply')
    await user.type(field, '   ')
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(errorAt(field)).toBe('Please write a reply.')
    expect(count(requests, REPLY)).toBe(0)
  })

  test('that another tab has answered say so, and show its reply', async () => {
    const refused = {
      status: 409,
      body: { code: 'question-answered', message: 'This question was already answered.' },
    }
    const { user } = openQuestions({
      [LIST]: [{ body: [DOG] }, { body: [ANSWERED] }],
      [REPLY]: refused,
    })
    await user.type(await screen.findByLabelText('Your reply'), 'No.')
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    await expectToast('Reply not sent', 'This question was already answered.')
    expect(await screen.findByText('On a leash.')).toBeTruthy()
  })

  test('are deleted after a question', async () => {
    const removal = 'DELETE /api/questions/1'
    const { user, requests } = openQuestions({
      [LIST]: [{ body: [DOG] }, { body: [] }],
      [removal]: { status: 204 },
    })
    await user.click(
      await screen.findByRole('button', { name: 'Delete the question “May my dog come?”' }),
    )
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this question?' }))
    expect(count(requests, removal)).toBe(0)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expectToast('Question deleted')
    expect(await screen.findByText('No open questions.')).toBeTruthy()
  })

  test('are deleted together once somebody confirms it', async () => {
    const two = [DOG, { ...DOG, id: 2, text: 'Parking?', email: null }]
    const removals = 'POST /api/questions/removals'
    const { user, requests } = openQuestions({
      [LIST]: [{ body: two }, { body: [] }],
      [removals]: { body: { removed: 2 } },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete all 2 open questions' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 questions?' }))
    expect(dialog.getByText(/1 of them left an email address/)).toBeTruthy()
    expect(count(requests, removals)).toBe(0)
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    await expectToast('2 questions deleted')
    expect(bodyOf(requests, removals)).toEqual({ ids: [1, 2] })
    expect(await screen.findByText('No open questions.')).toBeTruthy()
  })
})
