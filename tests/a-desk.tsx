import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import type { RestoreDesk } from '#contract/backups/restore.ts'
import type { Books } from '#contract/money/books.ts'
import type { CardSetup } from '#contract/money/cards.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Page } from '#contract/pages/pages.ts'
import type { Product } from '#contract/products/products.ts'
import type { Recipe } from '#contract/recipes/recipes.ts'
import { FIRST_STEPS } from '#contract/settings/first-steps.ts'
import {
  INITIAL_SETTINGS,
  SETTING_KEYS,
  SETTING_VALUES,
  SETTINGS,
} from '#contract/settings/setting-table.ts'
import type { Today } from '#contract/today.ts'
import { createDeskClient } from '#web/desk/shared/desk-session.ts'
import { afterStepBack } from '#web/desk/shared/leaving.ts'
import { ToastList } from '#web/ui/toast-list.tsx'
import { AdminPage } from '../web/desk/admin-page.tsx'
import { faultInAnswer } from './contract-answers.ts'

/** A status and a body, no answer ever, or no connection. */
export type Answer = { status?: number; body?: unknown } | 'silence' | 'no connection'

/**
 * Keyed by method and path, like `GET /api/products`; a list is served in order and its last answer
 * repeats.
 */
export type Answers = Record<string, Answer | Answer[]>

export type DeskCall = { call: string; body: unknown }

export const EGGS: Product = {
  id: 1,
  name: 'Farm Fresh Eggs, dozen',
  description: 'Twelve brown and cream eggs from our own hens, collected every morning and washed.',
  category: 'Farm Eggs',
  price: 5,
  stock: 18,
  imageUrl: '/uploads/eggs.webp',
}
export const PICKLES: Product = {
  ...EGGS,
  id: 2,
  name: 'Dill Pickles, quart',
  category: 'Pickled Goods',
  price: 8.5,
  stock: 4,
}
export const BEETS: Product = {
  ...EGGS,
  id: 3,
  name: 'Ruby Beets, bunch',
  category: 'Vegetables',
  description: '',
  price: 4,
  stock: 0,
  imageUrl: null,
}

export const FARM_PAGE: Page = {
  ...{ id: 1, title: 'Our farm', slug: 'our-farm', isActive: true },
  ...{ content: '<p>Hens and <strong>grass</strong>.</p>', metaDescription: 'Who we are.' },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', updatedAt: '2026-11-01T12:00:00.000Z' },
}

export const FLOUR: Recipe['ingredients'][number] = {
  ...{ id: 1, name: 'Flour', quantity: 8, unit: 'cup', costPerUnit: 0.35, notes: 'High gluten' },
}
export const BAGELS: Recipe = {
  ...{ id: 7, name: 'Sesame bagels', description: 'Boiled, then baked.', servings: 12 },
  ...{ preparationTime: 150, instructions: 'Knead.\nBoil.\nBake.', product: null },
  ingredients: [
    FLOUR,
    { id: 2, name: 'Malt', quantity: 1.5, unit: 'tbsp', costPerUnit: 0.22, notes: null },
  ],
  costCalculation: { totalCost: 3.13, costPerServing: 0.26 },
}

