import { expect, test } from 'vitest'
import { notedText } from './gate.tsx'

const heardAt = '2026-11-28T18:50:00.000Z'
const now = new Date('2026-11-29T18:50:00.000Z')

test.each([
  [0, 0, /^By Nov 28, .* it had made no notes\. Whatever it noted after that/],
  [1, 1, /it had made one note, and the shop has it\. Whatever/],
  [12, 12, /it had made 12 notes, and the shop has all of them\. Whatever/],
  [12, 10, /it had made 12 notes, and the shop has 10 of them\. The others, and whatever/],
])(
  'of %i notes that an emptied phone had, %i arrived: both are said',
  (announced, arrived, said) => {
    expect(notedText({ announced, arrived, heardAt }, now)).toMatch(said)
  },
)

test('a phone that was never heard is said to be so', () => {
  expect(notedText({ announced: 0, arrived: 0, heardAt: null }, now)).toMatch(
    /^The shop never heard/,
  )
})
