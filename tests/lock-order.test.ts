import { type KyselyPlugin, OperationNodeTransformer, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { dateOrders } from '#server/features/calendar/date-orders.ts'
import { reconcilePayment } from '#server/features/checkout/reconcile.ts'
import { runJobs } from '#server/jobs.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aFarmCalendar } from './a-farm-calendar.ts'
import { aProduct } from './a-shop.ts'
import { silence } from './a-troubled-shop.ts'
import { insertOrder } from './an-order-row.ts'
import { workHere } from './work-here.ts'

/** As ARCHITECTURE.md says it; of products and market days the lower numbers first. */
const ORDER = ['places', 'payments', 'orders', 'visitors', 'products', 'market_days']

type Lock = { table: string; id: number }

/** The table whose rows a statement locks, of those that have an order. */
function lockedTable(node: RootOperationNode): string | null {
  const tables: string[] = []
  const names = new (class extends OperationNodeTransformer {
    override transformIdentifier(node: { kind: 'IdentifierNode'; name: string }) {
      tables.push(node.name)
      return node
    }
  })()
  if (node.kind === 'UpdateQueryNode' && node.table) names.transformNode(node.table)
  if (node.kind === 'DeleteQueryNode') names.transformNode(node.from)
  if (node.kind === 'InsertQueryNode' && node.onConflict?.updates && node.into)
    names.transformNode(node.into)
  const isLocking = node.kind === 'SelectQueryNode' && node.endModifiers?.length
  if (isLocking && node.from) names.transformNode(node.from)
  return tables.find((name) => ORDER.includes(name)) ?? null
}

/** Writes down what each writing transaction locks, in its order. */
function recording(db: Db, seen: Lock[][]): Db {
  const recorder = (locks: Lock[]): KyselyPlugin => ({
    transformQuery: ({ node, queryId }) => {
      const table = lockedTable(node)
      if (table) {
        const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
        const before = sql.slice(0, sql.search(/"id" = \?/)).split('?').length - 1
        locks.push({ table, id: / "id" = \?/.test(sql) ? Number(parameters[before]) || 0 : 0 })
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

/** What is locked again is locked already. */
function firstLocks(locks: readonly Lock[]): Lock[] {
  const isSame = (one: Lock, other: Lock) => one.table === other.table && one.id === other.id
  return locks.filter((lock, place) => locks.findIndex((one) => isSame(one, lock)) === place)
}

function isInOrder(locks: readonly Lock[]): boolean {
  return locks.every((lock, place) => {
    const before = locks[place - 1]
    if (!before) return true
    const step = ORDER.indexOf(lock.table) - ORDER.indexOf(before.table)
    return step > 0 || (step === 0 && before.id <= lock.id)
  })
}

/** A market in which everything happens that locks rows of more than one kind. */
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
  await aBareBuyer(farm).buy(body)
  const id = await buy()
  await answer('POST', `/api/orders/${id}/refunds`, { amount: 5, reason: 'Late', restock: true })
  for (const status of ['processing', 'cancelled', 'pending', 'shipped'])
    await setStatus(id, status)

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
  await insertOrder(farm, { pickup_date: first.day })
  await insertOrder(farm, { pickup_date: second.day })
  await dateOrders(shop)
  await farm.twoSteps('PUT', '/api/day-rules/2', { opens: '10:00' })
  await answer('PUT', '/api/pause', { isPaused: true })
  await runJobs(shop)
  await farm.settled()
}

test('every write locks rows in one order, so that no two wait for each other', async () => {
  const seen: Lock[][] = []
  await liveThroughAll(seen)
  const taken = seen.map(firstLocks).filter((locks) => locks.length > 0)
  expect(taken.filter((locks) => !isInOrder(locks))).toEqual([])
  const kinds = new Set(taken.map((locks) => [...new Set(locks.map(({ table }) => table))].join()))
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'payments,products,market_days',
      'payments,visitors,products,market_days',
      'payments,orders,products,market_days',
      'payments,orders,products',
      'payments,orders,market_days',
      'orders,market_days',
      'places,market_days',
    ]),
  )
})
