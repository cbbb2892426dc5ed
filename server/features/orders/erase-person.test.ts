import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { runJobs } from '#server/jobs.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whereStands } from '#tests/every-row.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

/** Words that appear nowhere else in the shop. */
const PERSON = {
  customerName: 'Wilhelmina Quackenbush',
  customerEmail: 'quack@marker.example',
  customerPhone: '605 555 0777',
  notes: 'Leave it behind the turquoise barn',
}
const DELIVERED = {
  deliveryMethod: 'shipping',
  pickupLocation: null,
  shippingAddress: {
    address: '77 Secret Lane',
    city: 'Hiddenville',
    state: 'SD',
    zipCode: '57747',
  },
}
const MARKERS = ['Quackenbush', 'quack', '555 0777', 'turquoise', 'Secret Lane', 'Hiddenville']

async function anOrder(person: Record<string, unknown> = PERSON) {
  const { mailer } = aMailbox()
  const shop = await aShop()
  shop.shop.mail = mailer
  shop.shop.books = {
    ...shop.shop.books,
    check: () => Promise.reject(new Error('not in this test')),
  }
  shop.shop.backups = { ...shop.shop.backups, make: async () => {} }
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 30, price: 2500 })
  const { id } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]], person))).json()
  await shop.settled()
  const call = atSettledDesk(shop)
  return {
    shop,
    id: Number(id),
    call,
    erase: () => call('DELETE', `/api/orders/${id}/person`),
    /** Moves the clock without running jobs. */
    pass: (days: number) => {
      shop.clock.now = new Date(shop.clock.now.getTime() + days * DAY)
    },
  }
}

async function setStatus(
  { shop, id }: { shop: AShop; id: number },
  status: 'delivered' | 'cancelled',
) {
  await write(shop.db, (tx) =>
    tx.updateTable('orders').set({ status }).where('id', '=', id).execute(),
  )
}

async function remainsOf({ shop, id }: { shop: AShop; id: number }) {
  const { db } = shop
  const order = db
    .selectFrom('orders')
    .select(['id', 'status', 'subtotal_cents', 'delivery_cents', 'total_cents'])
  const dated = order.select([
    'pickup_date',
    'pickup_location',
    'delivery_method',
    'created_at',
    'receipt_secret',
  ])
  return {
    order: await dated.where('id', '=', id).executeTakeFirstOrThrow(),
    items: await db.selectFrom('order_items').selectAll().where('order_id', '=', id).execute(),
    money: await db
      .selectFrom('payments')
      .select(['amount_cents', 'captured_cents', 'captured_at', 'state'])
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .select(['amount_cents', 'created_at', 'state'])
      .execute(),
  }
}

describe('the customer of an order', () => {
  test.each([
    ['a pickup', PERSON],
    ['a delivery', { ...PERSON, ...DELIVERED }],
  ])('of %s is erased everywhere; number, lines, sums and dates stay', async (_, person) => {
    const its = await anOrder(person)
    const refund = { amount: '5.00', reason: 'Wilhelmina Quackenbush found one broken' }
    expect((await its.call('POST', `/api/orders/${its.id}/refunds`, refund)).statusCode).toBe(201)
    await its.shop.settled()
    await setStatus(its, 'delivered')
    its.pass(181)
    expect(await whereStands(its.shop, MARKERS)).not.toEqual([])
    const remains = await remainsOf(its)
    const answer = await its.erase()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        id: its.id,
        customerName: 'Erased customer',
        customerEmail: '',
        customerPhone: null,
        notes: null,
        isErased: true,
      },
    ])
    expect(answer.json().history.at(-1)).toMatchObject({ kind: 'erased' })
    expect(await whereStands(its.shop, MARKERS)).toEqual([])
    expect(await remainsOf(its)).toEqual(remains)
    expect(await checkBooks(its.shop.db)).toEqual([])
    expect((await its.erase()).statusCode).toBe(200)
    expect((await its.call('GET', '/api/orders?text=quackenbush')).json()).toEqual([])
    expect(
      (await its.shop.inject({ url: `/api/receipts/${remains.order.receipt_secret}` })).statusCode,
    ).toBe(200)
  })

  test('is noted beside the backups by mark and number, for nobody else to read', async () => {
    const its = await anOrder()
    its.pass(181)
    expect((await its.erase()).statusCode).toBe(200)
    const file = join(its.shop.shop.backups.folder, 'erased-orders.json')
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([
      {
        mark: expect.stringMatching(/^[0-9a-f]{64}$/),
        order_id: its.id,
        at: its.shop.clock.now.toISOString(),
      },
    ])
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })
})

