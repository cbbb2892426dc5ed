import { randomUUID } from 'node:crypto'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import type { MarketDay, OrderingCalendar } from '#contract/calendar/market-days.ts'
import type { Product } from '#contract/products/products.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { settingsQuery } from '#web/api/shop-queries.ts'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { CheckoutPage } from '#web/shop/checkout/checkout-page.tsx'
import { readToasts } from '#web/ui/toast-store.ts'

/** The cart's checkout key; unique, like a browser's. */
export let KEY = randomUUID()
export const RECEIPT = '/o/pO4mXw1Zk7Vt0_s-9bQfaA'
export const NO_ANSWER = 'no answer'
export const INTENT = 'payments/stripe/create-intent'
export const CONFIRM = 'payments/sandbox/confirm'

const STORED_CART = 'farmstand:cart:1'
export const EGGS: Product = {
  id: 1,
  name: 'Eggs',
  description: '',
  category: 'Farm Eggs',
  price: 5.5,
  stock: 9,
  imageUrl: null,
}

export function aCalendar(store: Partial<MarketDay> = {}): OrderingCalendar {
  const about = { address: '', mapUrl: null, note: '', hasDays: true, opensAgain: null }
  const place = { kind: 'pickup' as const, ...about }
  const day = {
    day: '2026-11-28',
    opensAt: '2026-11-28T16:00:00.000Z',
    closesAt: '2026-11-28T19:00:00.000Z',
    orderUntil: '2026-11-28T07:00:00.000Z',
    state: 'open',
    left: null,
    message: '',
  } as const
  const [market, farm] = ['farmers_market', 'farm_store']
  return {
    places: [
      { ...place, key: market, name: 'Farmers market', hours: 'Saturday 9am to noon' },
      { ...place, key: farm, name: 'Farm store', hours: 'Saturday 2pm to 5pm' },
      { ...place, key: 'delivery', name: 'Delivery', kind: 'delivery', hasDays: false, hours: '' },
    ],
    days: [
      { ...day, id: 1, placeKey: market, opens: '09:00', closes: '12:00' },
      { ...day, id: 2, placeKey: farm, opens: '14:00', closes: '17:00', ...store },
    ],
    today: '2026-11-20',
    pause: null,
    isSeeded: true,
  }
}

/** A delivery zone; null days: it has none. */
export function aZone(
  key: string,
  days: string[] | null,
): Pick<OrderingCalendar, 'places' | 'days'> {
  const { places, days: known } = aCalendar()
  const [place, day] = [places[0], known[0]]
  if (!place || !day) throw new Error('The market has a day.')
  const name = key === 'delivery' ? 'Delivery' : key
  return {
    places: [{ ...place, key, kind: 'delivery', name, hasDays: days !== null }],
    days: (days ?? []).map((date, index) => ({
      ...day,
      id: 10 + index,
      placeKey: key,
      day: date,
      opens: '15:00',
      closes: '18:00',
      opensAt: `${date}T22:00:00.000Z`,
      orderUntil: `${date}T03:00:00.000Z`,
    })),
  }
}

type Answer = { status?: number; body: unknown } | typeof NO_ANSWER
type Sent = {
  call: string
  body: { [name: string]: unknown; basket?: unknown; checkout_key?: string }
}

function usualAnswers(): Record<string, Answer[]> {
  return {
    'GET /api/products': [{ body: [EGGS] }],
    'GET /api/market-days': [{ body: aCalendar() }],
    'GET /api/payments/config': [
      { body: { provider: 'sandbox', livemode: false, publishableKey: null } },
    ],
    [`GET /api/checkouts/${KEY}`]: [{ body: null }],
    [`POST /api/${INTENT}`]: [
      { body: { status: 'requires_confirmation', client_secret: 'sbx_secret' } },
    ],
    [`POST /api/${CONFIRM}`]: [{ body: { status: 'requires_capture' } }],
    'POST /api/payments/sandbox/authenticate': [{ body: { status: 'requires_capture' } }],
    'POST /api/orders': [
      {
        status: 201,
        body: { id: 7, paymentStatus: 'completed', testMode: true, receiptUrl: RECEIPT },
      },
    ],
  }
}

/**
 * The checkout page with two dozen eggs in the cart; only `fetch` is faked, and tests set its
 * answers.
 */
export function aCheckout() {
  const sent: Sent[] = []
  const answers: Record<string, Answer[]> = {}
  const left = { assign: vi.fn(), replace: vi.fn() }

  /** Answers in order; the last one repeats. */
  const shop = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    if (method === 'POST')
      sent.push({ call: path.replace('/api/', ''), body: JSON.parse(String(body)) })
    const waiting = answers[`${method} ${path}`] ?? [{ body: null }]
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0]
    if (answer === undefined || answer === NO_ANSWER) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  }

  beforeEach(() => {
    sent.length = 0
    KEY = randomUUID()
    Object.assign(answers, usualAnswers())
    sessionStorage.clear()
    storeCart(2)
    vi.stubGlobal('fetch', shop)
    vi.spyOn(window.location, 'assign').mockImplementation(left.assign)
    vi.spyOn(window.location, 'replace').mockImplementation(left.replace)
  })
  afterEach(() => {
    left.assign.mockClear()
    left.replace.mockClear()
  })
  const calls = () => sent.map(({ call }) => call)
  return {
    ...handsOfABuyer,
    keepCart: storeCart,
    keptCart: storedCart,
    toastShown,
    sent,
    answers,
    left,
    calls,
  }
}

function storeCart(quantity: number): void {
  const items = quantity > 0 ? [{ product: EGGS, quantity }] : []
  localStorage.setItem(STORED_CART, JSON.stringify({ checkoutKey: KEY, items }))
}

function storedCart(): { checkoutKey: string; items: unknown[] } {
  return JSON.parse(localStorage.getItem(STORED_CART) ?? '{}')
}

function toastShown() {
  return readToasts()[0]
}

async function openCheckout(page = <CheckoutPage />): Promise<QueryClient> {
  const client = createQueryClient()
  // A real page arrives with the settings.
  await client.fetchQuery(settingsQuery)
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <CartProvider>{page}</CartProvider>
      </QueryClientProvider>,
    )
  })
  return client
}

async function openFilledCheckout(): Promise<QueryClient> {
  const client = await openCheckout()
  await screen.findByLabelText('Full name')
  return client
}

/** As a browser that remembers fills a field in: at once, not letter by letter. */
function set(label: string | RegExp, value: string): void {
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

/** Who orders, and from where. */
async function fillInWho(): Promise<QueryClient> {
  const client = await openFilledCheckout()
  set('Full name', 'Ada Buyer')
  set('Email', 'ada@example.com')
  await userEvent.click(await screen.findByRole('radio', { name: /Farm store/ }))
  return client
}

async function fillIn(): Promise<QueryClient> {
  const client = await fillInWho()
  await userEvent.click(await screen.findByTitle('4242 4242 4242 4242'))
  return client
}

/** By its type: by its role, the name of each test card's button is worked out first. */
function payButton(): HTMLButtonElement {
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!button) throw new Error('The checkout has no button to pay.')
  return button
}

const pay = () => userEvent.click(payButton())
const handsOfABuyer = { openCheckout, openFilledCheckout, set, fillInWho, fillIn, payButton, pay }
