import { type SqlBool, sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Cents, cents, sum, toDollars } from '#contract/money/money.ts'
import { standingOf } from '#contract/money/standing.ts'
import { dueOf } from '#contract/orders/order-balance.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { weighing } from '#contract/packing/weighing.ts'
import type { Today } from '#contract/today.ts'
import type { Db } from '#server/db/write.ts'
import {
  backFor,
  capturedLeft,
  type ItemRow,
  moneyOf,
  owedFor,
  PAID,
  STANDING_UNITS,
  STANDING_WORTH,
  selectItems,
  selectMoney,
  showWeight,
  WORTH,
} from '#server/features/order-balance/order-balance.ts'
import { IS_PACKED } from './list-scope.ts'

type OpenWeights = OutputOf<typeof weighing.open>

function selectOpenItems(db: Db) {
  return selectItems(db)
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .where('order_items.weigh_unit', 'is not', null)
    .where('orders.status', '!=', 'cancelled')
    .where(STANDING_UNITS, '>', 0)
    .where('weighings.settled_at', 'is', null)
    .where((row) => row.or([row('weighings.cents', 'is not', null), IS_PACKED]))
    .orderBy('order_items.order_id')
    .orderBy('order_items.product_id')
    .execute()
}

function selectOrders(db: Db, ids: readonly number[]) {
  return selectMoney(db)
    .leftJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .leftJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id', 'orders.customer_name', 'orders.payment_method', 'orders.status'])
    .select(['orders.collected_at', 'market_days.day', 'places.name as place_name'])
    .select(STANDING_WORTH.as('standing_worth'))
    .where('orders.id', 'in', ids)
    .orderBy('orders.id')
    .execute()
}

type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

export async function listOpenWeights(db: Db): Promise<OpenWeights> {
  const byOrder = Map.groupBy(await selectOpenItems(db), ({ order_id }) => order_id)
  const orders = byOrder.size === 0 ? [] : await selectOrders(db, [...byOrder.keys()])
  return {
    orders: orders.flatMap((order) => showOpen(order, byOrder.get(order.id) ?? [])),
    toGiveBack: await listToGiveBack(db),
  }
}

/** Empty if no weight changes what is paid: the payment is used up, or only a tick is missing. */
function showOpen(order: OrderRow, rows: readonly ItemRow[]): OpenWeights['orders'] {
  const isByCard = order.payment_method === 'card'
  const left = isByCard ? capturedLeft(order) : (moneyOf(order)?.paid ?? cents(0))
  const owed = sum(...rows.map(owedFor))
  const back = backFor({ owed, left, worth: cents(order.standing_worth) })
  const items = rows.flatMap((row) => {
    const byWeight = showWeight(row)
    const isOpen = byWeight && (byWeight.amount === null || byWeight.toSendBack > 0)
    if (!isOpen) return []
    return [{ productId: row.product_id, name: row.name, units: standingOf(row), byWeight }]
  })
  const isUnweighed = items.some(({ byWeight }) => byWeight.amount === null)
  if (isByCard ? left <= 0 || (back === 0 && !isUnweighed) : !isUnweighed) return []
  return [
    {
      id: order.id,
      customerName: order.customer_name,
      day: order.day,
      placeName: order.place_name,
      isHandedOver: order.collected_at !== null || ORDER_STATUS[order.status].hasLeft,
      items,
      owed: toDollars(owed),
      toSendBack: toDollars(isByCard ? back : cents(0)),
    },
  ]
}

async function listToGiveBack(db: Db): Promise<OpenWeights['toGiveBack']> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'customer_name', WORTH.as('worth'), PAID.as('paid')])
    .where('payment_method', '=', 'other')
    .where(sql<SqlBool>`${PAID} > ${WORTH}`)
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const money = moneyOf(row)
    if (!money) return []
    return [
      { id: row.id, customerName: row.customer_name, amount: toDollars(cents(-dueOf(money))) },
    ]
  })
}

export async function countOpenWeights(db: Db): Promise<Today['weights']> {
  const { orders, toGiveBack } = await listOpenWeights(db)
  const unweighed = orders.flatMap(({ items }) =>
    items.filter(({ byWeight }) => byWeight.amount === null),
  )
  return {
    toWeigh: [...Map.groupBy(unweighed, ({ name }) => name)].map(([name, own]) => ({
      name,
      units: own.reduce((sum, { units }) => sum + units, 0),
    })),
    toSendBack: totalOf(orders.map(({ toSendBack }) => toSendBack)),
    toGiveBack: totalOf(toGiveBack.map(({ amount }) => amount)),
  }
}

function totalOf(dollars: readonly number[]): { orders: number; amount: number } {
  const own = dollars.filter((amount) => amount > 0)
  const total = own.reduce((all, amount) => all + Math.round(amount * 100), 0)
  return { orders: own.length, amount: toDollars(total as Cents) }
}
