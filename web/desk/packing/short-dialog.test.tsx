import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShortDraft } from '#contract/packing/packing.ts'
import { type Answers, expectToast, openDesk } from '#tests/a-desk.tsx'
import { HARVEST, SHORT_DAY, SHORT_PLAN, WITH_HARVEST } from '#tests/a-short-plan.ts'

const SHORT = `POST /api/days/${SHORT_DAY}/short`

async function openShort(answers: Answers = {}) {
  const desk = openDesk(
    { ...WITH_HARVEST, [SHORT]: { body: { done: null, plan: SHORT_PLAN } }, ...answers },
    `lists/${SHORT_DAY}/harvest/short-2-4`,
  )
  const dialog = within(await screen.findByRole('dialog'))
  const drafts = () =>
    desk.requests.filter(({ call }) => call === SHORT).map(({ body }) => body as ShortDraft)
  return { ...desk, dialog, drafts }
}

test('it says of which day and how many are short', async () => {
  const { dialog } = await openShort()
  expect(await dialog.findByText('Saturday, Nov 28 · 3 orders · 3 short')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Carrots: 4 for 7' })).toBeTruthy()
})

test('what everybody gets and what goes back is said before anything happens', async () => {
  const { dialog, drafts } = await openShort()
  expect(
    await dialog.findByText('2 emails · $3.75 back · 1 × Kale · 6 taken off the shop · 1 call'),
  ).toBeTruthy()
  expect(dialog.getByText('$3.50 back')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Instead: 1 × Kale, 14 left').checked).toBe(true)
  expect(dialog.getByRole('link', { name: '(605) 555-0147' }).getAttribute('href')).toBe(
    'tel:+16055550147',
  )
  expect(dialog.getByText('waits until you decide')).toBeTruthy()
  expect(drafts().every((draft) => draft.confirm === undefined)).toBe(true)
  expect(drafts()[0]).toMatchObject({ have: 4, rule: 'fair', goods: 'missing', takesOff: true })
})

test('where no card paid, it speaks of no card', async () => {
  const [order] = SHORT_PLAN.orders
  const byHand = { ...order, refunded: 0, toGiveBack: 1.5, lessDue: 2 }
  const ended = { ...byHand, outcome: 'ended', toGiveBack: 0, lessDue: 0 }
  const plan = { ...SHORT_PLAN, orders: [byHand, { ...ended, id: 47 }] }
  const { dialog } = await openShort({ [SHORT]: { body: { done: null, plan } } })
  expect(await dialog.findByText('give back $1.50, $2.00 less to pay')).toBeTruthy()
  expect(dialog.getByText('Nothing left: canceled, no money back')).toBeTruthy()
  expect(dialog.queryByText(/card/)).toBeNull()
})

test('a number typed is the farmer’s own decision, and stays when the plan cannot be made', async () => {
  const message = 'That is 5 in all, and there are only 4.'
  const { user, dialog, drafts } = await openShort({
    [SHORT]: [
      { body: { done: null, plan: SHORT_PLAN } },
      { status: 400, body: { code: 'invalid', message, field: 'gets' } },
    ],
  })
  const gets = await dialog.findByLabelText<HTMLInputElement>(/gets order 41/)
  await user.clear(gets)
  expect(dialog.getByRole('alert').textContent).toBe('Please enter whole numbers.')
  await user.type(gets, '3')
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(gets.value).toBe('3')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'I decide' }).checked).toBe(true)
  expect(drafts().at(-1)?.gets).toEqual([
    ...[
      { orderId: 41, units: 3 },
      { orderId: 47, units: 1 },
    ],
    { orderId: 50, units: 1 },
  ])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Split' }).disabled).toBe(true)
})

test('it is done as it was seen, with the farmer’s words, and says whom to call', async () => {
  const { user, dialog, drafts } = await openShort({
    [SHORT]: [
      ...[{ body: { done: null, plan: SHORT_PLAN } }, { body: { done: null, plan: SHORT_PLAN } }],
      { body: { done: { ...SHORT_PLAN.totals, takenOff: 0 }, plan: SHORT_PLAN } },
    ],
  })
  await user.click(await dialog.findByRole('radio', { name: 'Can still be sold' }))
  await waitFor(() => expect(drafts().at(-1)).toMatchObject({ goods: 'sellable', takesOff: false }))
  const why = dialog.getByLabelText(/^Why/)
  await user.clear(why)
  await user.type(why, 'Hail')
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  await expectToast('Carrots split')
  expect(drafts().at(-1)).toMatchObject({ confirm: 'the plan', reason: 'Hail' })
  const done = within(await screen.findByRole('dialog', { name: 'Carrots: split' }))
  expect(done.getByText('2 emails · $3.75 back · 1 × Kale · 1 call')).toBeTruthy()
  expect(done.getByText(/Rosa Stone: 1 of 2/)).toBeTruthy()
  await user.click(done.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('where somebody ordered meanwhile nothing is done, and what was typed is still there', async () => {
  const message = 'Orders or stock changed meanwhile.'
  const { user, dialog, drafts } = await openShort({
    [SHORT]: [
      { body: { done: null, plan: SHORT_PLAN } },
      { status: 409, body: { code: 'plan-changed', message } },
      { body: { done: null, plan: { ...SHORT_PLAN, confirm: 'the next plan' } } },
    ],
  })
  const why = await dialog.findByLabelText<HTMLInputElement>(/^Why/)
  await user.clear(why)
  await user.type(why, 'Hail')
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  await expectToast('Nothing was changed', message)
  expect(dialog.getByRole('alert').textContent).toBe(message)
  expect(why.value).toBe('Hail')
  await waitFor(() => expect(drafts()).toHaveLength(3))
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  await waitFor(() => expect(drafts().at(-1)?.confirm).toBe('the next plan'))
})

test('a call that is still to make stands over the list', async () => {
  const call = { orderId: 50, shortName: 'Rosa S.', productId: 2, name: 'Carrots' }
  const calls = [{ ...call, gets: 1, units: 2 }]
  const { user, dialog } = await openShort({
    [`GET /api/days/${SHORT_DAY}/harvest`]: { body: { ...HARVEST, calls } },
  })
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const list = within(screen.getByRole('region', { name: 'Calls to make' }))
  expect(list.getByText(/only 1 of 2 × Carrots/)).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Decide about Carrots' }))
  expect(await screen.findByRole('dialog', { name: 'Carrots: 6 for 7' })).toBeTruthy()
})
