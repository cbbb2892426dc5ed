import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, bodyOf, count, expectToast, openDesk } from '#tests/a-desk.tsx'

const CALL = 'POST /api/newsletter/subscribers/import'
const CSV = 'email,asked\nada@example.com,2024-05-01\nben,\n'
const FILE = new File([CSV], 'list.csv', { type: 'text/csv' })
const ADDED = { row: 2, who: 'ada@example.com', outcome: 'added', message: null }
const REFUSED = { row: 3, who: 'ben', outcome: 'refused', message: 'Not an address.' }
const list = (applied: boolean) => ({ body: { applied, plan: 'p1', rows: [ADDED, REFUSED] } })

test('a list of subscribers is looked at first, names its bad rows, and is applied as it was looked at', async () => {
  const { user, requests } = openDesk(
    { 'GET /api/newsletter/subscribers': { body: [] }, [CALL]: [list(false), list(true)] },
    'subscribers',
  )
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import subscribers' }))
  await user.upload(dialog.getByLabelText('Choose CSV file'), FILE)
  await dialog.findByText('1 new, 0 already here, 1 refused')
  expect(dialog.getByText('Row 3 ben').closest('li')?.textContent).toContain('Not an address.')
  expect(bodyOf(requests, CALL)).toEqual({ csv: CSV })
  await user.click(dialog.getByRole('button', { name: 'Import 1 row' }))
  await expectToast('Subscribers imported', '1 added.')
  expect(bodies(requests, CALL).at(-1)).toEqual({
    ...{ csv: CSV, plan: 'p1', apply: true, skipRefused: true },
  })
  await waitFor(() => expect(count(requests, 'GET /api/newsletter/subscribers')).toBe(2))
})
