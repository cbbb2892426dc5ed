import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Receipt } from '#contract/orders/receipts.ts'
import { A_RECEIPT, MARKET_DAY } from '#tests/a-receipt.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { settingsQuery } from '#web/api/shop-queries.ts'
import { placedOrders, rememberPlaced } from '#web/shop/cart/placed-store.ts'
import { PLACED_ORDERS } from '#web/shop/cart/recent-orders-store.ts'
import { PlacedOrders } from './placed-orders.tsx'

const SECRET = 'pO4mXw1Zk7Vt0_s-9bQfaA'
const URL_OF_2 = `/o/${SECRET}`
/** Thursday; Denver is seven hours behind UTC. */
const NOW = new Date('2026-11-26T18:00:00.000Z')

const receipt: Receipt = {
  ...A_RECEIPT,
  ...{ id: 2, createdAt: NOW.toISOString(), subtotal: 21.5, total: 21.5 },
  ...{ customerName: 'Maria Lopez', confirmation: { to: 'm…a@example.com', state: 'sent' } },
  place: {
    ...{ name: 'Farmers market', address: 'Mill Street lot', note: '' },
    mapUrl: 'https://maps.example/1',
  },
}

let answer: () => Response
let place: HTMLElement
let phone: string

beforeEach(() => {
  phone = ''
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('fetch', async () => answer())
  answer = () => Response.json(receipt)
  place = document.body.appendChild(document.createElement('div'))
})

const bought = (id = 2, receiptUrl = URL_OF_2) => rememberPlaced({ id, receiptUrl })

function visit(given: Partial<Receipt> = {}): void {
  answer = () => Response.json({ ...receipt, ...given })
  open()
}

function open(): void {
  cleanup()
  const client = createQueryClient()
  const timeZone = { key: 'time_zone' as const, value: 'America/Denver', description: '' }
  const contact = { key: 'contact_phone' as const, value: phone, description: '' }
  client.setQueryData(settingsQuery.queryKey, [timeZone, contact])
  render(
    <QueryClientProvider client={client}>
      <PlacedOrders place={place} />
    </QueryClientProvider>,
    { container: place.appendChild(document.createElement('div')) },
  )
}

const card = (name: string) => screen.findByRole('region', { name })
const texts = async (name: string, text: RegExp | string) => {
  await vi.waitFor(async () => expect((await card(name)).textContent).toMatch(text))
  return (await card(name)).textContent
}
const gone = () => vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())

describe('the order that was placed', () => {
  test('is told with its day, hours, place, map, masked address and what is paid', async () => {
    bought()
    visit()
    const text = await texts('Thanks, Maria! Order #2 is in.', 'Farmers market')
    expect(text).toContain('Saturday, November 289am to noon')
    expect(text).toContain('Farmers marketMill Street lot\u00a0· Map')
    expect(text).toContain('Receipt sent to m…a@example.com')
    expect(text).toContain('Paid $21.50 by card. Nothing more to pay.')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      'https://maps.example/1',
      URL_OF_2,
      `${URL_OF_2}/pickup.ics`,
      `${URL_OF_2}#again`,
    ])
  })

  test('leads who just paid to its heading, and nobody on later visits', async () => {
    bought()
    visit()
    expect(document.activeElement).toBe(
      await screen.findByRole('heading', { level: 2, name: 'Thanks, Maria! Order #2 is in.' }),
    )
    visit()
    await texts('Thanks, Maria! Order #2 is in.', 'Farmers market')
    expect(document.activeElement).toBe(document.body)
  })

  test('leaves nothing of its buyer in the browser, before and after it was shown', async () => {
    bought()
    visit()
    await texts('Thanks, Maria! Order #2 is in.', 'Farmers market')
    const { orders } = JSON.parse(localStorage.getItem(PLACED_ORDERS) ?? '')
    expect(orders).toEqual([
      { id: 2, receiptUrl: URL_OF_2, at: NOW.getTime(), isNew: false, day: '2026-11-28' },
    ])
  })

  test.each([
    [true, 3],
    [false, 1],
  ])('whose mail waits is asked for again only where mail goes out: %s', async (areSent, times) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW })
    const asked: string[] = []
    const confirmation = { to: 'm…a@example.com', state: 'waiting' as const }
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return Response.json(path === '/api/mails/sent' ? { areSent } : { ...receipt, confirmation })
    })
    bought()
    open()
    await texts('Thanks, Maria! Order #2 is in.', 'Your email')
    await act(() => vi.advanceTimersByTimeAsync(9000))
    expect(asked.filter((path) => path.startsWith('/api/receipts/'))).toHaveLength(times)
  })

  test('that the farm moved says so, and from which day', async () => {
    bought()
    visit()
    await texts('Thanks, Maria! Order #2 is in.', 'November 28')
    visit({ marketDay: { ...MARKET_DAY, day: '2026-12-05' } })
    const text = await texts('Thanks, Maria! Order #2 is in.', 'December 5')
    expect(text).toContain('We moved it. It was for Saturday, November 28, 2026.')
  })

  test('of a day that the farmer closed says so', async () => {
    bought()
    visit({ marketDay: { ...MARKET_DAY, isClosed: true } })
    await texts('Thanks, Maria! Order #2 is in.', 'We’re closed that day.')
  })

  test('that was cancelled says so, where the money is, and no day to come for', async () => {
    bought()
    visit({ status: 'cancelled', paymentStatus: 'refunded', refunded: 21.5 })
    const text = await texts('Order #2 was canceled', '$21.50 is going back to your card.')
    expect(text).not.toMatch(/November|Nothing more to pay|Add to calendar/)
  })

  test('for the door says whereto, and that its day is agreed on', async () => {
    bought()
    visit({
      deliveryMethod: 'shipping',
      place: null,
      marketDay: null,
      shippingAddress: { address: '12 River St', city: 'Custer', state: 'SD', zipCode: '57730' },
    })
    const text = await texts('Thanks, Maria! Order #2 is in.', 'set your delivery day')
    expect(text).toContain('Delivery to12 River St, Custer, SD 57730')
    expect(text).not.toContain('Add to calendar')
  })

  test('says whom to call where the address is wrong, until it is canceled', async () => {
    bought()
    phone = '(605) 555-0134'
    visit()
    await texts('Thanks, Maria! Order #2 is in.', 'Wrong address? Call (605) 555-0134')
    expect(screen.getByRole('link', { name: phone }).getAttribute('href')).toBe('tel:+16055550134')
    visit({ status: 'cancelled' })
    expect(await texts('Order #2 was canceled', 'Receipt')).not.toContain('Wrong address')
  })

  test('says when the confirmation did not get through', async () => {
    bought()
    visit({ confirmation: { to: 'm…a@gmial.com', state: 'failed' } })
    await texts('Thanks, Maria! Order #2 is in.', 'Our email to m…a@gmial.com didn’t get through.')
  })

  test('in test mode claims no payment', async () => {
    bought()
    visit({ testMode: true })
    const text = await texts('Thanks, Maria! Order #2 is in.', 'no money was taken')
    expect(text).not.toContain('$21.50')
  })
})