export const MARTAS: Order = {
  id: 128,
  customerName: 'Marta Lindqvist',
  customerEmail: 'marta@example.com',
  customerPhone: '(605) 555-0177',
  subtotal: 27,
  deliveryFee: 0,
  total: 27,
  status: 'pending',
  createdAt: '2026-11-19T04:05:00.000Z',
  paymentMethod: 'stripe',
  paymentStatus: 'completed',
  testMode: true,
  receiptUrl: '/o/pO4mXw1Zk7Vt0_s-9bQfaA',
  mark: '1a2b3c4d',
  shippingAddress: null,
  pickupLocation: 'farmers_market',
  pickupDate: '2026-11-21',
  deliveryMethod: 'pickup',
  notes: 'No cracked eggs, please.',
  userId: null,
  items: [
    {
      productId: 1,
      name: 'Farm Fresh Eggs, dozen',
      quantity: 2,
      returned: 0,
      standing: 2,
      price: 5,
    },
    {
      productId: 2,
      name: 'Dill Pickles, quart',
      quantity: 2,
      returned: 0,
      standing: 2,
      price: 8.5,
    },
  ],
  refunds: [],
  disputedAt: null,
  hasLeft: false,
  marketDay: {
    id: 1,
    day: '2026-11-21',
    opens: '09:00',
    closes: '12:00',
    placeKey: 'farmers_market',
    placeName: 'Farmers market',
  },
  pickupName: null,
  isGift: false,
  ifShort: null,
  farmNote: null,
  boxes: 1,
  packedAt: null,
  collectedAt: null,
}
export const JOS: Order = {
  ...MARTAS,
  id: 127,
  customerName: 'Jo Whitehorse',
  customerEmail: 'jo@example.org',
  customerPhone: null,
  total: 1234.5,
  status: 'delivered',
  hasLeft: true,
  testMode: false,
  shippingAddress: {
    address: '27 Cold Brook Road',
    city: 'Hot Springs',
    state: 'SD',
    zipCode: '57747',
  },
  pickupLocation: null,
  pickupDate: null,
  deliveryMethod: 'shipping',
  marketDay: null,
  notes: null,
}

/** What the desk reads of one order that nobody has changed. */
export const detailOf = (order: Order, more: Partial<OrderDetail> = {}): OrderDetail => ({
  ...{ ...order, revision: 3, isErased: false, changes: [], tenders: [], history: [] },
  payment: { provider: 'sandbox', reference: null, left: 27 },
  ...more,
})

const SESSION = {
  ...{ signedInAt: '2026-11-20T08:00:00.000Z', expiresAt: '2026-11-20T20:00:00.000Z' },
  person: { name: 'Farmer', role: 'farmer' },
  asksAgain: false,
}
export const SIGNED_IN: Answer = { body: SESSION }
export const SIGNED_OUT: Answer = {
  status: 401,
  body: { code: 'signed-out', message: 'Please sign in.' },
}
export const BROKEN: Answer = {
  status: 500,
  body: { code: 'failed', message: 'Something went wrong on our side.' },
}
export const FIGURES = {
  totalOrders: 128,
  totalRevenue: 3412.5,
  totalProducts: 24,
  lowStockProducts: 5,
  testMode: true,
}

export const BALANCED_BOOKS: Books = {
  checkedAt: '2026-11-20T18:05:00.000Z',
  rows: [],
  differing: 0,
  isRunning: false,
  failure: null,
}

export const NO_NOTICES = {
  mailConfigured: true,
  anyonePaysAtPickup: false,
  demoForMoney: 0,
  givenUpMails: 0,
  givenUpReplies: 0,
  faults: [],
  overdue: [],
  missedOrders: [],
  failedRefunds: 0,
  missedLetters: 0,
  hooksGivenUp: 0,
  wrongTriesToday: 0,
  newerRelease: null,
  forwardedWithoutTrust: false,
  unsaidContacts: [],
  ...{ providerAlert: null, backupFailure: null, scarceMegabytes: null, passwordWarning: null },
}

export const NO_CARDS: CardSetup = {
  ...{ setBy: null, whyNot: null, mode: 'sandbox', test: null, live: null },
  check: { state: 'none', livemode: false, at: null, steps: [] },
}

export const NO_RESTORE: RestoreDesk = {
  ...{ whyNot: null, upload: null, checking: null, failure: null, asksPassphrase: false },
  ...{ report: null, isWaiting: false, restartsItself: true, last: null },
}

