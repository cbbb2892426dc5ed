import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StallBox, StallDay } from '#contract/market/stall.ts'
import { PackCard } from './pack-card.tsx'

type Item = StallBox['items'][number]

function renderBox(items: readonly Item[]): void {
  const box = {
    ...{ id: 7, mark: '1a2b3c4d', shortName: 'Ada M.', boxes: 1, due: 0, items },
    ...{ packs: [], packedWith: [], notes: [], gives: [] },
  } as unknown as StallBox
  const day = { marketDay: { id: 1 }, boxes: [box], harvest: { calls: [] } } as unknown as StallDay
  render(<PackCard box={box} day={day} onPacked={() => {}} />)
}

const cheese: Item = { productId: 1, name: 'Cheese', units: 1, isCold: true }

test('who may not weigh is told what is to be weighed before the box is packed', () => {
  renderBox([
    { ...cheese, toWeigh: true },
    { ...cheese, productId: 2, name: 'Curds' },
  ])
  const named = screen.getAllByRole('checkbox', { name: /the farmer weighs it/ })
  expect(named.map((box) => box.closest('label')?.textContent)).toEqual([
    '1 × Cheesethe farmer weighs itCOLD',
  ])
})

test('cold goods say so, also those sold by weight', () => {
  const byWeight: NonNullable<Item['byWeight']> = {
    ...{ unit: 'lb', price: 6, to: 2, paid: 12, weight: null, amount: null, toSendBack: 0 },
    weighs: [],
  }
  renderBox([cheese, { ...cheese, productId: 2, name: 'Chicken', byWeight }])
  expect(screen.getAllByText('COLD')).toHaveLength(2)
})
