import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SETTING_KEYS, SETTING_VALUES } from '#contract/settings/setting-table.ts'
import { bodyOf, openDesk } from '#tests/a-desk.tsx'

function openTax(key: 'tax_rate' | 'tax_categories', rate = '') {
  const answer = { body: { key, value: '', description: '' } }
  const stored = SETTING_KEYS.map((one) => {
    return { key: one, value: one === 'tax_rate' ? rate : SETTING_VALUES[one], description: '' }
  })
  const desk = openDesk(
    { [`PUT /api/settings/${key}`]: answer, 'GET /api/settings': { body: stored } },
    'taking-money',
  )
  const sent = () => bodyOf(desk.requests, `PUT /api/settings/${key}`)
  return { ...desk, sent }
}

test('a rate says what of $10.00 is tax while it is typed, and a wrong one says nothing', async () => {
  const { user, sent } = openTax('tax_rate')
  await user.click(await screen.findByRole('button', { name: /^Edit Sales tax in your prices/ }))
  expect(screen.queryByLabelText('Bakery')).toBeNull()
  const field = screen.getByLabelText(/^Sales tax in your prices/)
  await user.type(field, '62')
  expect(screen.queryByText(/is tax\./)).toBeNull()
  await user.clear(field)
  await user.type(field, '6.2')
  expect(screen.getByText('On $10.00: $0.58 is tax.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toMatchObject({ value: '6.2' }))
})

test('what is taxed is chosen by category, and all others are exempt', async () => {
  const { user, sent } = openTax('tax_categories', '6.2')
  const bakery = await screen.findByLabelText<HTMLSelectElement>('Bakery')
  expect(bakery.value).toBe('exempt')
  await user.selectOptions(bakery, 'Full rate')
  await waitFor(() => expect(sent()).toMatchObject({ value: '{"Bakery":"standard"}' }))
})