export const A_QUIET_DAY: Today = {
  today: '2026-11-20',
  next: {
    day: '2026-11-21',
    orderUntil: null,
    places: [
      {
        ...{ marketDayId: 1, kind: 'pickup', name: 'Farmers market', isOver: false },
        ...{ opens: '09:00', closes: '12:00' },
        ...{ orders: 0, packed: 0, handedOver: 0, boxes: 0 },
      },
    ],
    step: {
      ...{ name: 'market', count: 0, marketDayId: 1, money: null },
      notBefore: '2026-11-21T16:00:00.000Z',
    },
    steps: [],
    following: '2026-11-28',
  },
  ...{ pausedSince: null, toCall: [], changedDays: [], calledOff: [], uncounted: [] },
  ...{
    withoutDay: { orders: 0, toPack: 0 },
    short: [],
    unpaid: 0,
    notPickedUp: 0,
    atStall: 0,
    goingShort: [],
  },
  weights: {
    toWeigh: [],
    toSendBack: { orders: 0, amount: 0 },
    toGiveBack: { orders: 0, amount: 0 },
  },
  questions: { waiting: 0, since: null },
}

const A_GOOD_DAY: Answers = {
  'GET /api/admin/session': SIGNED_IN,
  'POST /api/admin/login': SIGNED_IN,
  'POST /api/admin/logout': { status: 204 },
  'GET /api/analytics/dashboard': { body: FIGURES },
  'GET /api/waiting-list/counts': { body: [] },
  'GET /api/admin/notices': { body: NO_NOTICES },
  'GET /api/today': { body: A_QUIET_DAY },
  'GET /api/admin/cards': { body: NO_CARDS },
  'GET /api/admin/first-steps': {
    body: { done: [...FIRST_STEPS], cards: 'live', deliversTo: null },
  },
  'GET /api/restore': { body: NO_RESTORE },
  'GET /api/books': { body: BALANCED_BOOKS },
  'GET /api/calendar': { body: { places: [], closures: [], pause: null, days: [] } },
  'GET /api/market-days/unsettled': { body: [] },
  'GET /api/products': { body: [EGGS, PICKLES, BEETS] },
  'GET /api/categories': { body: [] },
  'GET /api/desk/products': { body: [EGGS, PICKLES, BEETS] },
  'GET /api/orders': { body: [MARTAS, JOS] },
  'GET /api/customers': { body: [] },
  'GET /api/orders/filters': {
    body: {
      places: [
        { key: 'farmers_market', kind: 'pickup', name: 'Farmers market', isRetired: false },
        { key: 'fall_fair', kind: 'pickup', name: 'Fall fair', isRetired: true },
        { key: 'delivery', kind: 'delivery', name: 'Delivery', isRetired: false },
      ],
      today: '2026-11-18',
      days: [
        {
          ...{ day: '2026-11-21', count: 6 },
          places: [
            { key: 'farmers_market', count: 4 },
            { key: 'delivery', count: 2 },
          ],
        },
        { day: '2026-11-28', count: 1, places: [{ key: 'farmers_market', count: 1 }] },
      ],
      withoutDay: 3,
    },
  },
  'GET /api/pages': { body: [] },
  'GET /api/ingredient-prices': { body: [] },
  'GET /api/orders?limit=50': { body: [MARTAS, JOS] },
  'GET /api/settings': {
    body: SETTING_KEYS.map((key) => ({
      key,
      value: { ...SETTING_VALUES, ...INITIAL_SETTINGS }[key],
      description: SETTINGS[key].description,
    })),
  },
}

/** `page` renders instead of the desk, such as part of it on the market day page. */
export function openDesk(changes: Answers = {}, hash = '', page: ReactNode = <AdminPage />) {
  const calls: DeskCall[] = []
  const faults = new Set<string>()
  onTestFinished(() => expect([...faults]).toEqual([]))
  const answers = { ...A_GOOD_DAY, ...changes }
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    answer(answers, { calls, faults }, path, init),
  )
  window.location.hash = hash
  const client = createDeskClient()
  onTestFinished(() => leaveNothing(client))
  render(
    <QueryClientProvider client={client}>
      {page}
      <ToastList />
    </QueryClientProvider>,
  )
  return { requests: calls, answers, client, user: userEvent.setup({ delay: null }) }
}

