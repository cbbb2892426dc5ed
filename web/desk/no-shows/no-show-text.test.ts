import { expect, test } from 'vitest'
import type { MissedDay, NoShow } from '#contract/market/no-shows.ts'
import { CALENDAR, MARKET, NEXT } from '#tests/a-desk-calendar.ts'
import { daysToMove, effectsOf, NOTHING_CHOSEN, suggestedMessage } from './no-show-text.ts'

test('the suggested words promise money back only to whoever paid', () => {
  const day = { day: '2026-11-21' } as MissedDay
  const typed = { ...NOTHING_CHOSEN, decision: 'cancel' as const }
  const wordsFor = (left: number, paidByHand: number) =>
    suggestedMessage({ typed, day, order: { left, paidByHand } as NoShow, moveLabel: '' })
  const missed = 'We had your order ready on Saturday, Nov 21, but nobody picked it up.'
  expect(wordsFor(0, 0)).toBe(`${missed} We canceled it.`)
  for (const paid of [wordsFor(14, 0), wordsFor(0, 14)])
    expect(paid).toBe(`${missed} We canceled it, and you’ll get your money back.`)
})

test('a move says what the new day would have too much of, boxes and goods', () => {
  const over = { name: 'Eggs', units: 4, most: 3 }
  const plan = { isDecided: false, revision: 0, refunded: 0, most: 9, notifiesBuyer: false }
  const order = { id: 7, left: 0, paidByHand: 0 } as NoShow
  const moveLabel = 'Saturday, Nov 28, 9am to noon · Farm store'
  const typed = { ...NOTHING_CHOSEN, decision: 'next_day' as const, moveLabel }
  expect(effectsOf({ ...plan, overLimits: [over] }, typed, order)).toEqual([
    'Order #7 is on the lists of Saturday, Nov 28, 9am to noon, Farm store.',
    'That day is full. With this order it has 9 boxes, more than you set.',
    'Eggs: with this order that day has 4, more than the 3 you set.',
  ])
})

test('an order moves to a day that is still to come, and first to one of its own place', () => {
  const day = { id: 1, placeName: MARKET.name } as MissedDay
  const all = daysToMove(day, CALENDAR, new Date('2020-01-01')).map(([id]) => id)
  expect(all).toContain(String(NEXT.id))
  const after = daysToMove(day, CALENDAR, new Date(NEXT.closesAt)).map(([id]) => id)
  expect(after).not.toContain(String(NEXT.id))
})