describe('is not erased, and nothing is changed,', () => {
  type Its = Awaited<ReturnType<typeof anOrder>>
  const put = (its: Its, change: object) =>
    write(its.shop.db, (tx) =>
      tx.updateTable('orders').set(change).where('id', '=', its.id).execute(),
    )
  const REFUSED: [
    string,
    number,
    Record<string, unknown>,
    (its: Its) => Promise<unknown>,
    RegExp,
  ][] = [
    [
      'before the market day',
      0,
      PERSON,
      async () => {},
      /^This order’s market day is not over yet\.$/,
    ],
    [
      'on the market day',
      200,
      PERSON,
      (its) => put(its, { pickup_date: dayAfter(its.shop, 200) }),
      /market day/,
    ],
    [
      'before a delivery',
      200,
      { ...PERSON, ...DELIVERED },
      async () => {},
      /^This order has not been delivered yet\.$/,
    ],
    [
      'in a dispute',
      200,
      PERSON,
      (its) => put(its, { disputed_at: its.shop.clock.now.toISOString() }),
      /bank/,
    ],
    [
      'while money goes back',
      200,
      PERSON,
      aWaitingRefund,
      /^Money for this order is still on its way\.$/,
    ],
    [
      'within 180 days of the capture',
      179,
      PERSON,
      async () => {},
      /^Until .* dispute this charge with their bank/,
    ],
  ]
  test.each(REFUSED)('%s', async (_, days, person, prepare, message) => {
    const its = await anOrder(person)
    await prepare(its)
    its.pass(days)
    const before = await whereStands(its.shop, MARKERS)
    const answer = await its.erase()
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'person-needed', message: expect.stringMatching(message) },
    ])
    expect(await whereStands(its.shop, MARKERS)).toEqual(before)
    expect(await its.shop.db.selectFrom('erased_orders').selectAll().execute()).toEqual([])
  })

  function dayAfter({ clock }: AShop, days: number): string {
    const then = Temporal.Instant.from(clock.now.toISOString()).add({ hours: 24 * days })
    return then.toZonedDateTimeISO('America/Denver').toPlainDate().toString()
  }

  async function aWaitingRefund({ shop }: Its) {
    const at = shop.clock.now.toISOString()
    const { id } = await shop.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
    const refund = {
      id: 'r1',
      payment_id: id,
      amount_cents: 100,
      reason: 'x',
      restock: false,
      created_at: at,
    }
    const rest = { state: 'pending' as const, provider_refund_id: null, error_message: null }
    await write(shop.db, (tx) =>
      tx
        .insertInto('refunds')
        .values({ ...refund, ...rest } as never)
        .execute(),
    )
  }

  test('where there is no such order', async () => {
    const { call } = await anOrder()
    expect((await call('DELETE', '/api/orders/999/person')).statusCode).toBe(404)
  })
})

describe('by the owner’s setting', () => {
  const KEY = 'erase_orders_after_months'
  /** PostgreSQL gets the same statements from those whom it erases. */
  const onSqlite = test.skipIf(isShortOnPostgres())

  async function afterMonths(months: string | null, days: number) {
    const its = await anOrder()
    if (months !== null)
      await its.call('POST', '/api/settings', { key: KEY, value: months, description: '' })
    its.pass(days)
    await runJobs(its.shop.shop)
    await its.shop.settled()
    return whereStands(its.shop, ['Quackenbush'])
  }

  test('customers are erased once their orders are so many months old, and not before', async () => {
    expect(await afterMonths('8', 235)).not.toEqual([])
    expect(await afterMonths('8', 250)).toEqual([])
  })

  onSqlite('nobody is erased where it is not set, or zero', async () => {
    expect(await afterMonths(null, 4000)).not.toEqual([])
    expect(await afterMonths('0', 4000)).not.toEqual([])
  })

  onSqlite('one whose erasing is refused is left alone', async () => {
    const its = await anOrder({ ...PERSON, ...DELIVERED })
    await its.call('POST', '/api/settings', { key: KEY, value: '6', description: '' })
    its.pass(400)
    await runJobs(its.shop.shop)
    await its.shop.settled()
    expect(await whereStands(its.shop, ['Quackenbush'])).not.toEqual([])
  })

  onSqlite('what is no number of months is refused', async () => {
    const { call } = await anOrder()
    for (const value of ['5', '-6', '121', '6.5', 'never', '', ' 6']) {
      const answer = await call('POST', '/api/settings', { key: KEY, value, description: '' })
      expect([answer.statusCode, answer.json().message], value).toEqual([
        400,
        'Please enter a number of months from 6 to 120, or 0 for never.',
      ])
    }
  })
})