/** Ms to wait for a change in flight; some are never answered. */
const MAX_CHANGE = 500

/**
 * Leaves no draft, no pending change, and no history step that would move the next test's address.
 */
async function leaveNothing(client: QueryClient): Promise<void> {
  const until = Date.now() + MAX_CHANGE
  do await new Promise((resolve) => setTimeout(resolve))
  while (client.isMutating() > 0 && Date.now() < until)
  await new Promise<void>(afterStepBack)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', location.pathname)
}

/** Before anything the first tap began is answered. */
export function tapTwice(button: HTMLElement): void {
  fireEvent.click(button)
  fireEvent.click(button)
}

export const count = (calls: readonly DeskCall[], call: string) =>
  calls.filter((one) => one.call === call).length

/** The sign-in gate over an open form, once that form takes no clicks. */
export async function gateOverForm() {
  const gate = await screen.findByRole('dialog', { name: 'Please sign in again' })
  const below = screen.getAllByRole('dialog', { hidden: true }).filter((dialog) => dialog !== gate)
  await waitFor(() => expect(below.map((dialog) => dialog.style.pointerEvents)).toEqual(['none']))
  return within(gate)
}

export async function expectToast(title: string, sentence?: string): Promise<void> {
  const toasts = within(screen.getByRole('region', { name: /Notifications/, hidden: true }))
  await waitFor(() => expect(toasts.getByText(title)).toBeTruthy())
  if (sentence !== undefined) expect(toasts.getByText(sentence)).toBeTruthy()
}

export function errorAt(field: HTMLElement): string | undefined {
  const id = field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .find((one) => one.endsWith('-error'))
  return (id && document.getElementById(id)?.textContent) || undefined
}

/**
 * Hidden from tests that don't ask: how many orders a filter finds, and who was told they're ready.
 */
const COUNTED = /^\/api\/(?:orders\/(?:found|\d+\/ready)|days\/[\d-]+\/ready)/
const NOT_COUNTED = { status: 404, body: { code: 'not-found', message: '' } }

async function answer(
  answers: Answers,
  { calls, faults }: { calls: DeskCall[]; faults: Set<string> },
  path: string,
  { method, body }: RequestInit,
): Promise<Response> {
  const call = `${method} ${path}`
  calls.push({ call, body: typeof body === 'string' ? JSON.parse(body) : undefined })
  const listed = answers[call] ?? (COUNTED.test(path) ? NOT_COUNTED : undefined)
  const next = Array.isArray(listed) ? (listed.length > 1 ? listed.shift() : listed[0]) : listed
  if (next === undefined) throw new Error(`The test's shop has no answer for ${call}`)
  if (next === 'silence') return new Promise(() => {})
  if (next === 'no connection') throw new TypeError('Failed to fetch')
  const fault = isToBeRead(next, method) ? faultInAnswer(call, next.body) : null
  if (fault !== null) faults.add(fault)
  return new Response(next.status === 204 ? null : JSON.stringify(next.body), {
    status: next.status ?? 200,
  })
}

/**
 * A change's answer may be empty if the desk doesn't read it; all others must meet the contract.
 */
function isToBeRead({ status = 200, body }: { status?: number; body?: unknown }, method = 'GET') {
  return status < 204 && (method === 'GET' || JSON.stringify(body) !== '{}')
}

export const bodies = (calls: readonly DeskCall[], call: string) =>
  calls.filter((one) => one.call === call).map(({ body }) => body)

/** Of the first such call. */
export const bodyOf = (calls: readonly DeskCall[], call: string) => bodies(calls, call)[0]
