import { CALENDAR, MARKET, STORE } from './a-desk-calendar.ts'
import { type DeskForm, WITH_CALENDAR } from './order-forms.ts'

export const CALENDAR_FORMS: readonly DeskForm[] = [
  {
    ...{ address: 'calendar/day/7/limit-1', from: 'calendar/day/7', title: 'Eggs' },
    ...{ typed: { 'At most': '12' }, save: 'Save this number', draft: 'local' },
    call: 'PUT /api/market-days/7/limits',
    answers: {
      ...WITH_CALENDAR,
      'GET /api/market-days/7/products': {
        body: [
          {
            ...{ productId: 1, name: 'Eggs', ordered: 4, orderedForOthers: 0, forSale: 9 },
            ...{ most: null, isOwnMost: false },
          },
        ],
      },
    },
  },
  {
    ...{ address: 'calendar/new', from: 'calendar', title: 'Add a day', draft: 'local' },
    ...{ typed: { Day: '2026-12-23' }, save: 'Add', call: 'POST /api/market-days' },
    answers: WITH_CALENDAR,
  },
  {
    ...{ address: 'calendar/places/1', from: 'calendar/places', draft: 'local' },
    ...{ title: 'Edit Farmers market', typed: { Name: 'Green market' }, save: 'Save this place' },
    ...{ call: 'PUT /api/places/1', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'calendar/places/new', from: 'calendar/places', title: 'Add a place' },
    ...{ typed: { Name: 'Fall fair', Address: '2 Fair Road' }, draft: 'local' },
    ...{ save: 'Save this place', call: 'POST /api/places', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'calendar/places/1/rule', from: 'calendar/places', draft: 'local' },
    ...{ title: 'New weekly day for Farmers market', typed: { From: '10:30', Until: '12:30' } },
    ...{ save: 'See what changes', call: 'POST /api/day-rules', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'calendar/places/rules/1', from: 'calendar/places', draft: 'local' },
    ...{ title: 'Change a weekly day of Farmers market', typed: { From: '10:30' } },
    ...{ save: 'See what changes', call: 'PUT /api/day-rules/1', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'calendar/step-1/address', from: 'calendar', draft: 'local' },
    ...{ title: 'Edit Farmers market', typed: { Address: '2 Fair Road' } },
    ...{ save: 'Save this place', call: 'PUT /api/places/1' },
    answers: {
      'GET /api/calendar': { body: { ...CALENDAR, places: [{ ...MARKET, address: '' }, STORE] } },
    },
  },
  {
    ...{ address: 'calendar/closed/new', from: 'calendar/closed', title: 'Add days off' },
    ...{ typed: { 'First day': '2026-12-24' }, save: 'See what changes', draft: 'local' },
    call: 'POST /api/closures',
  },
  {
    ...{ address: 'calendar/day/7/hours', from: 'calendar/day/7', draft: 'local' },
    ...{ title: 'Saturday, Nov 28', typed: { From: '08:30' }, save: 'Save this day' },
    ...{ call: 'PUT /api/market-days/7', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'calendar/day/7/message', from: 'calendar/day/7', draft: 'local' },
    title: 'Email everyone who ordered for Saturday, Nov 28',
    ...{ typed: { Message: 'We are late.' }, save: 'Preview' },
    ...{ call: 'POST /api/market-days/7/message', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'calendar/day/7/close', from: 'calendar/day/7', draft: 'local' },
    ...{
      title: 'Can’t make it on Saturday, Nov 28?',
      chosen: ['Close it, deal with orders later'],
    },
    ...{ typed: { 'What buyers read': 'A storm is coming.' }, save: 'Preview' },
    ...{ call: 'POST /api/market-days/7/close', answers: WITH_CALENDAR },
  },
  {
    ...{
      address: 'calendar/pause',
      from: 'calendar',
      title: 'While ordering is off',
      draft: 'local',
    },
    ...{ typed: { 'What customers read': 'We harvest.' }, save: 'Save', call: 'PUT /api/pause' },
    answers: {
      'GET /api/calendar': {
        body: {
          ...CALENDAR,
          pause: { message: '', since: '2026-11-20T08:00:00.000Z', resumesAt: null },
        },
      },
    },
  },
]
