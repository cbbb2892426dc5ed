import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StallBox, StallDay } from '#contract/market/stall.ts'
import { PackCard } from './pack-card.tsx'

test('who may not weigh is told what is to be weighed before the box is packed', () => {
  const items = [{ productId: 1, name: 'Ham', units: 1, isCold: true, toWeigh: true }]
  const box = {
    ...{ id: 7, mark: '1a2b3c4d', shortName: 'Ada M.', boxes: 1, due: 0, items },
    ...{ packs: [], packedWith: [], notes: [], gives: [] },
  } as unknown as StallBox
  const day = { marketDay: { id: 1 }, boxes: [box], harvest: { calls: [] } } as unknown as StallDay
  render(<PackCard box={box} day={day} onPacked={() => {}} />)
  expect(screen.getByRole('checkbox', { name: /Ham.*the farmer weighs it.*COLD/ })).toBeDefined()
})

test('cold goods say so, also those sold by weight', () => {
  const byWeight = {
    ...{ unit: 'lb', price: 6, to: 2, paid: 12, weight: null, amount: null, toSendBack: 0 },
    weighs: [],
  } as const
  const cheese = { productId: 1, name: 'Cheese', units: 1, isCold: true }
  const items = [cheese, { ...cheese, productId: 2, name: 'Chicken', byWeight }]
  const box = {
    ...{ id: 7, mark: '1a2b3c4d', shortName: 'Ada M.', boxes: 1, due: 0, items },
    ...{ packs: [], packedWith: [], notes: [], gives: [] },
  } as unknown as StallBox
  const day = { marketDay: { id: 1 }, boxes: [box], harvest: { calls: [] } } as unknown as StallDay
  render(<PackCard box={box} day={day} onPacked={() => {}} />)
  expect(screen.getAllByText('COLD')).toHaveLength(2)
})
