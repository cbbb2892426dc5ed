import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Basket } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { checkDays } from '#server/features/books/check-days.ts'
import { changeDay } from '#server/features/calendar/by-hand-days.ts'
import { changeDayLimit, changeProductLimits } from '#server/features/calendar/change-limits.ts'
import { findDay } from '#server/features/calendar/choose-day.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { placeOrder } from '#server/features/checkout/place-order.ts'
import { reconcilePayment } from '#server/features/checkout/reconcile.ts'
import { placePhoneOrder } from '#server/features/market/place-phone-order.ts'
import { changeOrder } from '#server/features/orders/change-order.ts'
import { changeOrderStatus } from '#server/features/orders/change-order-status.ts'
import { closeDay } from '#server/features/orders/close-day.ts'
import { moveOrder } from '#server/features/orders/move-order.ts'
import { previewClosing } from '#server/features/orders/plan-closing.ts'
import { refundOrder } from '#server/features/orders/refund-order.ts'
import type { Shop } from '#server/shop.ts'
import { orderBody } from './a-buyer.ts'
import { aProcessBeside, aProduct, aShop } from './a-shop.ts'
import { silence } from './a-troubled-shop.ts'

export const DAYS = ['2026-11-21', '2026-11-28'] as const

type Day = (typeof DAYS)[number]

/** A refusal is as good as any answer here; any other error isn't. */
async function orRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

export type DayMarket = Awaited<ReturnType<typeof aDayMarket>>

