import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { PaymentStatus } from '#contract/orders/orders.ts'
import { ORDER_AGAIN } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import type { Product } from '#contract/products/products.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { A_RECEIPT, MARKET_DAY } from '#tests/a-receipt.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { productsQuery, settingsQuery } from '#web/api/shop-queries.ts'
import { addingTo, startAdding, stopAdding } from '#web/shop/cart/adding-store.ts'
import { CartDialog } from '#web/shop/cart/cart-panel.tsx'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { readToasts } from '#web/ui/toast-store.ts'
import { ReceiptPage } from './order-receipt.tsx'

const SECRET = 'pO4mXw1Zk7Vt0_s-9bQfaA'

const DAY = {
  ...MARKET_DAY,
  ...{ day: '2026-11-21', opens: '14:00', closes: '17:00' },
  ...{ opensAt: '2026-11-21T21:00:00.000Z', orderUntil: '2026-11-21T07:00:00.000Z' },
}

const receipt: Receipt = {
  ...A_RECEIPT,
  items: [
    { productId: 1, name: 'Farm Eggs', quantity: 3, standing: 3, price: 5.5, lineTotal: 16.5 },
    { productId: 2, name: 'Bagels', quantity: 1, standing: 1, price: 7.5, lineTotal: 7.5 },
  ],
  ...{ pickupLocation: 'farm_store', pickupDate: DAY.day, marketDay: DAY },
  place: { name: 'Farm store', address: 'Hot Springs, SD', mapUrl: null, note: '' },
}

const TO_THE_DOOR = {
  deliveryMethod: 'shipping',
  pickupLocation: null,
  pickupDate: null,
  place: null,
  marketDay: null,
  shippingAddress: {
    address: '12 River St',
    city: 'Hot Springs',
    state: 'SD',
    zipCode: '57747',
  },
} as const

const SAID: Setting[] = [
  { key: 'contact_phone', value: '(605) 555-0134', description: '' },
  { key: 'contact_email', value: 'us@farm.example', description: '' },
  { key: 'business_address', value: 'Hot Springs, SD', description: '' },
]

type PageProps = {
  known: Partial<Receipt> | null
  secret?: string
  settings?: Setting[]
  products?: Product[]
}

function Page({ known, secret = SECRET, settings = SAID, products = [] }: PageProps) {
  const client = createQueryClient(() =>
    Promise.reject(new Error('Everything came with the page.')),
  )
  client.setQueryData(receiptQuery(secret).queryKey, known && { ...receipt, ...known })
  client.setQueryData(settingsQuery.queryKey, settings)
  client.setQueryData(productsQuery.queryKey, products)
  return (
    <QueryClientProvider client={client}>
      <CartProvider>
        <ReceiptPage lastSegment={secret} />
        <CartDialog />
      </CartProvider>
    </QueryClientProvider>
  )
}

function open(known: Partial<Receipt> = {}): string {
  render(<Page known={known} />)
  return screen.getByRole('article').textContent ?? ''
}

const calendar = () => screen.queryByRole('link', { name: 'Add to calendar' })?.getAttribute('href')

