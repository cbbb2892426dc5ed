import {
  ColumnNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ReferenceNode,
  type RootOperationNode,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { type Db, write } from '#server/db/write.ts'
import { reconcilePayment } from '#server/features/checkout/reconcile.ts'
import { runJobs } from '#server/jobs.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aFarmCalendar } from './a-farm-calendar.ts'
import { aMailbox } from './a-mailbox.ts'
import { aMarketMorning } from './a-market-morning.ts'
import { aProduct, signIn } from './a-shop.ts'
import { aShortHarvest, DAY } from './a-short-harvest.ts'
import { giveOf } from './a-stall.ts'
import { silence } from './a-troubled-shop.ts'
import { workHere } from './work-here.ts'

/**
 * The order rows are locked in; products and market days by ascending number. Recipes and
 * ingredient prices, locked as a whole, come before places. `whole_days` are market days locked by
 * `for update` against whatever counts on them; triggers lock `day_limits`.
 */
const ORDER = [
  ...['stall_commands', 'stall_days'],
  ...['places', 'pickup_requests', 'payments', 'orders', 'visitors', 'products'],
  ...['whole_days', 'day_limits', 'market_days'],
]

/** `id` is the row's, a payment's that of its order; 0 means several at once. */
type Lock = { table: string; id: number }

function lockedTables(node: RootOperationNode): string[] {
  const table = lockedTable(node)
  const counts = node.kind === 'InsertQueryNode' ? writesTo(node.into) : changesWhatStands(node)
  const known = table !== null && ORDER.includes(table) ? [table] : []
  return counts ? [...known, 'day_limits'] : known
}

/** Triggers recount days when an order's lines, status or day change. */
function changesWhatStands(node: RootOperationNode): boolean {
  if (node.kind !== 'UpdateQueryNode') return false
  if (writesTo(node.table)) return true
  const columns = node.updates?.flatMap(({ column, value }) =>
    ColumnNode.is(column) && !ReferenceNode.is(value) ? column.column.name : [],
  )
  return columns?.some((name) => name === 'status' || name === 'market_day_id') ?? false
}

function writesTo(table: OperationNode | undefined): boolean {
  return table !== undefined && namesIn(table).includes('order_items')
}

function namesIn(node: OperationNode): string[] {
  const found: string[] = []
  const names = new (class extends OperationNodeTransformer {
    override transformIdentifier(one: { kind: 'IdentifierNode'; name: string }) {
      found.push(one.name)
      return one
    }
  })()
  names.transformNode(node)
  return found
}

/** The same command at the same time waits for the first one's row, though it changes none. */
function waitsForAnother({ into, onConflict }: InsertQueryNode): boolean {
  const isCommand = into !== undefined && namesIn(into).includes('stall_commands')
  return onConflict !== undefined && (isCommand || onConflict.updates !== undefined)
}

function lockedTable(node: RootOperationNode): string | null {
  const written = [
    ...(node.kind === 'UpdateQueryNode' && node.table ? [node.table] : []),
    ...(node.kind === 'DeleteQueryNode' ? [node.from] : []),
    ...(node.kind === 'InsertQueryNode' && node.into && waitsForAnother(node) ? [node.into] : []),
  ]
  const isLocking = node.kind === 'SelectQueryNode' && node.endModifiers?.length
  if (isLocking && node.from) {
    const [table] = namesIn(node.from)
    return table === 'market_days' ? 'whole_days' : (table ?? null)
  }
  return written.flatMap(namesIn)[0] ?? null
}

function recording(db: Db, seen: Lock[][]): Db {
  const recorder = (locks: Lock[]): KyselyPlugin => ({
    transformQuery: ({ node, queryId }) => {
      for (const table of lockedTables(node)) {
        const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
        const key = table === 'payments' ? / where "order_id" = \?/ : / where "id" = \?/
        const before = sql.slice(0, sql.search(key)).split('?').length - 1
        const isOne = table !== 'day_limits' && key.test(sql)
        locks.push({ table, id: isOne ? Number(parameters[before]) || 0 : 0 })
      }
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const transaction = (builder: ReturnType<Db['transaction']>): ReturnType<Db['transaction']> =>
    new Proxy(builder, {
      get: (target, name) => {
        if (name === 'setAccessMode')
          return (mode: 'read only' | 'read write') => transaction(target.setAccessMode(mode))
        if (name === 'execute')
          return (work: (tx: Db) => Promise<unknown>) =>
            target.execute((tx) => {
              const locks: Lock[] = []
              seen.push(locks)
              return work(tx.withPlugin(recorder(locks)))
            })
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return () => transaction(target.transaction())
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function firstLocks(locks: readonly Lock[]): Lock[] {
  const isSame = (one: Lock, other: Lock) => one.table === other.table && one.id === other.id
  return locks.filter((lock, place) => locks.findIndex((one) => isSame(one, lock)) === place)
}

/** With several orders, each one's payment and row come before the next. */
function placeOf({ table, id }: Lock): [number, number, number] {
  const place = ORDER.indexOf(table)
  return table === 'orders' ? [ORDER.indexOf('payments'), id, 1] : [place, id, 0]
}

function isInOrder(locks: readonly Lock[]): boolean {
  return locks.every((lock, nth) => {
    const before = locks[nth - 1]
    if (!before) return true
    const [one, other] = [placeOf(before), placeOf(lock)]
    const differs = one.findIndex((part, at) => part !== other[at])
    return (one[differs] ?? 0) <= (other[differs] ?? 0)
  })
}

async function liveThroughAll(seen: Lock[][]): Promise<void> {
  const farm = await aFarmCalendar()
  workHere(farm)
  farm.shop.db = recording(farm.db, seen)
  const { shop, eggs, answer } = farm
  const milk = await aProduct(farm.db, { name: 'Milk', stock: 1000 })
  const body = orderBody([
    [milk, 1],
    [eggs, 2],
  ])
  const [first, second] = [await farm.dayAt('2026-11-21'), await farm.dayAt('2026-11-28')]
  const buy = async (): Promise<number> => {
    const { id } = (await aKeyedBuyer(farm).buy(body)).json()
    await farm.settled()
    return id
  }
  const setStatus = (id: number, status: string) =>
    answer('PUT', `/api/orders/${id}/status`, { status })

  for (const day of [first, second])
    await answer('PUT', `/api/market-days/${day.id}`, { capacity: 20 })
  await answer('PUT', `/api/products/${eggs.id}/limits`, { eachDay: 200, saturday: 100 })
  await answer('PUT', `/api/market-days/${second.id}/limits`, { productId: milk.id, most: 100 })
  await aBareBuyer(farm).buy(body)
  const id = await buy()
  const lines = [
    { productId: milk.id, units: 1, price: 5 },
    { productId: eggs.id, units: -1, goods: 'missing' },
  ]
  const draft = { id: crypto.randomUUID(), lines, reason: 'Frost', moveTo: second.id }
  const changes = `/api/orders/${id}/changes`
  const { revision } = await answer('POST', changes, { ...draft, notifiesBuyer: false })
  await answer('POST', changes, { ...draft, notifiesBuyer: false, revision })
  await answer('POST', `/api/orders/${id}/refunds`, { amount: 5, reason: 'Late', restock: true })
  for (const status of ['processing', 'cancelled', 'pending', 'shipped'])
    await setStatus(id, status)

  const { letters, mailer } = aMailbox()
  shop.mail = mailer
  await answer('PUT', '/api/places/1', { paysAtPickup: true })
  const cart = aKeyedBuyer(farm)
  const atPickup = orderBody([[milk, 1]], { paymentMethod: 'at_pickup' })
  await cart.placeOrder(atPickup)
  await farm.settled()
  await cart.createIntent(orderBody([[milk, 1]]))
  const [link = ''] = /\/o\/new\/[\w-]{43}/.exec(letters.at(-1)?.text ?? '') ?? []
  const pressed = await farm.inject({ method: 'POST', url: link })
  expect(pressed.headers.location).toMatch(/^\/o\/[\w-]{22}$/)
  await farm.settled()
  shop.mail = null

  const { capture } = shop.payments
  shop.payments = { ...shop.payments, capture: silence }
  const lapsing = await buy()
  shop.payments = { ...shop.payments, capture }
  const payments = farm.db.selectFrom('payments').select(['id', 'intent_id'])
  const payment = await payments.where('order_id', '=', lapsing).executeTakeFirstOrThrow()
  await write(farm.db, (tx) =>
    tx
      .updateTable('sandbox_intents')
      .set({ status: 'canceled' })
      .where('id', '=', payment.intent_id ?? '')
      .execute(),
  )
  await reconcilePayment(shop, payment.id)

  for (const [from, to] of [
    [first, second],
    [second, first],
  ] as const) {
    await buy()
    const closing = { id: crypto.randomUUID(), message: '', moveTo: to.id, cancelRest: false }
    const url = `/api/market-days/${from.id}/close`
    const { confirm } = await answer('POST', url, closing)
    await answer('POST', url, { ...closing, confirm })
    await answer('PUT', `/api/market-days/${from.id}`, { state: 'open' })
  }
  await farm.twoSteps('PUT', '/api/day-rules/2', { opens: '10:00' })
  await answer('PUT', '/api/pause', { isPaused: true })
  await runJobs(shop)
  await farm.settled()
}

async function liveThroughTheWeek(seen: Lock[][]): Promise<void> {
  const its = await aShortHarvest({ carrots: 30, kale: 20 })
  its.shop.shop.db = recording(its.db, seen)
  let cookie = await signIn(its.shop)
  const answer = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const got = await its.shop.inject({ method, url, payload, headers: { cookie } })
    expect(got.statusCode, got.body).toBeLessThan(300)
    return got.json()
  }
  const ham = await aProduct(its.db, {
    ...{ name: 'Ham', price: 2400, stock: 5 },
    ...{ weighUnit: 'lb', weighPrice: 600 as Cents, weighTo: 4000 },
  })
  for (const product of [its.kale, its.carrots])
    await answer('PUT', `/api/products/${product.id}/limits`, { eachDay: 20 })
  const both = [
    await its.buy(3),
    await its.buy(4, { ifShort: 'substitute' }, [[its.kale, 2]]),
    await its.buy(2, { ifShort: 'call' }, [[ham, 1]]),
  ]
  expect((await its.share(its.draftOf({ have: 4 }))).statusCode).toBe(200)
  const weighed = both[2] ?? 0
  const url = `/api/orders/${weighed}/weights`
  const { toSendBack: amount } = await answer('PUT', url, { productId: ham.id, weight: 3 })
  const settle = { orders: [{ id: weighed, amount }], tellsBuyers: true }
  expect(await answer('POST', '/api/weights/refunds', settle)).toMatchObject({ orders: 1 })
  const days = its.db.selectFrom('market_days').select(['id', 'day']).where('place_id', '=', 1)
  const [day, next] = await days.where('day', '>=', DAY).orderBy('day').execute()
  const phone = await answer('POST', '/api/desk/orders', {
    ...{ id: crypto.randomUUID(), customerName: 'Rosa', marketDayId: day?.id, paidBy: null },
    items: [{ productId: its.kale.id, quantity: 1, price: 3.25 }],
    ...{ total: 3.25, makesRoom: true },
  })
  const money = { id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 3.25 }
  await answer('POST', `/api/orders/${phone.id}/tenders`, money)
  its.minutes(4 * 24 * 60)
  cookie = await signIn(its.shop)
  const decision = { id: crypto.randomUUID(), decision: 'next_day', moveTo: next?.id, message: '' }
  const missed = `/api/orders/${both[0]}/no-show`
  const { revision } = await answer('POST', missed, decision)
  await answer('POST', missed, { ...decision, revision })
}

async function liveThroughTheStall(seen: Lock[][]): Promise<void> {
  const { shop, db, inject, phone, eggs, ids, dayId, boxOf } = await aMarketMorning(1)
  shop.db = recording(db, seen)
  const milk = await aProduct(db, { name: 'Milk', stock: 10 })
  const draft = { customerName: 'Rosa', marketDayId: dayId, paidBy: null, makesRoom: true }
  const items = [milk, eggs].map(({ id }) => ({ productId: id, quantity: 1, price: 5 }))
  const ordered = await inject({
    ...{ method: 'POST', url: '/api/desk/orders', headers: { cookie: phone.desk } },
    payload: { id: crypto.randomUUID(), ...draft, items, total: 10 },
  })
  expect(ordered.statusCode, ordered.body).toBe(201)
  const [paid, unpaid] = [await boxOf(ids[0] ?? 0), await boxOf(ordered.json().id)]
  const { order } = giveOf(unpaid)
  const [cash, goods] = [
    { way: 'Cash', isCash: true },
    [milk, eggs].map(({ id }) => ({ productId: id, units: 2 })),
  ]
  const sale = {
    lines: goods.map((line) => ({ ...line, amount: 10 })),
    tenders: [{ ...cash, amount: 20 }],
    note: null,
  }
  const [give, sell, sold] = [
    phone.make('give', giveOf(paid)),
    phone.make('sell', sale),
    phone.make('sell', sale),
  ]
  const { results } = await phone.send(
    give,
    phone.make('load', { goods }),
    sell,
    phone.make('pay', { order, tenders: [{ ...cash, amount: 10 }] }),
    phone.make('give', giveOf(unpaid)),
    phone.make('pay-back', { order, ...cash, amount: 5, note: null }),
    phone.make('take-back', { order: { id: paid.id, mark: paid.mark }, gives: [give.id] }),
    phone.make('void-sale', { target: sell.id }),
    sold,
    phone.make('unload', { goods: goods.slice(0, 1) }),
    phone.make('cash-start', { amount: 50, replaces: [] }),
    phone.make('count-cash', { counted: 60, note: null }),
    phone.make('came-home', {
      goods: [{ productId: eggs.id, back: 1, waste: 1 }],
      replaces: [],
    }),
  )
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  const undo = { method: 'POST', url: `/api/sales/${sold.id}/undo` } as const
  const undone = await inject({ ...undo, headers: { cookie: phone.desk } })
  expect(undone.statusCode, undone.body).toBe(200)
}

test('every write locks rows in one order, so that no two wait for each other', async () => {
  const seen: Lock[][] = []
  await liveThroughAll(seen)
  await liveThroughTheWeek(seen)
  await liveThroughTheStall(seen)
  const taken = seen.map(firstLocks).filter((locks) => locks.length > 0)
  expect(taken.filter((locks) => !isInOrder(locks))).toEqual([])
  // A short harvest locks all orders of its day.
  const ordersOf = (locks: Lock[]) => locks.filter(({ table }) => table === 'orders')
  expect(taken.some((locks) => ordersOf(locks).length === 3)).toBe(true)
  const kinds = new Set(taken.map((locks) => [...new Set(locks.map(({ table }) => table))].join()))
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'payments,products,day_limits,market_days',
      'pickup_requests,payments,products,day_limits,market_days',
      'payments,visitors,products,day_limits,market_days',
      'payments,orders,products,day_limits,market_days',
      'payments,orders,products,day_limits',
      'payments,orders,products,whole_days,day_limits,market_days',
      'payments,orders,day_limits,market_days',
      'stall_commands,stall_days,products',
      'stall_commands,stall_days,products,whole_days',
      'stall_commands,stall_days,payments,orders,whole_days',
      'stall_commands,stall_days,whole_days',
      'places,products,whole_days,day_limits',
      'places,whole_days,market_days',
    ]),
  )
})
