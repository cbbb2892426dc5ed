import { expect, test } from 'vitest'
import type { NoShow } from '#contract/no-shows.ts'
import { effectsOf, NOTHING_CHOSEN } from './no-show-text.ts'

test('a move says what the new day would have too much of, boxes and goods', () => {
  const over = { name: 'Eggs', units: 4, most: 3 }
  const plan = { isDecided: false, revision: 0, refunded: 0, most: 9, notifiesBuyer: false }
  const order = { id: 7, left: 0, paidByHand: 0 } as NoShow
  const typed = { ...NOTHING_CHOSEN, decision: 'next_day' as const }
  expect(effectsOf({ ...plan, overLimits: [over] }, typed, order)).toEqual([
    'Order #7 is on that day’s lists.',
    'That day is full. With this order it has 9 boxes, more than you set.',
    'Eggs: with this order that day has 4, more than the 3 you set.',
  ])
})