describe('a receipt', () => {
  test('names nobody to ask while nobody has said how to be reached', () => {
    render(<Page known={{}} settings={[]} />)
    expect(screen.queryByText(/^Questions about your order/)).toBeNull()
    expect(screen.queryAllByRole('link', { name: /555|@/ })).toEqual([])
    expect(document.querySelector('article section:empty')).toBeNull()
  })

  test('names the order, its day on the farm, its buyer and whom to ask', () => {
    const slip = open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order #12')
    expect(slip).toContain('Wednesday, November 18, 2026')
    expect(slip).toContain('Thank you, Ada Miller. We’ve got your order.')
    expect(screen.getByRole('link', { name: '(605) 555-0134' }).getAttribute('href')).toBe(
      'tel:+16055550134',
    )
    expect(screen.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
  })

  test.each([
    ['America/New_York', 'Thursday, November 19, 2026'],
    ['America/Phoenix', 'Wednesday, November 18, 2026'],
  ])('names its day in %s, and what the farm says of a pickup', (value, day) => {
    const own: Setting[] = [
      { key: 'time_zone', value, description: '' },
      { key: 'pickup_note', value: 'Park behind the barn.', description: '' },
    ]
    render(<Page known={{ createdAt: '2026-11-19T05:30:00.000Z' }} settings={own} />)
    const slip = screen.getByRole('article').textContent
    expect(slip).toContain(day)
    expect(slip).toContain('Park behind the barn.')
  })

  test('lists what was bought, each line and the sums', () => {
    open()
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Farm Eggs3 × $5.50$16.50',
      'Bagels1 × $7.50$7.50',
    ])
    expect(screen.getAllByRole('definition').map((sum) => sum.textContent)).toEqual([
      '$24.00',
      'Free',
      '$24.00',
    ])
  })

  test('says in plain words what was given of a line and what came back of the money', () => {
    const carrots = { productId: 3, name: 'Carrots', quantity: 12, price: 3.5, lineTotal: 42 }
    const items = [{ ...carrots, standing: 8 }]
    const short = {
      items,
      subtotal: 42,
      total: 42,
      refunded: 14,
      paymentStatus: 'partially_refunded',
    } as const
    const slip = open(short)
    expect(screen.getByRole('listitem').textContent).toBe(
      'Carrots12 × $3.5012 ordered, 8 provided$42.00',
    )
    expect(slip).toContain('Refunded-$14.00Total after refund$28.00')
    cleanup()
    expect(open({ ...short, items: [{ ...carrots, standing: 0 }] })).toContain(
      '12 ordered, none provided',
    )
    cleanup()
    expect(
      open({ ...short, status: 'cancelled', paymentStatus: 'refunded', refunded: 42 }),
    ).not.toContain('provided')
  })

  test('of a pickup says where, on which Saturday and when, for the calendar too', () => {
    const slip = open()
    expect(screen.getByRole('heading', { name: 'Pickup at the farm store' })).toBeTruthy()
    expect(slip).toContain('Saturday, November 21, 20262pm to 5pmHot Springs, SD')
    expect(calendar()).toBe(`/o/${SECRET}/pickup.ics`)
  })

  test('says until when more may be ordered for the same day, while it may', () => {
    const more = 'Forgot something? Add to this order by Friday, 11:59 PM.'
    expect(open()).toContain(more)
    cleanup()
    expect(open({ status: 'delivered' })).not.toContain(more)
    cleanup()
    expect(open({ marketDay: { ...DAY, takesOrders: false } })).not.toContain(more)
  })

  test('leads to the shop to add to it, for as long as its day takes orders and its email is known', async () => {
    stopAdding()
    open()
    const link = screen.getByRole('link', { name: 'Add to this order' })
    expect(link.getAttribute('href')).toBe('/#products')
    await userEvent.click(link)
    const label = 'order #12 for Saturday, Nov 21'
    expect(addingTo()).toEqual({ secret: SECRET, label })
    stopAdding()
    const closed = { ...DAY, takesOrders: false }
    for (const gone of [
      ...[{ marketDay: closed }, { confirmation: null }, { isHandedOver: true as const }],
      ...[{ status: 'delivered' as const }, { status: 'cancelled' as const }],
    ]) {
      cleanup()
      window.location.hash = '#add'
      open(gone)
      expect(screen.queryByRole('link', { name: 'Add to this order' })).toBeNull()
      expect(addingTo()).toBeNull()
    }
    cleanup()
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
    open()
    expect(replace).toHaveBeenCalledWith('/#products')
    expect(addingTo()).toEqual({ secret: SECRET, label })
    window.location.hash = ''
    stopAdding()
  })

  test('of the farmer’s own place has its name, hours, map and notes, and who comes', () => {
    const place = {
      name: 'Elm St. Stand',
      address: '9 Elm St',
      mapUrl: 'https://maps.example/9',
      note: 'Row B.',
    }
    const slip = open({ place, pickupName: 'Sam Lee', isGift: true })
    expect(screen.getByRole('heading', { name: 'Pickup at Elm St. Stand' })).toBeTruthy()
    expect(slip).toContain(
      '2pm to 5pm9 Elm StMapRow B.Sam Lee will pick it up.' +
        'This is a gift: the slip in the box shows no prices.',
    )
    expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe(place.mapUrl)
  })

  test('says what was chosen for a short harvest, until it is cancelled', () => {
    expect(open({ ifShort: 'call' })).toContain('If we run out of somethingCall me first')
    cleanup()
    expect(open({ ifShort: 'call', status: 'cancelled' })).not.toContain('Call me first')
  })

  test('of a delivery on a day says the day and its hours, for the calendar too', () => {
    const slip = open({ ...TO_THE_DOOR, marketDay: DAY })
    expect(slip).toContain('SD 57747Saturday, November 21, 20262pm to 5pm')
    expect(slip).not.toContain('set up a day')
    expect(calendar()).toBe(`/o/${SECRET}/pickup.ics`)
  })

  test('of a day that the farmer closed says so while its goods are here', () => {
    const marketDay = { ...DAY, isClosed: true, placeKey: 'farmers_market', takesOrders: false }
    expect(open({ marketDay })).toContain('We’re closed that day.')
    cleanup()
    expect(open({ marketDay, status: 'delivered' })).not.toContain('We are closed')
  })

  test('of a delivery says whereto and what it cost, and has nothing for the calendar', () => {
    const slip = open({ ...TO_THE_DOOR, deliveryFee: 5, total: 29 })
    expect(screen.getByRole('heading', { name: 'Delivery to' })).toBeTruthy()
    expect(slip).toContain('Ada Miller12 River StHot Springs, SD 57747')
    expect(slip).toContain('We’ll call or email to set your delivery day.')
    expect(slip).toContain('Delivery fee$5.00Total$29.00')
    expect(calendar()).toBeUndefined()
  })

  test('says how to keep what was bought, as far as the shop knows', () => {
    const kept = open({ categories: ['Vegetables', 'Farm Eggs', 'Our Honey'] })
    expect(kept).toMatch(/How to keep it.*eggs.*carrots/)
    cleanup()
    expect(open({ categories: ['Our Honey'] })).not.toContain('How to keep it')
    cleanup()
    expect(open({ categories: ['Farm Eggs'], status: 'cancelled' })).not.toContain('How to keep')
  })

  test('shows the buyer’s note, as text', () => {
    expect(open({ notes: '<b>Ring</b>\ntwice' })).toContain('Your note<b>Ring</b>\ntwice')
  })

  test.each<[OrderStatus, Receipt['deliveryMethod'], string]>([
    ['pending', 'pickup', 'We’ve got your order.'],
    ['processing', 'pickup', 'We’re packing your order.'],
    ['shipped', 'pickup', 'Your order is packed and on its way to the pickup location.'],
    ['shipped', 'shipping', 'Your order is on its way to you.'],
    ['delivered', 'pickup', 'You’ve picked up your order.'],
    ['delivered', 'shipping', 'Your order was delivered.'],
  ])('of an order that is %s (%s) says: %s', (status, deliveryMethod, text) => {
    expect(open({ status, deliveryMethod })).toContain(text)
  })

  test('of an order that was handed over says so, whatever its status', () => {
    const text = open({ status: 'processing', deliveryMethod: 'pickup', isHandedOver: true })
    expect(text).toContain('You’ve picked up your order.')
  })

  test.each<[PaymentStatus, number, string]>([
    ['authorized', 0, 'Payment held on your card'],
    ['completed', 0, 'Paid'],
    ['partially_refunded', 7.5, 'Partly refunded'],
    ['refunded', 24, 'Refunded'],
    ['canceling', 0, 'Refund in progress'],
    ['failed', 0, 'Not charged'],
  ])('whose money is %s says so in words', (paymentStatus, refunded, text) => {
    const slip = open({ paymentStatus, refunded })
    expect(screen.getAllByText(text)).not.toHaveLength(0)
    expect(slip.includes('Refunded-$')).toBe(refunded > 0)
  })

  test('of a test order says that no money was taken; of a real one it does not', () => {
    expect(open({ testMode: true })).toContain('Test order – no money was taken.')
    cleanup()
    expect(open()).not.toContain('Test order')
  })
})

