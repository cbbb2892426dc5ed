import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Hook } from '#contract/hooks.ts'
import { type Answers, bodies, expectToast, openDesk } from '#tests/a-desk.tsx'

const MADE: Hook = {
  ...{ id: 1, url: 'https://hooks.example.com/farm', types: ['order.created'], isOn: true },
  ...{ waiting: 0, lastStatus: 204, lastError: null, failingSince: null, skipped: 0 },
  madeAt: '2026-11-18T18:00:00.000Z',
}
const SECRET = `whsec_${'A'.repeat(43)}=`
const NO_TOKENS: Answers = { 'GET /api/admin/tokens': { body: [] } }

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a webhook is made for what was chosen; its secret is shown this once, and what the test brought', async () => {
  const tried = { status: 500, error: null }
  const made = { ...MADE, secret: SECRET, startsAt: MADE.madeAt, tried }
  const { user, requests } = openDesk(
    {
      ...NO_TOKENS,
      'GET /api/admin/hooks': { body: [] },
      'POST /api/admin/hooks': { status: 201, body: made },
    },
    'connections',
  )
  await user.click(await screen.findByRole('button', { name: 'Make a webhook' }))
  const form = await dialogOf('Make a webhook')
  await user.type(form.getByLabelText('Address'), 'http://10.0.0.1')
  await user.click(form.getByLabelText('A new order'))
  await user.click(form.getByRole('button', { name: 'Make the webhook' }))
  expect(form.getByText('Please enter an address that begins with https://.')).toBeTruthy()
  expect(form.getByText('Please choose at least one.')).toBeTruthy()
  await user.clear(form.getByLabelText('Address'))
  await user.type(form.getByLabelText('Address'), MADE.url)
  await user.click(form.getByLabelText('A new order'))
  await user.click(form.getByRole('button', { name: 'Make the webhook' }))
  expect((await dialogOf('The webhook’s secret')).getByText(SECRET)).toBeTruthy()
  await expectToast('The other program did not take it', 'It answered 500.')
  expect(bodies(requests, 'POST /api/admin/hooks').at(-1)).toEqual({
    ...{ url: MADE.url, types: ['order.created'] },
  })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(
    /whsec_|hooks\.example/,
  )
})

test('a webhook says how it is doing, and is turned on, tested and given a new secret from its menu', async () => {
  const failing: Hook = {
    ...{ ...MADE, isOn: false, waiting: 3, skipped: 2, lastStatus: 500 },
    failingSince: '2026-11-18T18:00:00.000Z',
  }
  const { user, requests } = openDesk(
    {
      ...NO_TOKENS,
      'GET /api/admin/hooks': [{ body: [failing] }, { body: [MADE] }],
      'PUT /api/admin/hooks/1': { body: MADE },
      'POST /api/admin/hooks/1/test': { body: { status: 204, error: null } },
      'POST /api/admin/hooks/1/secret': { body: { secret: SECRET } },
    },
    'connections',
  )
  const list = within(await screen.findByRole('list', { name: 'Webhooks' }))
  expect(
    list.getByText('A new order. The shop turned it off. It answers 500. 3 to send. 2 given up.'),
  ).toBeTruthy()
  const choose = async (item: string) => {
    await user.click(list.getByRole('button', { name: `More for ${MADE.url}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Turn on')
  await expectToast('Webhook turned on')
  expect(requests.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({ isOn: true })
  expect(await list.findByText('A new order. On.')).toBeTruthy()
  await choose('Send a test')
  await expectToast('The other program has it')
  await choose('Make a new secret')
  expect((await dialogOf('The webhook’s secret')).getByText(SECRET)).toBeTruthy()
})

test('what a webhook hears of is changed without a new secret', async () => {
  const changed: Hook = { ...MADE, types: ['order.created', 'market_day.updated'] }
  const { user, requests } = openDesk(
    {
      ...NO_TOKENS,
      'GET /api/admin/hooks': [{ body: [MADE] }, { body: [changed] }],
      'PUT /api/admin/hooks/1': { body: changed },
    },
    'connections',
  )
  const list = within(await screen.findByRole('list', { name: 'Webhooks' }))
  await user.click(list.getByRole('button', { name: `More for ${MADE.url}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change what it hears of' }))
  const form = await dialogOf('What it hears of')
  await user.click(form.getByLabelText('A new order'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Please choose at least one.')).toBeTruthy()
  await user.click(form.getByLabelText('A new order'))
  await user.click(form.getByLabelText('A change of market days'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await expectToast('Webhook changed')
  expect(requests.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    types: ['order.created', 'market_day.updated'],
  })
  expect(await list.findByText('A new order. A change of market days. On.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the lines for another website lead to this shop, with a plain link beside them', async () => {
  openDesk({ ...NO_TOKENS, 'GET /api/admin/hooks': { body: [] } }, 'connections')
  const src = `${location.origin}/api/feeds/embed.js`
  const link = `<a href="${location.origin}/">Our shop</a>`
  expect(
    await screen.findByText(`<script async src="${src}"></script><noscript>${link}</noscript>`),
  ).toBeTruthy()
  expect(screen.getByText(link)).toBeTruthy()
  expect(screen.getByText(`${location.origin}/api/feeds/google.xml`)).toBeTruthy()
})
