import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Sale } from '#contract/market/sales.ts'
import { openDesk } from '#tests/a-desk.tsx'

const BEETS_SOLD: Sale = {
  id: '0b7c3f6e-1f0a-4d53-9a55-1c2d3e4f5a6b',
  at: '2026-11-21T17:10:00.000Z',
  placeName: 'Farmers market',
  total: 4.75,
  lines: [{ productId: 3, name: 'Ruby Beets, bunch', units: 1, amount: 4.75 }],
  tenders: [{ way: 'Cash', amount: 4.75 }],
  note: null,
  undoneAt: null,
}
const UNDONE = { ...BEETS_SOLD, undoneAt: '2026-11-21T17:20:00.000Z' }

test('a sale of today is undone from a list whose address names no day, and is shown as undone', async () => {
  const list = (sale: Sale, total: number) => ({
    body: { day: '2026-11-21', total, sales: [sale] },
  })
  const { user } = openDesk(
    {
      'GET /api/sales': [list(BEETS_SOLD, 4.75), list(UNDONE, 0)],
      [`POST /api/sales/${BEETS_SOLD.id}/undo`]: { body: UNDONE },
    },
    'sales',
  )
  await user.click(await screen.findByRole('button', { name: 'Undo the sale of $4.75' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo this sale?' }))
  await user.click(question.getByRole('button', { name: 'Undo the sale' }))
  expect(await screen.findByText(/^Undone/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText('$0.00')).toBeTruthy()
})
