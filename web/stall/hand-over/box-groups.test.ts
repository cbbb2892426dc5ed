import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StallBox } from '#contract/market/stall.ts'
import { type Cents, cents, toCents } from '#contract/money/money.ts'
import { findBox } from '../scan/scan-sheet.tsx'
import {
  dueOf,
  formatGroup,
  givesOf,
  groupBoxes,
  isFound,
  keyOf,
  shareTenders,
  stateOf,
} from './box-groups.ts'

const aBox = (id: number, more: Partial<StallBox> = {}): StallBox => ({
  ...{ id, mark: '1a2b3c4d', shortName: 'Ada M.', boxes: 1, isCold: false, isPacked: true },
  ...{ packs: [], ifShort: null },
  ...{ isCancelled: false, packedWith: [], notes: [], items: [], due: 0, gives: [], ...more },
})
const given = [{ id: 'g', at: '2026-11-28T16:00:00.000Z', by: 'Sam' }]

test('orders that are packed together are one box, handed over when all of it is, but never a cancelled one', () => {
  const boxes = [
    aBox(3),
    aBox(2, { packedWith: [1, 4] }),
    aBox(1, { packedWith: [2, 4], gives: given }),
  ]
  const cancelled = aBox(4, { isCancelled: true })
  const groups = groupBoxes([...boxes, cancelled])
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[1, 2], [3], [4]])
  expect(groups.map(stateOf)).toEqual(['here', 'here', 'cancelled'])
  expect(stateOf(groupBoxes(boxes.map((box) => ({ ...box, gives: given })))[0] ?? [])).toBe('given')
  expect(keyOf(groups[0] ?? [])).toBe(1)
  expect(formatGroup(groups[0] ?? [])).toBe('2 boxes · packed together')
})

test('a box that is kept since an earlier day says so', () => {
  const carriedFrom = { day: '2026-11-21', placeName: 'Farmers market' }
  expect(formatGroup([aBox(1, { carriedFrom })])).toBe('kept from Sat, Nov 21 · 1 box')
})

test('a gift says for whom it is, and is found by that name', () => {
  const group = [aBox(1, { isGift: true, giftTo: 'Ruth G.' })]
  expect(formatGroup(group)).toBe('1 box · gift for Ruth G.')
  expect([isFound(group, 'ruth'), isFound(group, 'ada'), isFound(group, 'uth')]).toEqual([
    true,
    true,
    false,
  ])
  expect(formatGroup([aBox(2, { isGift: true })])).toBe('1 box · gift')
})

test('a box is found by its number, or the beginning of a name, and by no other part of it', () => {
  const group = [aBox(1042, { shortName: 'Theodora W.' })]
  const found = ['1042', '#104', 'theo', 'W.', ' 42 ', ''].map((text) => isFound(group, text))
  expect(found).toEqual([true, true, true, true, true, true])
  expect(['dora', '1043', 'x'].map((text) => isFound(group, text))).toEqual([false, false, false])
})

test('only gives that have a number can be taken back from a phone', () => {
  const gives = [...given, { id: null, at: '2026-11-28T16:05:00.000Z', by: '' }]
  expect(givesOf(aBox(1, { gives }))).toEqual(['g'])
})

test('money for several orders is shared to the cent, and none gets more than is due', () => {
  const amount = fc.integer({ min: 0, max: 5000 }).map((one) => one as Cents)
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 99 }),
      (dues, part) => {
        const total = dues.reduce((sum, due) => sum + due, 0)
        const first = Math.floor((total * part) / 100)
        const tenders = [
          { way: 'Cash', amount: first / 100 },
          { way: 'Check', amount: (total - first) / 100 },
        ]
        const shares = shareTenders(dues, tenders)
        const sumOf = (ways: { amount: number }[]) =>
          cents(ways.reduce((sum, one) => sum + toCents(one.amount), 0))
        expect(shares.map(sumOf)).toEqual(dues)
        for (const { way, amount: was } of tenders)
          expect(sumOf(shares.flat().filter((one) => one.way === way))).toBe(toCents(was))
      },
    ),
  )
  expect(dueOf([aBox(1, { due: 18 }), aBox(2, { due: -2 })])).toBe(1800)
})

test('a code finds its own order, and says why it finds none', () => {
  const box = aBox(1042)
  expect(findBox([box], 'BOX 1042 1A2B3C4D')).toBe(box)
  expect(findBox([box], 'BOX 1042 00000000')).toBe('This code is for a different order #1042.')
  expect(findBox([box], 'BOX 7 1A2B3C4D')).toBe('#7 is not on the list of this day.')
  expect(findBox([box], 'https://farm.example')).toBe('This code does not belong to any order.')
})
