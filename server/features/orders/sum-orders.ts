import { type Cents, sum, toDollars } from '#contract/money/money.ts'
import { type FoundOrders, MAX_COUNTED } from '#contract/orders/found-orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import type { Db } from '#server/db/write.ts'
import { moneyOf } from '#server/features/order-balance/order-balance.ts'
import { listOrderIds } from './find-orders-queries.ts'
import { type OrderMoney, refundedOf, selectMoney } from './order-money.ts'

export async function sumOrders(db: Db, filter: OrderFilter): Promise<FoundOrders> {
  const ids = await listOrderIds(db, { filter, after: null, most: MAX_COUNTED + 1 })
  const count = Math.min(ids.length, MAX_COUNTED)
  if (ids.length > MAX_COUNTED) return { count, isMore: true, worth: null, refunded: null }
  const rows = count === 0 ? [] : await readMoneyOf(db, ids)
  return {
    count,
    isMore: false,
    worth: toDollars(sum(...rows.map(worthOf))),
    refunded: toDollars(sum(...rows.map(refundedOf))),
  }
}

function readMoneyOf(db: Db, ids: readonly number[]) {
  return selectMoney(db).select('orders.total_cents').where('orders.id', 'in', ids).execute()
}

function worthOf(row: OrderMoney & { total_cents: Cents }): Cents {
  const other = moneyOf(row)
  if (other) return other.worth
  const isPaid = row.state === 'captured' || row.state === 'capturing'
  return isPaid ? ((row.total_cents - refundedOf(row)) as Cents) : (0 as Cents)
}
