import type { DeskCalendar, DeskDay } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { DeskRule } from '#contract/calendar/rules.ts'

export const HOURS = {
  ...{ opens: '09:00', closes: '12:00', orderDays: 2, orderTime: '20:00', capacity: 40 },
}

export const RULE: DeskRule = {
  ...{ id: 1, placeId: 1, weekday: 6, everyWeeks: 1, firstDay: '2020-01-04', lastDay: null },
  ...{ seasonFrom: '05-02', seasonUntil: '10-31', ...HOURS },
}

export const MARKET: DeskPlace = {
  ...{ id: 1, key: 'farmers_market', kind: 'pickup', name: 'Farmers market' },
  ...{ address: '1 Main Street', mapUrl: null, note: 'Park behind the church.', zips: null },
  ...{ fee: 5, minimum: 20 },
  ...{ daysAhead: 2, paysAtPickup: false, position: 1, isRetired: false, rules: [RULE] },
}
export const STORE: DeskPlace = {
  ...{ ...MARKET, id: 2, key: 'farm_store', name: 'Farm store', position: 2 },
  rules: [],
}

export const SATURDAY: DeskDay = {
  ...{ id: 7, placeId: 1, day: '2026-11-28', ...HOURS },
  opensAt: '2026-11-28T16:00:00.000Z',
  closesAt: '2026-11-28T19:00:00.000Z',
  orderUntil: '2026-11-27T03:00:00.000Z',
  ...{ state: 'open', message: '', ruleId: 1, byHand: false, orders: 33, unsettled: 0 },
}
export const AT_STORE: DeskDay = {
  ...{ ...SATURDAY, id: 8, placeId: 2, opens: '14:00', closes: '17:00', capacity: null, orders: 1 },
  ...{ orderUntil: '2026-11-28T07:00:00.000Z', byHand: true },
}
export const NEXT: DeskDay = { ...SATURDAY, id: 9, day: '2026-12-05', orders: 0 }

export const CALENDAR: DeskCalendar = {
  ...{ places: [MARKET, STORE], closures: [], pause: null, days: [SATURDAY, AT_STORE, NEXT] },
}
