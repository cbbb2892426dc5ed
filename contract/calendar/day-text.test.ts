import { expect, test } from 'vitest'
import {
  asSentence,
  closedSentence,
  formatCutoff,
  formatOrderBy,
  nextPickupText,
} from './day-text.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from './market-days.ts'

const ZONE = 'America/Denver'

const place = (key: string, name: string, kind: MarketPlace['kind'] = 'pickup'): MarketPlace => ({
  key,
  kind,
  name,
  address: '',
  mapUrl: null,
  note: '',
  hasDays: true,
  hours: '',
  opensAgain: null,
})

const day = (placeKey: string, facts: Partial<MarketDay> = {}): MarketDay => ({
  id: 1,
  placeKey,
  day: '2026-11-28',
  opens: '09:00',
  closes: '12:00',
  opensAt: '2026-11-28T16:00:00.000Z',
  closesAt: '2026-11-28T19:00:00.000Z',
  orderUntil: '2026-11-27T03:00:00.000Z',
  state: 'open',
  left: null,
  message: '',
  ...facts,
})

const calendar = (facts: Partial<OrderingCalendar>): OrderingCalendar => ({
  places: [place('market', 'Farmers market'), place('store', 'Farm store')],
  days: [],
  today: '2026-11-20',
  pause: null,
  isSeeded: false,
  ...facts,
})

test.each([
  ['2026-11-27T03:00:00.000Z', 'order by Thursday, 8 PM'],
  ['2026-11-28T01:30:00.000Z', 'order by Friday, 6:30 PM'],
  ['2026-11-28T07:00:00.000Z', 'order by Friday, 11:59 PM'],
  ['2026-11-27T19:00:00.000Z', 'order by Friday, noon'],
  ['2026-11-21T03:00:00.000Z', 'order by Friday, Nov 20, 8 PM'],
])('ordering that ends at %s reads: %s', (orderUntil, text) => {
  expect(formatOrderBy(day('market', { orderUntil }), ZONE)).toBe(text)
})

test.each([
  ['2026-11-26', '2026-11-28T07:00:00.000Z', 'Friday, 11:59 PM'],
  ['2026-11-27', '2026-11-28T07:00:00.000Z', '11:59 tonight'],
  ['2026-11-27', '2026-11-28T01:30:00.000Z', '6:30 tonight'],
  ['2026-11-27', '2026-11-27T23:30:00.000Z', '4:30 PM today'],
  ['2026-11-27', '2026-11-27T19:00:00.000Z', 'noon today'],
  ['2026-11-28', '2026-11-28T15:00:00.000Z', '8 AM today'],
])('on %s ordering that ends at %s reads: %s', (today, orderUntil, text) => {
  expect(formatCutoff(day('market', { orderUntil }), ZONE, { today })).toBe(text)
})

// Daylight saving time begins March 14, 2027, at 2 AM and ends November 7.
test.each([
  ['2027-03-13', '2027-03-13', '2027-03-14T07:00:00.000Z', '11:59 tonight'],
  ['2027-03-13', '2027-03-14', '2027-03-15T06:00:00.000Z', 'Sunday, 11:59 PM'],
  ['2027-03-14', '2027-03-14', '2027-03-15T06:00:00.000Z', '11:59 tonight'],
  ['2027-11-06', '2027-11-07', '2027-11-08T07:00:00.000Z', 'Sunday, 11:59 PM'],
  ['2027-11-07', '2027-11-07', '2027-11-08T07:00:00.000Z', '11:59 tonight'],
])('on %s, over a change of clocks on %s: %s', (today, marketDay, orderUntil, text) => {
  expect(formatCutoff({ day: marketDay, orderUntil }, ZONE, { today })).toBe(text)
})

test.each([
  ['2026-11-21', 'Friday, 11:59 PM'],
  ['2026-11-16', 'Friday, Nov 27, 11:59 PM'],
])('written on %s without the market day beside it: %s', (writtenOn, text) => {
  const orderUntil = '2026-11-28T07:00:00.000Z'
  expect(formatCutoff(day('market', { orderUntil }), ZONE, { writtenOn })).toBe(text)
})

test('the next pickup names its day, until when to order, and each place that is alike', () => {
  const later = day('store', { day: '2026-12-05' })
  const said = (days: MarketDay[]) => nextPickupText(calendar({ days }), ZONE)?.whole
  const next = 'Next pickup: Saturday, Nov 28 · order by Thursday, 8 PM'
  expect(said([day('market'), later])).toBe(`${next} · Farmers market`)
  expect(said([day('market'), day('store')])).toBe(`${next} · Farmers market or Farm store`)
})

test('each place is named with its street', () => {
  const market = { ...place('market', 'Farmers market'), address: '745 River St, Hot Springs' }
  const store = { ...place('store', 'Farm store'), address: '9 Elm Rd' }
  const days = [day('market'), day('store')]
  expect(nextPickupText(calendar({ places: [market, store], days }), ZONE)?.whole).toMatch(
    / · Farmers market, 745 River St or Farm store, 9 Elm Rd$/,
  )
})

test('in brief the next pickup has short days', () => {
  const said = (facts: Partial<MarketDay>) =>
    nextPickupText(calendar({ days: [day('market', facts)] }), ZONE)
  expect(said({})?.brief).toBe('Pickup Sat, Nov 28 · order by Thu, 8 PM')
  expect(said({ orderUntil: '2026-11-28T07:00:00.000Z' })?.brief).toBe(
    'Pickup Sat, Nov 28 · order by Fri, 11:59 PM',
  )
  const tonight = { days: [day('market')], today: '2026-11-26' }
  expect(nextPickupText(calendar(tonight), ZONE)?.brief).toBe(
    'Pickup Sat, Nov 28 · order by 8 tonight',
  )
  expect(nextPickupText(calendar({ pause: 'Back on Monday.' }), ZONE)?.brief).toBe(
    'Back on Monday.',
  )
})

test('a pause and a closed day speak in the farmer’s words; a delivery is no pickup', () => {
  const closed = day('market', { state: 'closed', message: 'Snow: no market.' })
  const zone = place('delivery', 'Hot Springs area', 'delivery')
  expect(nextPickupText(calendar({ days: [closed] }), ZONE)?.whole).toBe('Snow: no market.')
  expect(nextPickupText(calendar({ pause: 'Back on Monday.' }), ZONE)?.whole).toBe(
    'Back on Monday.',
  )
  expect(nextPickupText(calendar({ places: [zone], days: [day('delivery')] }), ZONE)).toBeNull()
})

test('off season it says from when on, with the farmer’s words where there are some', () => {
  const market = { ...place('farmers_market', 'Farmers market'), opensAgain: '2027-05-08' }
  const store = { ...place('farm_store', 'Farm store'), opensAgain: '2027-05-02' }
  const places = [market, store, place('delivery', 'Delivery', 'delivery')]
  expect(closedSentence(calendar({ places, days: [] }))).toBe('We open again on May 2')
  const closed = day('farm_store', { state: 'closed', message: 'Winter break.' })
  expect(nextPickupText(calendar({ places, days: [closed] }), ZONE)?.whole).toBe(
    'Winter break. · We open again on May 2',
  )
  const full = day('store', { state: 'full' })
  expect(closedSentence(calendar({ days: [full] }))).toBe('Every pickup day is full right now')
  expect(closedSentence(calendar({ days: [day('store')] }))).toBeNull()
  expect(['Back soon!', 'Back soon'].map(asSentence)).toEqual(['Back soon!', 'Back soon.'])
})
