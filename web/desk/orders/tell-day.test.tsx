import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CallToMake } from '#contract/calendar/calls.ts'
import { type Answers, bodies, expectToast, openDesk } from '#tests/a-desk.tsx'
import { TellDay } from './tell-day.tsx'

const DAY = '2026-11-28'
const READY = `POST /api/days/${DAY}/ready`

const NOTICE = { people: 33, untold: 33, queued: 0, toldAt: null, toCall: [], unpacked: [] }
const WILL = { id: 7, customerName: 'Will Gray', customerPhone: '740 555 0142' }

const CALL: CallToMake = {
  ...{ orderId: 7, about: 'ready 1', kind: 'ready', day: DAY, placeName: 'Farmers market' },
  ...{ message: '', customerName: 'Will Gray', customerPhone: '740 555 0142' },
  ...{ at: '2026-11-28T15:00:00.000Z', calledAt: null, calledBy: null },
}

const openTell = (answers: Answers) =>
  openDesk(
    { 'GET /api/calls': { body: { open: [], done: [] } }, ...answers },
    'pack',
    <TellDay day={DAY} packed={34} address="pack/ready" />,
  )

test('all whose boxes are packed are told that they are ready, and who has no email is called or texted, and ticked off', async () => {
  const notice = { ...NOTICE, toCall: [WILL] }
  const { user, requests } = openTell({
    [READY]: [
      { body: notice },
      { body: { ...notice, queued: 33 } },
      { body: { ...notice, untold: 0 } },
    ],
    'GET /api/calls': [{ body: { open: [], done: [] } }, { body: { open: [CALL], done: [] } }],
    'PUT /api/calls': { body: { open: [], done: [CALL] } },
  })
  const part = within(await screen.findByRole('region', { name: 'Tell people' }))
  expect(part.getByText('33 people get an email. You call 1.')).toBeTruthy()
  expect(part.getByRole('link', { name: 'Text 740 555 0142' }).getAttribute('href')).toBe(
    'sms:+17405550142',
  )
  await user.click(part.getByRole('button', { name: 'Tell 34 people it’s ready' }))
  await user.click(await screen.findByRole('button', { name: 'Tell them' }))
  await expectToast('Told 34 people')
  expect(bodies(requests, READY)).toContainEqual({ again: false })
  await user.click(await part.findByRole('button', { name: 'Called Will Gray, order 7' }))
  expect(bodies(requests, 'PUT /api/calls')).toEqual([
    { calls: [{ orderId: 7, about: 'ready 1' }], isCalled: true },
  ])
})

test('where no email reaches anybody, nobody is said to be told: all are called', async () => {
  const notice = { ...NOTICE, people: 0, untold: 0, toCall: [WILL] }
  const { user } = openTell({
    [READY]: { body: notice },
    'GET /api/calls': [{ body: { open: [], done: [] } }, { body: { open: [CALL], done: [] } }],
  })
  const part = within(await screen.findByRole('region', { name: 'Tell people' }))
  await user.click(part.getByRole('button', { name: 'Call 1 person' }))
  const question = await screen.findByRole('alertdialog', { name: 'Call 1 person?' })
  expect(question.textContent).not.toMatch(/tell|an email/i)
  await user.click(within(question).getByRole('button', { name: 'List the calls' }))
  await expectToast('1 person on your list of calls')
  await part.findByRole('button', { name: 'Called Will Gray, order 7' })
  expect(part.queryByRole('button', { name: /again/ })).toBeNull()
})

test('whose box is not packed is named, as left out', async () => {
  const unpacked = [{ id: 9, customerName: 'Ann Bell', customerPhone: null }]
  openTell({ [READY]: { body: { ...NOTICE, unpacked } } })
  expect(await screen.findByText('Not packed, so not told yet: #9 Ann Bell')).toBeTruthy()
})