export async function aDayMarket() {
  const its = await aShop()
  const { db } = its
  const shops = [its.shop, ...(inject('postgresUrl') ? [(await aProcessBeside(its)).shop] : [])]
  const { capture, testSteps } = its.shop.payments
  const silent = new Set<string>()
  for (const shop of shops) {
    shop.report = () => {}
    shop.payments = {
      ...shop.payments,
      capture: (id, ...more) => (silent.has(id) ? silence() : capture(id, ...more)),
    }
  }
  let requested = 0
  const next = (): Shop => shops[requested++ % shops.length] ?? its.shop
  const eggs = await aProduct(db, { stock: 1_000_000 })
  const bread = await aProduct(db, { name: 'Bread', stock: 1_000_000 })
  await write(db, (tx) => tx.updateTable('places').set({ days_ahead: 3 }).execute())
  const rows = await db
    .selectFrom('market_days')
    .select(['id', 'day'])
    .where('place_id', '=', 1)
    .where('day', 'in', DAYS)
    .execute()
  const idOf = (day: Day): number => rows.find((row) => row.day === day)?.id ?? 0

  const nthOrder = async (nth: number) => {
    const orders = db.selectFrom('orders').select(['id', 'market_day_id', 'revision'])
    const found = await orders.where('market_day_id', 'is not', null).orderBy('id').execute()
    return found[nth % Math.max(1, found.length)]
  }

  async function place({ named, isSilent }: { named: Day | null; isSilent: boolean }) {
    const shop = next()
    const basket = orderBody([[eggs, 2]], named ? { day: named } : {}) as Basket
    const who = { checkoutKey: crypto.randomUUID(), visitorHash: null }
    const asking = { amount: 1000 as Cents, method: 'pm_card_visa', basket }
    const intent = await createIntent(shop, who, asking)
    const held = await testSteps?.confirm(intent.client_secret)
    if (isSilent && held) silent.add(held.id)
    await placeOrder(shop, who, basket)
  }

  /** Goods come to an order that stands, in its box. */
  async function add(nth: number): Promise<void> {
    const order = await nthOrder(nth)
    if (!order) return
    await placePhoneOrder(next(), {
      ...{ id: crypto.randomUUID(), addTo: order.id, marketDayId: order.market_day_id },
      ...{ customerName: 'Ada', customerPhone: null, customerEmail: '', pickupName: null },
      ...{ shippingAddress: null, notes: null, farmNote: null, paidBy: null },
      ...{ items: [{ productId: eggs.id, quantity: 1, price: 500 as Cents }], total: 5 },
    })
  }

  async function settle(nth: number, lapses: boolean): Promise<void> {
    const waiting = await db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.id', 'intent_id'])
      .where('state', '=', 'capturing')
      .where('market_day_id', 'is not', null)
      .orderBy('orders.id')
      .execute()
    const payment = waiting[nth % Math.max(1, waiting.length)]
    if (!payment?.intent_id) return
    silent.delete(payment.intent_id)
    if (lapses)
      await write(db, (tx) =>
        tx
          .updateTable('sandbox_intents')
          .set({ status: 'canceled' })
          .where('id', '=', payment.intent_id)
          .where('status', '=', 'requires_capture')
          .execute(),
      )
    await reconcilePayment(next(), payment.id)
  }

  async function move(nth: number, day: Day): Promise<void> {
    const order = await nthOrder(nth)
    const from = order?.market_day_id && (await findDay(db, order.market_day_id))
    const to = await findDay(db, idOf(day))
    if (!order || !from || !to || from.id === to.id) return
    const move = { orderId: order.id, revision: order.revision, from, to, at: its.clock.now }
    const sent = { operation: crypto.randomUUID(), message: '', isTold: false, hasMail: true }
    await write(next().db, (tx, emit) => moveOrder(tx, emit, { ...move, ...sent }))
  }

  /** One of the eggs leaves the order, or never existed, and a bread replaces it. */
  async function swap(nth: number, goods: 'sellable' | 'missing'): Promise<void> {
    const order = await nthOrder(nth)
    if (!order) return
    const lines = [
      { productId: eggs.id, units: -1, goods },
      { productId: bread.id, units: 1 },
    ]
    const draft = { id: crypto.randomUUID(), lines, reason: '', notifiesBuyer: false }
    await changeOrder(next(), order.id, { ...draft, revision: order.revision })
  }

  async function takeBack(nth: number, restock: boolean): Promise<void> {
    const order = await nthOrder(nth)
    const parts = [{ productId: eggs.id, quantity: 1 }]
    const goods = restock ? { restock: parts } : { missing: parts }
    const draft = { amount: 10 as Cents, reason: '', restock: false, ...goods }
    if (order) await refundOrder(next(), order.id, draft)
  }

  async function close(day: Day): Promise<void> {
    const shop = next()
    const closing = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false }
    const { confirm } = await previewClosing(shop, idOf(day), closing)
    await closeDay(shop, idOf(day), { ...closing, confirm })
  }

  return {
    settled: its.settled,
    place: (request: { named: Day | null; isSilent: boolean }) => orRefused(place(request)),
    add: (nth: number) => orRefused(add(nth)),
    settle: (nth: number, lapses: boolean) => orRefused(settle(nth, lapses)),
    setStatus: async (nth: number, status: OrderStatus) => {
      const order = await nthOrder(nth)
      if (order) await orRefused(changeOrderStatus(next(), order.id, { status }))
    },
    move: (nth: number, day: Day) => orRefused(move(nth, day)),
    setMost: (day: Day, capacity: number | null) =>
      orRefused(changeDay(next(), idOf(day), { capacity })),
    swap: (nth: number, goods: 'sellable' | 'missing') => orRefused(swap(nth, goods)),
    takeBack: (nth: number, restock: boolean) => orRefused(takeBack(nth, restock)),
    limit: (nth: number, most: number | null) =>
      orRefused(changeProductLimits(next(), nth % 2 ? eggs.id : bread.id, { eachDay: most })),
    limitDay: (day: Day, nth: number, most: number | null) =>
      orRefused(
        changeDayLimit(next(), idOf(day), { productId: nth % 2 ? eggs.id : bread.id, most }),
      ),
    /** What days count of their products that isn't on them. */
    uncounted: async () => (await checkDays(db)).filter(({ law }) => law === 'limits'),
    close: (day: Day) => orRefused(close(day)),
    reopen: (day: Day) => orRefused(changeDay(next(), idOf(day), { state: 'open' })),
    async clear(): Promise<void> {
      await its.settled()
      silent.clear()
      await write(db, async (tx) => {
        const off = { market_day_id: null, pickup_date: '2026-01-03' }
        await tx.updateTable('orders').set(off).where('market_day_id', 'is not', null).execute()
        const open = { state: 'open', capacity: null, taken: 0 } as const
        await tx.updateTable('market_days').set(open).execute()
        await tx.deleteFrom('day_limits').execute()
        await tx.deleteFrom('product_limits').execute()
        await tx.updateTable('products').set({ day_limited: false }).execute()
      })
    },
    countOrders: async () => {
      const orders = db.selectFrom('orders').where('market_day_id', 'is not', null)
      return (await orders.select('id').execute()).length
    },
    /** Days with a capacity whose count differs from their boxes, or exceeds it. */
    miscounted: () => {
      const orders = sql<number>`(select count(distinct coalesce(added_to, id)) from orders
        where market_day_id = market_days.id and status <> 'cancelled')`
      return db
        .selectFrom('market_days')
        .select(['day', 'capacity', 'taken', orders.as('orders')])
        .where('capacity', 'is not', null)
        .where((row) =>
          row.or([row('taken', '!=', orders), row('taken', '>', row.ref('capacity'))]),
        )
        .execute()
    },
  }
}
