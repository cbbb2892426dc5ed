import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { PAYMENT_STATUSES } from '#contract/orders/orders.ts'
import { isReceiptSecret } from '#contract/orders/receipt-link.ts'
import type { PaymentState } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { aBareBuyer, aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { erasePerson } from './erase-person.ts'

async function aReceipt(more: Record<string, unknown> = {}) {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 835, stock: 10 })
  const buyer = aKeyedBuyer(shop)
  const body = orderBody([[eggs, 3]], {
    customerPhone: '605 555 0100',
    notes: 'Ring twice',
    ...more,
  })
  const placed = (await buyer.buy(body)).json()
  const secret: string = placed.receiptUrl.replace('/o/', '')
  const read = () => shop.inject({ url: `/api/receipts/${secret}` })
  return { shop, eggs, buyer, body, placed, secret, read }
}

const setStatus = (shop: AShop, status: string) =>
  atSettledDesk(shop)('PUT', '/api/orders/1/status', { status })

const privately = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

describe('a receipt', () => {
  test('shows what was agreed and how it is handed over, and no way to reach the buyer', async () => {
    const { read } = await aReceipt()
    const answer = await read()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject(privately)
    expect(answer.json()).toEqual({
      id: 1,
      createdAt: '2026-11-18T18:00:00.000Z',
      status: 'pending',
      paymentStatus: 'completed',
      testMode: true,
      items: [
        { productId: 1, name: 'Eggs', quantity: 3, standing: 3, price: 8.35, lineTotal: 25.05 },
      ],
      categories: ['Farm Eggs'],
      subtotal: 25.05,
      deliveryFee: 0,
      total: 25.05,
      refunded: 0,
      deliveryMethod: 'pickup',
      pickupLocation: 'farmers_market',
      pickupDate: '2026-11-21',
      place: { name: 'Farmers market', address: '', mapUrl: null, note: '' },
      marketDay: {
        day: '2026-11-21',
        opens: '09:00',
        closes: '12:00',
        opensAt: '2026-11-21T16:00:00.000Z',
        orderUntil: '2026-11-21T07:00:00.000Z',
        isClosed: false,
        placeKey: 'farmers_market',
        takesOrders: true,
      },
      pickupName: null,
      isGift: false,
      confirmation: { to: 'a…a@example.com', state: 'waiting' },
      shippingAddress: null,
      customerName: 'Ada Miller',
      notes: 'Ring twice',
      mayCancelUntil: '2026-11-21T07:00:00.000Z',
      mayChange: {
        until: '2026-11-21T07:00:00.000Z',
        revision: 0,
        lines: [{ productId: 1, name: 'Eggs', units: 3, amount: 25.05 }],
      },
      mark: expect.stringMatching(/^[\da-f]{8}$/),
    })
  })

  test('says what became of its confirmation, with the address masked, until the buyer is erased', async () => {
    const { shop, read } = await aReceipt({ customerEmail: 'maria.lopez@gmial.com' })
    const confirmation = async () => (await read()).json().confirmation
    const to = 'm…z@gmial.com'
    const mails = (change: { sent_at?: string | null; given_up_at?: string }) =>
      write(shop.db, (tx) => tx.updateTable('outbox').set(change).execute())
    expect(await confirmation()).toEqual({ to, state: 'waiting' })
    await mails({ sent_at: '2026-11-18T18:00:01.000Z' })
    expect(await confirmation()).toEqual({ to, state: 'sent' })
    await mails({ sent_at: null, given_up_at: '2026-11-21T18:00:01.000Z' })
    expect(await confirmation()).toEqual({ to, state: 'failed' })
    expect((await read()).body).not.toContain('maria.lopez')
    await write(shop.db, (tx) => erasePerson(tx, 1, '2027-11-18T18:00:00.000Z'))
    expect(await confirmation()).toBeNull()
  })

  test('of a delivery shows where it goes', async () => {
    const { read } = await aReceipt(BY_DELIVERY)
    expect((await read()).json()).toMatchObject({
      ...BY_DELIVERY,
      pickupDate: null,
      deliveryFee: 5,
      total: 30.05,
    })
  })

  test('shows the farmer’s newest status, and what cancelling gave back', async () => {
    const { shop, read } = await aReceipt()
    await setStatus(shop, 'processing')
    expect((await read()).json()).toMatchObject({ status: 'processing', refunded: 0 })
    await setStatus(shop, 'cancelled')
    expect((await read()).json()).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refunded: 25.05,
    })
  })

  test('tells every state of the money', async () => {
    const { shop, read } = await aReceipt()
    const seen: string[] = []
    const look = async (state: PaymentState, given: number) => {
      await write(shop.db, async (tx) => {
        await tx.deleteFrom('refunds').execute()
        const { id } = await tx
          .updateTable('payments')
          .set({ state })
          .returning('id')
          .executeTakeFirstOrThrow()
        const refund = {
          payment_id: id,
          reason: 'spoiled',
          restock: false,
          created_at: '2026-11-19T00:00:00.000Z',
        }
        const states = given > 0 ? (['succeeded', 'failed'] as const) : []
        for (const state of states) {
          await tx
            .insertInto('refunds')
            .values({ ...refund, id: state, amount_cents: given as Cents, state })
            .execute()
        }
      })
      const receipt = (await read()).json()
      expect(receipt.refunded).toBe(given / 100)
      seen.push(receipt.paymentStatus)
    }
    await look('capturing', 0)
    await look('captured', 0)
    await look('captured', 505)
    await look('captured', 2505)
    await look('canceling', 0)
    await look('canceled', 0)
    expect([...seen, 'unpaid']).toEqual(PAYMENT_STATUSES)
  })

  const guessesAt = (secret: string): [status: number, guess: string][] => [
    [404, '1'],
    [404, 'A'.repeat(22)],
    [404, secret.slice(1)],
    [404, `${secret}A`],
    [404, `${secret}%0A`],
    [404, `..%2F${secret}`],
    [404, '%00%F0%9F%A5%9A'],
    [404, ''],
    [400, '%'],
    [404, 'A'.repeat(5000)],
  ]

  test('is found by nothing but its secret', async () => {
    const { shop, secret } = await aReceipt()
    for (const [status, guess] of guessesAt(secret))
      for (const url of [`/api/receipts/${guess}`, `/o/${guess}/pickup.ics`]) {
        const answer = await shop.inject({ url })
        expect([answer.statusCode, url]).toEqual([status, url])
        expect(answer.body).not.toMatch(/Ada|Eggs/)
      }
  })

  test('that is not there is refused with a sentence, kept nowhere', async () => {
    const { shop } = await aReceipt()
    const answer = await shop.inject({ url: '/api/receipts/1' })
    expect(answer.body).toBe('There is no receipt at this address.')
    expect(answer.headers).toMatchObject(privately)
  })
})

