import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_WAYS_TO_PAY, formatWaysToPay } from '#contract/money/tenders.ts'
import { aMailServer } from './a-mail-server.ts'
import { aRunningShop, PASSWORD } from './e2e/a-running-shop.ts'
import { someOf } from './length-of-run.ts'
import { aLiteralClient, CallFailure, DELIVERY, PICKUP } from './literal-client.ts'
import { startPostgres } from './postgres.ts'
import { readSource } from './read-sources.ts'

const FARM_STORE = 2
const CREATE_INTENT = '/api/payments/stripe/create-intent'

const SOURCE = 'tests/literal-client.ts'

/** One green pixel as a PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPoWNUBAAN4AbvsTxnXAAAAAElFTkSuQmCC',
  'base64',
)

test('the literal client imports nothing of the shop', () => {
  const { imports } = readSource(
    SOURCE,
    readFileSync(`${import.meta.dirname}/literal-client.ts`, 'utf8'),
  )
  expect(imports.filter((target) => !target.startsWith('node:'))).toEqual([])
})

/** What is drawn anew each time: numbers of rows, secrets, instants. */
function withoutNames(text: string): string {
  return text
    .replace(/"(id|productId)":(\d+|"[\da-f-]{36}")/g, '"$1":1')
    .replace(/"client_secret":"[^"]+"/g, '"client_secret":""')
    .replace(/"receiptUrl":"[^"]+"/g, '"receiptUrl":""')
    .replace(/"mark":"[^"]+"/g, '"mark":""')
    .replace(/"(createdAt|updatedAt)":"[^"]+"/g, '"$1":""')
    .replace(/#\d+/g, '#1')
}

/** Of the orders, the newest: the others are earlier tests'. */
function firstOf(text: string): string {
  const [first] = JSON.parse(text)
  return JSON.stringify(first)
}

describe.each(someOf(['SQLite', 'PostgreSQL'], 2))(
  'on %s, a client of section 7 alone',
  { timeout: 30_000 },
  (engine) => {
    const atEnd: (() => Promise<unknown>)[] = []
    let shopUrl = ''
    let desk: ReturnType<typeof aLiteralClient>

    /** One shop for all tests: each has its own products and looks only at what it changed. */
    beforeAll(async () => {
      const postgres = engine === 'PostgreSQL' ? await startPostgres({ fsync: false }) : null
      if (postgres) atEnd.push(() => postgres.stop())
      const own = (end: () => Promise<unknown>) => void atEnd.push(end)
      const { url } = await aMailServer(own)
      const mail = { SMTP_URL: url, MAIL_FROM: 'Farm <farm@farm.example>' }
      const env = { DEMO: '0', LIMITS: 'off', ...mail }
      const of = postgres ? { DATABASE_URL: postgres.url } : {}
      const shop = await aRunningShop({ ...env, ...of }, [], own)
      shopUrl = shop.url
      desk = aLiteralClient(shopUrl)
      await desk.signIn(PASSWORD)
    }, 60_000)
    afterAll(async () => {
      for (const end of atEnd.toReversed()) await end()
    })

    async function aMarket() {
      const visitor = aLiteralClient(shopUrl)
      const draft = { description: '', category: 'Farm Eggs', imageUrl: null }
      const eggs = await desk.call('POST', '/api/products', {
        ...draft,
        name: 'Eggs',
        price: 1.6,
        stock: 30,
      })
      const bagels = await desk.call('POST', '/api/products', {
        ...draft,
        name: 'Bagels',
        price: '5.60',
        stock: 10,
      })
      const stock = async () => {
        const products: { id: number; stock: number }[] = await visitor.load(['/api/products'])
        const stockOf = (id: number) => products.find((product) => product.id === id)?.stock
        return { Eggs: stockOf(eggs.id), Bagels: stockOf(bagels.id) }
      }
      return { visitor, eggs, bagels, stock }
    }

    test('buys to be picked up and to be delivered, with the fee from exactly twenty dollars', async () => {
      const before = await desk.load(['/api/analytics', 'dashboard'])
      const { visitor, eggs, bagels, stock } = await aMarket()
      const first = await visitor.buy([{ product: eggs, quantity: 1 }], PICKUP)
      expect(first).toMatchObject({ id: expect.any(Number), paymentStatus: 'completed' })
      const exactlyTwenty = [
        { product: eggs, quantity: 2 },
        { product: bagels, quantity: 3 },
      ]
      // In floating point these make 19.999999999999996: the shop sees the cents that are meant.
      const second = await visitor.buy(exactlyTwenty, DELIVERY)
      await expect(visitor.buy([{ product: bagels, quantity: 3 }], DELIVERY)).rejects.toThrow(
        'Delivery is for orders of $20.00 or more. Please choose pickup.',
      )
      expect(await stock()).toEqual({ Eggs: 27, Bagels: 7 })
      const orders = await desk.load(['/api/orders'])
      expect(orders.slice(0, 2)).toMatchObject([
        {
          id: second.id,
          total: 25,
          deliveryMethod: 'shipping',
          paymentStatus: 'completed',
          userId: null,
        },
        {
          id: first.id,
          total: 1.6,
          deliveryMethod: 'pickup',
          pickupLocation: 'farm_store',
          notes: 'Please ring twice.',
        },
      ])
      expect(await desk.load(['/api/analytics', 'dashboard'])).toMatchObject({
        totalOrders: before.totalOrders + 2,
        totalRevenue: expect.closeTo(before.totalRevenue + 26.6, 6),
        totalProducts: before.totalProducts + 2,
        lowStockProducts: before.lowStockProducts,
      })
    })

    /** All answers of one client's day, at the shop and at the desk. */
    async function series(): Promise<string[]> {
      const called = globalThis.fetch
      const read: string[] = []
      const { visitor, eggs } = await aMarket()
      vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
        const answer = await called(...asked)
        const text = await answer.clone().text()
        const isOrders = `${asked[0]}`.endsWith('/api/orders') && text.startsWith('[')
        const path = `${asked[0]}`.slice(shopUrl.length).replace(/\d+/, '1')
        read.push(`${path} ${answer.status} ${withoutNames(isOrders ? firstOf(text) : text)}`)
        return answer
      })
      const cart = [{ product: eggs, quantity: 2 }]
      await visitor.buy(cart, PICKUP)
      await visitor.placeOrder(cart, PICKUP)
      await visitor.placeOrder([{ product: eggs, quantity: 9 }], PICKUP).catch(String)
      await visitor.buy(cart, PICKUP, 'pm_card_chargeDeclined').catch(String)
      await visitor.buy([{ product: eggs, quantity: 13 }], DELIVERY)
      await aLiteralClient(shopUrl).buy(cart, DELIVERY).catch(String)
      const [order] = await desk.load(['/api/orders'])
      await desk.call('PUT', `/api/orders/${order.id}/status`, { status: 'processing' })
      await desk.call('PUT', `/api/orders/${order.id}/status`, { status: 'cancelled' })
      await desk.load(['/api/orders'])
      await visitor.load(['/api/settings'])
      await visitor.load(['/api/payments/config'])
      vi.unstubAllGlobals()
      return read
    }

    const set = async (values: Record<string, string>) => {
      for (const [key, value] of Object.entries(values))
        await desk
          .call('POST', '/api/settings', { key, value, description: '' })
          .then(() => desk.call('PUT', `/api/settings/${key}`, { value }))
    }
    const payAtPickup = async (paysAtPickup: boolean, who = 'confirmed') => {
      await set({ pickup_pay_who: who })
      for (const id of [1, FARM_STORE])
        await desk.call('PUT', `/api/places/${id}`, { paysAtPickup })
    }
    const ways = [
      { name: 'Cash', isCash: true, givesChange: true },
      { name: 'SNAP/EBT', isCash: false, givesChange: false, isEbt: true },
      { name: 'Goat tokens', isCash: false, givesChange: false },
    ]
    const ZONE = { kind: 'delivery', name: 'Fall River', zips: ['577'], fee: 5, minimum: '20' }
    let zone = 0

    /** On, off, and what an answer holds more while it is on. */
    const SWITCHES: [string, () => Promise<unknown>, () => Promise<unknown>, RegExp?][] = [
      ...(['confirmed', 'known', 'anyone'] as const).map(
        (who): [string, () => Promise<unknown>, () => Promise<unknown>, RegExp] => [
          `pay at pickup for ${who}`,
          () => payAtPickup(true, who),
          () => payAtPickup(false),
          /"atPickup":\{.*?\}/,
        ],
      ),
      [
        'sales tax',
        () =>
          set({
            ...{ tax_rate: '6.2', tax_reduced_rate: '2', tax_on_delivery: 'true' },
            tax_categories: '{"Farm Eggs":"reduced"}',
          }),
        () =>
          set({
            ...{ tax_rate: '', tax_reduced_rate: '', tax_on_delivery: 'false' },
            tax_categories: '{}',
          }),
        /,?"tax":\[.*?\]/,
      ],
      [
        'ways to pay of its own',
        () => set({ ways_to_pay: formatWaysToPay(ways) }),
        () => set({ ways_to_pay: DEFAULT_WAYS_TO_PAY }),
      ],
      [
        'changes by buyers',
        () => set({ buyer_cancels: 'false' }),
        () => set({ buyer_cancels: 'true' }),
      ],
      [
        'a delivery zone',
        async () => {
          zone = (await desk.call('POST', '/api/places', ZONE)).id
        },
        () => desk.call('PUT', `/api/places/${zone}`, { isRetired: true }),
      ],
    ]

    let usual: readonly string[] | undefined

    test.each(SWITCHES)('reads the same bytes with %s on and off', async (_, on, off, more) => {
      usual ??= await series()
      await on()
      const meanwhile = await series().finally(off)
      const isTold = meanwhile.some((text) => more?.test(text))
      expect(isTold).toBe(more !== undefined)
      const without = (texts: readonly string[]) =>
        texts.map((text) => (more ? text.replace(more, '').replace('"atPickup":null', '') : text))
      expect(without(meanwhile)).toEqual(without(usual))
      expect(await series()).toEqual(usual)
    })

    test('is declined in the card provider’s words, and buys with another card', async () => {
      const { visitor, eggs, stock } = await aMarket()
      const cart = [{ product: eggs, quantity: 1 }]
      const declined = visitor.buy(cart, PICKUP, 'pm_card_visa_chargeDeclinedInsufficientFunds')
      await expect(declined).rejects.toThrow('Your card has insufficient funds.')
      await expect(visitor.placeOrder(cart, PICKUP)).rejects.toThrow(
        'The card payment for this cart is not complete.',
      )
      expect(await stock()).toMatchObject({ Eggs: 30 })
      expect((await visitor.buy(cart, PICKUP, 'pm_card_mastercard')).id).toEqual(expect.any(Number))
    })

    test('repeats its calls and gets the same order; what is sold out is told in the field message', async () => {
      const { visitor, bagels, stock } = await aMarket()
      const cart = [{ product: bagels, quantity: 8 }]
      const [once, again] = [
        await visitor.buy(cart, PICKUP),
        await visitor.placeOrder(cart, PICKUP),
      ]
      const whole = await visitor.buy(cart, PICKUP)
      expect([again.id, whole.id]).toEqual([once.id, once.id])
      await expect(visitor.buy([{ product: bagels, quantity: 3 }], PICKUP)).rejects.toThrow(
        'Only 2 left of Bagels.',
      )
      expect(await stock()).toMatchObject({ Bagels: 2 })
    })

    test('sets statuses at the desk: cancelled brings the stock back', async () => {
      const { visitor, eggs, stock } = await aMarket()
      const { id } = await visitor.buy([{ product: eggs, quantity: 3 }], PICKUP)
      const put = (status: string) => desk.call('PUT', `/api/orders/${id}/status`, { status })
      await put('processing')
      expect(await stock()).toMatchObject({ Eggs: 27 })
      await put('cancelled')
      expect(await stock()).toMatchObject({ Eggs: 30 })
      expect((await desk.load(['/api/orders']))[0]).toMatchObject({
        ...{ id, status: 'cancelled', paymentStatus: 'refunded' },
      })
      await put('delivered')
      expect(await stock()).toMatchObject({ Eggs: 27 })
    })

    type Day = { id: number; placeId: number; day: string; orderUntil: string; orders: number }

    async function storeDays(): Promise<Day[]> {
      const { days }: { days: Day[] } = await desk.load(['/api/calendar'])
      const now = new Date().toISOString()
      return days
        .filter(({ placeId, orderUntil }) => placeId === FARM_STORE && orderUntil > now)
        .sort((a, b) => (a.day < b.day ? -1 : 1))
    }

    test('buys for the next market day where one is full or closed, and knows nothing of days', async () => {
      const { eggs } = await aMarket()
      const buy = async () => {
        const { id } = await aLiteralClient(shopUrl).buy([{ product: eggs, quantity: 1 }], PICKUP)
        const orders: { id: number; pickupDate: string }[] = await desk.load(['/api/orders'])
        return orders.find((order) => order.id === id)?.pickupDate
      }
      const [first, second, third] = await storeDays()
      if (!first || !second || !third) throw new Error('The farm store has no days.')
      await desk.call('PUT', `/api/market-days/${first.id}`, { capacity: first.orders + 1 })
      expect([await buy(), await buy()]).toEqual([first.day, second.day])
      const closing = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false }
      const close = (more: object) =>
        desk.call('POST', `/api/market-days/${second.id}/close`, { ...closing, ...more })
      await close({ confirm: (await close({})).confirm })
      expect([await buy(), await buy()]).toEqual([third.day, third.day])
    })

    test('is told that the farm takes no orders, and finishes what it began before', async () => {
      const { visitor, eggs } = await aMarket()
      const cart = [{ product: eggs, quantity: 1 }]
      await visitor.createIntent(1.6, 'pm_card_visa')
      const message = 'Frost took it all. Back on Monday.'
      await desk.call('PUT', '/api/pause', { isPaused: true, message })
      try {
        const who = { customer_email: 'bo@example.com', customer_name: 'Bo' }
        const requested = { amount: 160, payment_method_id: 'pm_card_visa', ...who }
        const refused = aLiteralClient(shopUrl).call('POST', CREATE_INTENT, requested)
        const failure = await refused.catch((error: unknown) => error)
        if (!(failure instanceof CallFailure)) throw failure
        expect(failure.status).toBe(409)
        expect(JSON.parse(failure.body)).toMatchObject({ message })
        await expect(aLiteralClient(shopUrl).buy(cart, PICKUP)).rejects.toThrow(message)
        expect(await visitor.placeOrder(cart, PICKUP)).toMatchObject({ id: expect.any(Number) })
      } finally {
        await desk.call('PUT', '/api/pause', { isPaused: false })
      }
    })

    test('keeps products, a picture, settings and pages', async () => {
      const { visitor, eggs, bagels } = await aMarket()
      const { imageUrl } = await desk.upload(new Blob([PIXEL], { type: 'image/png' }))
      await desk.call('PUT', `/api/products/${eggs.id}`, { ...eggs, price: '2.00', imageUrl })
      const listed: { id: number; price: number; imageUrl: string }[] = await visitor.load([
        '/api/products',
      ])
      const changed = listed.find((product) => product.id === eggs.id)
      expect([Number(changed?.price), changed?.imageUrl]).toEqual([2, imageUrl])
      await desk.call('DELETE', `/api/upload/${imageUrl.split('/').at(-1)}`)
      await desk.call('DELETE', `/api/products/${eggs.id}`)
      const left: { id: number }[] = await visitor.load(['/api/products'])
      expect(left.map(({ id }) => id)).not.toContain(eggs.id)
      expect(left.map(({ id }) => id)).toContain(bagels.id)

      const hours = { key: 'business_hours', value: 'Saturdays', description: 'When we are there' }
      await desk.call('POST', '/api/settings', hours)
      await desk.call('PUT', '/api/settings/business_hours', { value: 'Sundays' })
      expect(await visitor.load(['/api/settings'])).toMatchObject([{ ...hours, value: 'Sundays' }])

      const about = {
        title: 'About us',
        slug: 'about-us',
        content: '<p>Hens.</p>',
        metaDescription: 'Who we are',
      }
      const { id } = await desk.call('POST', '/api/pages', about)
      expect(await visitor.load(['/api/pages/slug', 'about-us'])).toMatchObject({
        ...about,
        isActive: true,
      })
      await desk.call('PUT', `/api/pages/${id}`, { ...about, title: 'About', isActive: false })
      const pages: { id: number }[] = await desk.load(['/api/pages'])
      expect(pages.filter((page) => page.id === id)).toMatchObject([
        { id, title: 'About', isActive: false },
      ])
      await desk.call('DELETE', `/api/pages/${id}`)
      await expect(visitor.load(['/api/pages/slug', 'about-us'])).rejects.toThrow(/^404: /)
    })

    test('is told a failure as status, colon and text, and is nobody at the desk until it signs in', async () => {
      const { visitor, eggs } = await aMarket()
      await expect(visitor.load(['/api/orders'])).rejects.toThrow(/^401: \w.*\.$/)
      expect(await visitor.load(['/api/orders'], 'null')).toBeNull()
      await expect(visitor.call('DELETE', `/api/products/${eggs.id}`)).rejects.toThrow(/^401: /)
      await expect(visitor.signIn('not the password')).rejects.toThrow(/^401: /)
      await visitor.call('POST', '/api/newsletter/subscribe', { email: 'grace@example.com' })
      await expect(
        visitor.call('POST', '/api/newsletter/subscribe', { email: 'grace' }),
      ).rejects.toThrow(/^400: /)
    })
  },
)
