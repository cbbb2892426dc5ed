import type { ShortOrder, ShortPlan } from '#contract/packing/packing.ts'
import type { HarvestList } from '#contract/packing/packing-lists.ts'
import type { Answers } from './a-desk.tsx'

export const SHORT_DAY = '2026-11-28'
const counted = { orders: 5, packed: 0, collected: 0 }
const MARKET = { key: 'farmers_market', name: 'Farmers market' }
export const HARVEST: HarvestList = {
  day: SHORT_DAY,
  places: [{ ...MARKET, kind: 'pickup', orders: 5, boxes: 5 }],
  printedAt: null,
  products: [
    {
      ...{ productId: 2, name: 'Carrots', category: 'Vegetables', need: 7, change: null },
      byPlace: [{ placeKey: MARKET.key, units: 7 }],
    },
  ],
  calls: [],
}

export const WITH_HARVEST: Answers = {
  'GET /api/days': {
    body: {
      ...{ today: '2026-11-26', withoutDay: 0 },
      days: [{ day: SHORT_DAY, places: [{ ...MARKET, ...counted }] }],
    },
  },
  [`GET /api/days/${SHORT_DAY}/harvest`]: { body: HARVEST },
}

const ORDER: ShortOrder = {
  ...{ id: 41, customerName: 'Will Xavier', phone: null, ifShort: null, ordered: 3, gets: 2 },
  ...{ outcome: 'fewer', substituteUnits: 0, refunded: 3.5, forgone: 0 },
  ...{ toGiveBack: 0, lessDue: 0, isTold: true },
}
const KALE = { productId: 3, name: 'Kale', price: 3.25, stock: 14 }
const NOTHING = { substituteUnits: 0, refunded: 0, isTold: false }
export const SHORT_PLAN: ShortPlan = {
  ...{ productName: 'Carrots', need: 7, substitute: KALE, offers: [KALE], offered: 6 },
  orders: [
    ORDER,
    {
      ...{ ...ORDER, id: 47, customerName: 'Lena Mayer', ifShort: 'substitute', ordered: 2 },
      ...{ gets: 1, substituteUnits: 1, refunded: 0.25 },
    },
    {
      ...{ ...ORDER, ...NOTHING, id: 50, customerName: 'Rosa Stone', ifShort: 'call' },
      ...{ phone: '(605) 555-0147', ordered: 2, gets: 1, outcome: 'waits' },
    },
  ],
  totals: { changed: 2, ended: 0, refunded: 3.75, mails: 2, substituted: 1, calls: 1, takenOff: 6 },
  confirm: 'the plan',
}