describe('the secret', () => {
  test('is 128 random bits, another one for each order, and told to the buyer alone', async () => {
    const { shop, eggs, buyer, body, placed, secret } = await aReceipt()
    const other = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))).json()
    expect(isReceiptSecret(secret)).toBe(true)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(16)
    expect(other.receiptUrl).not.toBe(placed.receiptUrl)
    const known = [
      await buyer.placeOrder(body),
      await shop.inject({ url: `/api/checkouts/${buyer.checkout_key}` }),
      await shop.inject({ url: `/api/checkouts/${crypto.randomUUID()}` }),
      await aBareBuyer(shop).placeOrder(body),
    ]
    expect(known.map((answer) => answer.body.includes(secret))).toEqual([true, true, false, false])
    const changed = orderBody([[eggs, 2]])
    expect((await buyer.placeOrder(changed)).body).not.toContain(secret)
  })

  test('is answered again to the browser that repeats its order, and to no other', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    const body = orderBody([[eggs, 1]])
    const [buyer, stranger] = [aBareBuyer(shop), aBareBuyer(shop)]
    const { receiptUrl } = (await buyer.buy(body)).json()
    expect((await buyer.placeOrder(body)).json().receiptUrl).toBe(receiptUrl)
    expect((await stranger.buy(body)).json().receiptUrl).not.toBe(receiptUrl)
  })
})

describe('the page of a receipt', () => {
  test('is rendered for its reader alone, with the state of this moment', async () => {
    const renderPage = async (path: string, load: (apiPath: string) => Promise<unknown>) => ({
      status: 200,
      html: JSON.stringify(await load(path.replace('/o/', '/api/receipts/'))),
    })
    const shop = await aShop({ pages: { client: null, renderPage } })
    const eggs = await aProduct(shop.db)
    const { receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))).json()
    const page = await shop.inject({ url: receiptUrl })
    expect(page.headers).toMatchObject(privately)
    expect(page.json()).toMatchObject({ id: 1, status: 'pending' })
    await setStatus(shop, 'cancelled')
    expect((await shop.inject({ url: receiptUrl })).json()).toMatchObject({ status: 'cancelled' })
    expect((await shop.inject({ url: '/o/1' })).json()).toBeNull()
  })
})