describe('the receipt of a cancelled order', () => {
  test.each<[PaymentStatus, number, string]>([
    ['refunded', 24, '$24.00 is going back to your card.'],
    ['partially_refunded', 7.5, '$7.50 is going back to your card.'],
    ['canceling', 0, 'Your payment is being refunded.'],
    ['authorized', 0, 'The hold on your card is being released.'],
    ['failed', 0, 'Your card wasn’t charged.'],
    ['completed', 0, 'Your refund hasn’t gone through yet. Please call us'],
  ])('says so first, and where the money is (%s)', (paymentStatus, refunded, text) => {
    const slip = open({ status: 'cancelled', paymentStatus, refunded })
    expect(slip.startsWith(`This order was canceled.${text}`)).toBe(true)
    expect(slip).not.toContain('Thank you')
    expect(screen.queryByRole('heading', { name: /^Pickup/ })).toBeNull()
    expect(calendar()).toBeUndefined()
  })

  test('speaks of no money where none was taken', () => {
    const slip = open({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refunded: 24,
      testMode: true,
    })
    expect(slip).toContain('Test order – no money was taken.')
    expect(slip).not.toContain('going back to your card')
  })
})

describe('ordering again', () => {
  const sold = (id: number, name: string, price: number, stock: number): Product => ({
    ...{ id, name, price, stock, description: '', category: 'Farm Eggs', imageUrl: null },
  })
  const cart = async () => (await screen.findByRole('dialog')).textContent ?? ''

  test('fills the cart at today’s prices and stock, and names what is gone', async () => {
    startAdding({ secret: SECRET, label: 'order #11' })
    const items = [
      { productId: 1, name: 'Farm Eggs', quantity: 3, standing: 3, price: 5.5, lineTotal: 16.5 },
      { productId: 2, name: 'Bagels', quantity: 2, standing: 1, price: 7.5, lineTotal: 15 },
      { productId: 3, name: 'Kale', quantity: 1, standing: 1, price: 3, lineTotal: 3 },
      { productId: 4, name: 'Ramps', quantity: 1, standing: 1, price: 4, lineTotal: 4 },
      { productId: 5, name: 'Leeks', quantity: 2, standing: 0, price: 4, lineTotal: 8 },
    ]
    const products = [
      ...[sold(1, 'Farm Eggs', 6, 2), sold(2, 'Bagels', 7.5, 9), sold(3, 'Kale', 3, 0)],
      sold(5, 'Leeks', 4, 9),
    ]
    render(<Page known={{ items }} products={products} />)
    await userEvent.click(screen.getByRole('link', { name: 'Order again' }))
    const text = await cart()
    for (const news of [/2 .*Farm Eggs/, /Farm Eggs: the price is now \$6\.00/, /Kale/, /Ramps/])
      expect(text).toMatch(news)
    expect(screen.queryByRole('button', { name: 'Remove Leeks' })).toBeNull()
    expect(text).toContain('$19.50')
    expect(addingTo()).toBeNull()
    expect(window.location.hash).toBe('')
  })

  test('works by the mailed link, of a cancelled order too, and twice is once', async () => {
    const products = [sold(1, 'Farm Eggs', 5.5, 9), sold(2, 'Bagels', 7.5, 9)]
    window.location.hash = ORDER_AGAIN
    render(<Page known={{ status: 'cancelled' }} products={products} />)
    expect(await cart()).toContain('$24.00')
    window.location.hash = ORDER_AGAIN
    await vi.waitFor(() => expect(window.location.hash).toBe(''))
    expect(await cart()).toContain('$24.00')
  })
})

