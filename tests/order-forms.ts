import type { Answers } from './a-desk.tsx'
import { detailOf, EGGS, MARTAS } from './a-desk.tsx'
import { CALENDAR } from './a-desk-calendar.ts'
import { SHORT_DAY, SHORT_PLAN, WITH_HARVEST } from './a-short-plan.ts'

export type DeskForm = {
  address: string
  from: string
  title: string
  /** Pressed or chosen before anything is typed: a label, or an option of a list. */
  chosen?: readonly (string | readonly [list: string, option: string])[]
  presses?: string
  /** By field label; the first one is checked. */
  typed: Readonly<Record<string, string>>
  /** How the save button's words begin. */
  save: string
  call: string
  /** Where its draft is: in the browser, or with the tab. */
  draft: 'local' | 'tab'
  answers?: Answers
  /** The shop's answer when the form asks, by the same call, what saving would do. */
  preview?: object
}

const DETAIL = detailOf(MARTAS)
export const ORDER: Answers = { 'GET /api/orders/128': { body: DETAIL } }
const BY_HAND = {
  ...DETAIL,
  paymentMethod: 'other',
  payment: { provider: 'sandbox', reference: null, left: 0 },
  balance: { worth: 27, paid: 0, due: 27, ways: [] },
}

export const WITH_CALENDAR: Answers = {
  'GET /api/calendar': { body: CALENDAR },
  'GET /api/market-days/7/products': { body: [] },
}

/** A form in its page: what's typed stays there until it's saved. */
export type FormInPage = Pick<DeskForm, 'typed' | 'save' | 'call' | 'answers'> & {
  at: string
  /** Tapped before its fields are there, by text. */
  taps?: readonly string[]
  opens?: string
  /** The offline message, if the specification has its own. */
  offline?: string
}

export const FORMS_IN_ORDERS: readonly FormInPage[] = [
  {
    ...{ at: 'orders/128', opens: 'Add a private note to order 128' },
    ...{ typed: { 'Private note to order 128': 'Ring twice.' }, save: 'Save' },
    ...{ call: 'PUT /api/orders/128/farm-note', answers: ORDER },
  },
]

export const ORDER_FORMS: readonly DeskForm[] = [
  {
    address: `lists/${SHORT_DAY}/harvest/short-2-4`,
    ...{ from: `lists/${SHORT_DAY}/harvest`, title: 'Carrots: 4 for 7', draft: 'tab' },
    ...{ typed: { Why: 'Hail took them' }, save: 'Split', answers: WITH_HARVEST },
    ...{ call: `POST /api/days/${SHORT_DAY}/short`, preview: { done: null, plan: SHORT_PLAN } },
  },
  {
    ...{ address: 'orders/new', from: 'orders', title: 'New order', draft: 'tab' },
    chosen: [
      ['What would they like?', EGGS.name],
      ['Day and place', 'Saturday, Nov 28'],
    ],
    typed: { Name: 'Marta Lind', Phone: '(605) 555-0177' },
    ...{ save: 'Save order', call: 'POST /api/desk/orders', answers: WITH_CALENDAR },
  },
  {
    ...{ address: 'orders/128/contact', from: 'orders/128', title: 'Contact of order #128' },
    ...{ typed: { Name: 'Marta Lind' }, save: 'Save', draft: 'tab' },
    ...{ call: 'PUT /api/orders/128/contact', answers: ORDER },
  },
  {
    ...{ address: 'orders/128/refund', from: 'orders/128', title: 'Issue refund', draft: 'tab' },
    typed: { Reason: 'One jar was cracked', 'Amount in $': '3.50' },
    ...{ save: 'Refund', call: 'POST /api/orders/128/refunds', answers: ORDER },
  },
  {
    ...{ address: 'orders/128/payment', from: 'orders/128', title: 'Take a payment' },
    ...{ chosen: ['Cash'], typed: { Note: 'No. 117' }, draft: 'tab' },
    ...{ save: 'Take', call: 'POST /api/orders/128/tenders' },
    answers: { 'GET /api/orders/128': { body: BY_HAND } },
  },
  {
    ...{ address: 'orders/128/change', from: 'orders/128', title: 'Change order #128' },
    ...{ chosen: [`Decrease quantity of ${EGGS.name}`], draft: 'tab' },
    ...{ typed: { Why: 'Frost took them' }, save: 'Save the change' },
    ...{ call: 'POST /api/orders/128/changes', answers: ORDER },
    preview: {
      ...{ lines: [], deliveryFee: 0, refunded: 5, forgone: 0, isChanged: false, revision: 3 },
      ...{ most: null, canNotifyBuyer: true },
    },
  },
  {
    ...{ address: 'close/no-shows/128', from: 'close/no-shows', draft: 'tab' },
    ...{ title: 'Order #128 was not picked up', chosen: ['Give away'] },
    typed: { 'What the buyer reads': 'We gave your eggs to the food bank.' },
    ...{ save: 'Give it away', call: 'POST /api/orders/128/no-show' },
    preview: { isDecided: false, revision: 3, refunded: 0, most: null, notifiesBuyer: true },
    answers: {
      ...WITH_CALENDAR,
      'GET /api/no-shows': {
        body: [
          {
            ...{ id: 7, day: '2026-11-21', placeName: 'Farmers market', unheard: [] },
            closesAt: '2026-11-21T19:00:00.000Z',
            orders: [
              {
                ...{ id: 128, customerName: 'Marta Lindqvist', customerPhone: null, boxes: 1 },
                ...{ isPacked: true, items: [{ name: EGGS.name, units: 2 }], left: 27 },
                ...{ paidByHand: 0, isUnpaid: false, keptUntil: null, isKept: false },
                ...{ revision: 3, canNotifyBuyer: true },
              },
            ],
          },
        ],
      },
    },
  },
]
