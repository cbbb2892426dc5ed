import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StallDay } from '#contract/market/stall.ts'
import { HandOverView } from './hand-over-view.tsx'

const WAYS = [{ name: 'Cash', isCash: true, givesChange: true }]

function aDay(id: number, due: number): StallDay {
  const box = {
    ...{ id: 7, mark: '1a2b3c4d', shortName: 'Ada M.', boxes: 1, isPacked: true, due },
    ...{ packs: [], packedWith: [], notes: [], items: [], gives: [] },
  }
  return { marketDay: { id }, boxes: [box], ways: WAYS } as unknown as StallDay
}

test('what is to pay counts the orders that owe, and not the paid ones packed with them', () => {
  const day = aDay(1, 18)
  const [box] = day.boxes
  if (!box) throw new Error('There is no box.')
  render(
    <HandOverView day={{ ...day, boxes: [box, { ...box, id: 9, due: 0, packedWith: [7] }] }} />,
  )
  expect(screen.getByRole('button', { name: /^To pay \(1 · \$18\.00/ })).toBeTruthy()
})

async function openSheet(day: StallDay) {
  const { rerender } = render(<HandOverView day={day} />)
  await userEvent.click(screen.getByRole('button', { name: 'Take $18.00, #7' }))
  const sheet = screen.getByRole('dialog', { name: '#7 Ada M.' })
  expect(sheet.textContent).toContain('To pay$18.00')
  return { sheet, show: (next: StallDay) => rerender(<HandOverView day={next} />) }
}

test('what is to pay follows the shop while the sheet is open, so nobody pays twice', async () => {
  const { sheet, show } = await openSheet(aDay(1, 18))
  show(aDay(1, 12.5))
  expect(sheet.textContent).toContain('To pay$12.50')
  show(aDay(1, 0))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Hand out, #7' })).toBeTruthy()
})

test('another day closes the sheet of a box that is not on its list', async () => {
  const { show } = await openSheet(aDay(1, 18))
  show({ ...aDay(2, 18), boxes: [] })
  expect(screen.queryByRole('dialog')).toBeNull()
})