describe('with a receipt one can', () => {
  test('print it', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  test('copy its address, and read it where the browser has no clipboard', async () => {
    const user = userEvent.setup({ delay: null })
    open()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(readToasts()).toMatchObject([{ title: 'Link copied' }])
    expect(await navigator.clipboard.readText()).toBe(window.location.href)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(readToasts()[0]?.description).toContain(window.location.href)
  })

  test('go back to the shop', () => {
    open()
    expect(screen.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(
      '/#products',
    )
  })
})

test.each([SECRET, '12', 'a%2Fb'])(
  'the address %s that opens no receipt says so, with a way home',
  (secret) => {
    render(<Page known={null} secret={secret} />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Receipt Not Found')
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  },
)

describe('an order that its buyer may cancel', () => {
  const until = '2026-11-20T18:00:00.000Z'
  const moved = { mayCancelUntil: until }
  const field = () => screen.queryByLabelText('Email address of your order')

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:59:59.000Z') })
  })

  test('can be cancelled with its email address, and the page says so', async () => {
    const cancelled = { ...receipt, status: 'cancelled', refunded: 24 }
    const fetching = vi.fn(async () => Response.json(cancelled))
    vi.stubGlobal('fetch', fetching)
    expect(open(moved)).toContain(
      'here until Nov 20, 11:00 AM, and we’ll refund you in full. After that, please call us at (605) 555-0134.',
    )
    expect(screen.getByRole('article').textContent).toMatch(/Total.*Plans changed\?/)
    const address = screen.getByLabelText('Email address of your order')
    await userEvent.type(address, 'ada@example.com')
    // Enter asks, and what is typed afterwards takes the question back.
    await userEvent.type(address, '{Enter}')
    expect(
      screen.getByText('Cancel the whole order? We’ll refund $24.00 to your card.'),
    ).toBeTruthy()
    await userEvent.type(address, ' ')
    await userEvent.clear(address)
    await userEvent.type(address, 'ada@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel my order' }))
    expect(fetching).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel my order' }))
    expect(await screen.findByText(/canceled/i)).toBeTruthy()
    expect(field()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(fetching).toHaveBeenCalledExactlyOnceWith(
      `/api/receipts/${SECRET}/cancel`,
      expect.objectContaining({ body: JSON.stringify({ email: 'ada@example.com' }) }),
    )
  })

  test('says until when in the words in which ordering ends', () => {
    expect(open({ mayCancelUntil: DAY.orderUntil })).toContain(
      'cancel this order here until 11:59 tonight',
    )
  })

  test('says at its field why it was not cancelled', async () => {
    const message = 'That email doesn’t match this order.'
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 'not-found', message }, { status: 404 }),
    )
    open(moved)
    await userEvent.type(
      screen.getByLabelText('Email address of your order'),
      'eve@example.com{Enter}{Enter}',
    )
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field())
    expect(field()?.closest('form')?.noValidate).toBe(true)
  })

  test('gives up what the buyer takes off, and says first what goes back', async () => {
    const lines = [
      { productId: 1, name: 'Farm Eggs', units: 3, amount: 16.5 },
      { productId: 2, name: 'Bagels', units: 1, amount: 7.5 },
    ]
    const mayChange = { until, revision: 4, lines }
    const sent: { path: string; body: Record<string, unknown> }[] = []
    const answers = [new Response('Try again', { status: 503 }), Response.json(receipt)]
    vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
      if (!body) return Response.json({ ...receipt, ...moved, mayChange })
      sent.push({ path, body: JSON.parse(String(body)) })
      return answers.shift()
    })
    open({ ...moved, mayChange })
    await userEvent.type(screen.getByLabelText('Email address of your order'), 'ada@example.com')
    const less = (name: string) =>
      userEvent.click(screen.getByRole('button', { name: `Decrease quantity of ${name}` }))
    expect(screen.getByRole('button', { name: 'Cancel my order' })).toBeTruthy()
    await less('Farm Eggs')
    await less('Bagels')
    expect(screen.getByText('We’ll refund $13.00 to your card.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save my changes' }))
    expect(await screen.findByText('Try again')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save my changes' }))
    await vi.waitFor(() => expect(field()).toBeNull())
    const [first, second] = sent
    expect(first).toEqual(second)
    expect(first).toEqual({
      path: `/api/receipts/${SECRET}/changes`,
      body: {
        id: expect.any(String),
        email: 'ada@example.com',
        lines: [
          { productId: 1, units: -1 },
          { productId: 2, units: -1 },
        ],
        revision: 4,
      },
    })
  })

  test('cannot be cancelled any more when its time is over', () => {
    vi.setSystemTime(new Date(until))
    open(moved)
    expect(field()).toBeNull()
  })
})