describe('the card stays', () => {
  test('until it is put away, for good; the others stay', async () => {
    bought(1, `/o/${'B'.repeat(21)}A`)
    bought()
    visit()
    await screen.findByRole('button', { name: 'Dismiss order #1' })
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss order #2' }))
    expect(screen.queryByRole('button', { name: 'Dismiss order #2' })).toBeNull()
    expect(placedOrders().map(({ id }) => id)).toEqual([1])
    open()
    expect(screen.queryByRole('button', { name: 'Dismiss order #2' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Dismiss order #1' })).toBeTruthy()
  })

  test('until another tab puts it away', async () => {
    bought()
    visit()
    await card('Thanks, Maria! Order #2 is in.')
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: PLACED_ORDERS })))
    await gone()
    expect(place.hidden).toBe(true)
  })

  test.each([
    ['2026-11-29T06:58:00.000Z', true],
    ['2026-11-29T07:00:00.000Z', false],
  ])('until its day is over on the farm’s clock (%s)', async (now, isShown) => {
    bought()
    vi.setSystemTime(new Date(now))
    visit()
    if (isShown) await texts('Thanks, Maria! Order #2 is in.', 'Farmers market')
    else await gone()
    expect(placedOrders()).toHaveLength(isShown ? 1 : 0)
  })

  test('a week where no day was agreed on', async () => {
    bought()
    vi.setSystemTime(new Date('2026-12-03T17:00:00.000Z'))
    visit({ marketDay: null })
    await texts('Thanks, Maria! Order #2 is in.', 'Farmers market')
    vi.setSystemTime(new Date('2026-12-03T19:00:00.000Z'))
    visit({ marketDay: null })
    await gone()
  })

  test('no longer than its receipt', async () => {
    bought()
    answer = () => Response.json({ code: 'not-found', message: 'No.' }, { status: 404 })
    open()
    await gone()
    expect(placedOrders()).toEqual([])
  })

  test('with the way to the receipt while nobody answers', async () => {
    bought()
    answer = () => {
      throw new TypeError('offline')
    }
    open()
    const link = await screen.findByRole('link', { name: 'See receipt' })
    expect(link.getAttribute('href')).toBe(URL_OF_2)
    expect(placedOrders()).toHaveLength(1)
  })
})

test.each(['no JSON', '{"orders":[{"id":1,"at":1,"receiptUrl":"https://evil.example"}]}', '[]'])(
  'what somebody else put there is nothing: %s',
  (text) => {
    localStorage.setItem(PLACED_ORDERS, text)
    expect(placedOrders()).toEqual([])
  },
)
