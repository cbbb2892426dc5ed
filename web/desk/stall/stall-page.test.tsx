import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StallOverview } from '#contract/market/stall-desk.ts'
import { count, expectToast, openDesk } from '#tests/a-desk.tsx'

const CALL = 'GET /api/stall'
const OVERVIEW: StallOverview = {
  phones: [
    {
      ...{ id: 'phone-2', label: 'Phone 2', personName: 'Ben', lostAt: null, emptiedAt: null },
      ...{ endsAt: '2026-12-05T17:00:00.000Z', heardAt: '2026-11-21T18:50:00.000Z' },
      ...{ waiting: 3, missing: 1, gone: 0 },
    },
  ],
  toDecide: [
    {
      ...{ id: 'note-1', phoneLabel: 'Phone 2', personName: 'Ben', orderId: 12 },
      ...{ madeAt: '2026-11-21T17:05:00.000Z', receivedAt: '2026-11-21T19:00:00.000Z' },
      marketDay: { id: 1, day: '2026-11-21', placeName: 'Farmers market' },
      title: 'Order #12 was handed over',
      message: '#12 was handed over, but it was canceled, and $23.00 is on its way back.',
      ...{ counts: true, isFromLostPhone: false, isPaid: false, choices: ['reopen', 'done'] },
    },
  ],
}

test('what needs a decision is said in words, and decided once', async () => {
  const { user, requests } = openDesk(
    {
      [CALL]: [{ body: OVERVIEW }, { body: { ...OVERVIEW, toDecide: [] } }],
      'POST /api/stall/commands/note-1/settle': { body: OVERVIEW },
    },
    'stall',
  )
  const part = within(await screen.findByRole('region', { name: 'Needs your decision' }))
  expect(part.getByText(/\$23\.00 is on its way back/)).toBeTruthy()
  await user.click(part.getByRole('button', { name: /^Reopen the order, unpaid/ }))
  await expectToast('Decided')
  expect(count(requests, 'POST /api/stall/commands/note-1/settle')).toBe(1)
  expect(await screen.findByText('Nothing needs your decision')).toBeTruthy()
})

test('an order that was paid at the market is not reopened as unpaid', async () => {
  const toDecide = OVERVIEW.toDecide.map((note) => ({ ...note, isPaid: true }))
  openDesk({ [CALL]: { body: { ...OVERVIEW, toDecide } } }, 'stall')
  expect(await screen.findByText('Reopen the order')).toBeTruthy()
  expect(screen.queryByText('Reopen the order, unpaid')).toBeNull()
})

test('a phone says when it was heard and what waits, and is lost only after a question', async () => {
  const { user, requests } = openDesk(
    { [CALL]: { body: OVERVIEW }, 'POST /api/stall/phones/phone-2/lost': { body: OVERVIEW } },
    'stall',
  )
  const part = within(await screen.findByRole('region', { name: 'Phones' }))
  expect(part.getByText('3 notes still waited on it then')).toBeTruthy()
  expect(part.getByText('1 note never arrived')).toBeTruthy()
  await user.click(part.getByRole('button', { name: 'Lost: Phone 2' }))
  expect(count(requests, 'POST /api/stall/phones/phone-2/lost')).toBe(0)
  await user.click(await screen.findByRole('button', { name: 'Yes, it’s lost' }))
  await expectToast('Phone 2 is marked as lost')
  expect(count(requests, 'POST /api/stall/phones/phone-2/lost')).toBe(1)
})
