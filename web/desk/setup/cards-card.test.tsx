import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CardSetup, CardStep } from '#contract/money/cards.ts'
import { bodies, expectToast, NO_CARDS, openDesk } from '#tests/a-desk.tsx'

const SHOW = 'GET /api/admin/cards'
const SAVE = 'PUT /api/admin/cards'
const AT = '2026-11-20T17:00:00.000Z'
const KEYS = {
  ...{ publishableKey: 'pk_test_farm', endsWith: '4f2a', unsettled: 0, refundable: 0 },
  webhook: { heardAt: null, fault: null },
}
const TEST: CardSetup = { ...NO_CARDS, setBy: 'desk', mode: 'test', test: KEYS }

const step = (what: string, more: Partial<CardStep> = {}): CardStep => ({
  ...{ what, state: 'ok', differs: null, permission: null },
  ...more,
})

const card = async () => within(await screen.findByRole('region', { name: 'Cards online' }))

test('Stripe is connected by two keys; what is wrong with them is said at their field, and what is missing by its name', async () => {
  const running = { state: 'running', livemode: false, at: AT, steps: [] }
  const differs = 'Having the rak_refund_write permission would allow this request to continue.'
  const failed = {
    ...{ ...running, state: 'failed' },
    steps: [
      step('The secret key opens your account'),
      step('Refunds can be made', { state: 'differs', differs, permission: 'rak_refund_write' }),
      step('Refunds are listed', { state: 'waiting' }),
    ],
  }
  const { user, requests } = openDesk(
    {
      [SHOW]: [
        { body: NO_CARDS },
        { body: { ...NO_CARDS, check: running } },
        { body: { ...NO_CARDS, check: failed } },
      ],
      [SAVE]: [
        {
          status: 409,
          body: { code: 'cards-refused', message: 'Invalid API Key.', field: 'secretKey' },
        },
        { body: { ...NO_CARDS, check: running } },
      ],
    },
    'taking-money',
  )
  expect((await card()).getByText('Test cards only')).toBeTruthy()
  await user.click((await card()).getByRole('button', { name: 'Connect Stripe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Stripe' }))
  expect(dialog.getByText('Balance transaction sources')).toBeTruthy()
  const check = dialog.getByRole('button', { name: 'Check the keys' })
  await user.type(dialog.getByLabelText(/^Publishable key/), 'pk_live_farm')
  await user.type(dialog.getByLabelText(/^Secret key/), 'sk_test_farm')
  expect(dialog.getByText(/a restricted key is safer/)).toBeTruthy()
  await user.click(check)
  expect(await dialog.findByText(/One of these keys is for testing/)).toBeTruthy()
  expect(bodies(requests, SAVE)).toEqual([])
  await user.clear(dialog.getByLabelText(/^Publishable key/))
  await user.type(dialog.getByLabelText(/^Publishable key/), 'pk_test_farm')
  await user.click(check)
  expect(await dialog.findByText('Invalid API Key.')).toBeTruthy()
  await user.click(check)
  await expectToast('Checking the keys at Stripe')
  expect(bodies(requests, SAVE).at(-1)).toEqual({
    secretKey: 'sk_test_farm',
    publishableKey: 'pk_test_farm',
  })
  expect((await (await card()).findByRole('status')).textContent).toMatch(/^Checking the test keys/)
  const alert = await waitFor(async () => (await card()).getByRole('alert'), { timeout: 5000 })
  expect(alert.textContent).toContain('The key lacks rak_refund_write: tick that at Stripe')
  expect((await card()).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The secret key opens your account: passed',
    'Refunds can be made: failedMissing: rak_refund_write',
    'Refunds are listed: not tried',
  ])
})

test('a passed check and its keys are shown, and what a removal costs is said before', async () => {
  const live = { ...KEYS, publishableKey: 'pk_live_farm', refundable: 37 }
  const check = { state: 'passed', livemode: true, at: AT, steps: [step('One'), step('Two')] }
  const { user, requests } = openDesk(
    {
      [SHOW]: { body: { ...TEST, mode: 'live', live, check } },
      'POST /api/admin/cards/removal': {
        status: 409,
        body: { code: 'payments-open', message: '2 payments are under way with these keys.' },
      },
    },
    'taking-money',
  )
  expect((await card()).getByText(/passed all 2 steps of the check/)).toBeTruthy()
  expect((await card()).getAllByText('Set, ending in 4f2a')).toHaveLength(2)
  await user.click((await card()).getByRole('button', { name: 'Take out the live keys' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take out the live keys?' }))
  expect(dialog.getByText(/^37 orders of the last 120 days/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take them out' }))
  await expectToast('The keys were not taken out')
  expect(bodies(requests, 'POST /api/admin/cards/removal')).toEqual([{ mode: 'live' }])
})

test('what the server’s variables set is shown and cannot be changed here', async () => {
  const whyNot = 'Stripe’s keys are set by STRIPE_SECRET_KEY on the server.'
  openDesk({ [SHOW]: { body: { ...TEST, setBy: 'environment', whyNot } } }, 'taking-money')
  expect((await card()).getByText(whyNot)).toBeTruthy()
  expect((await card()).queryByRole('button')).toBeNull()
})
