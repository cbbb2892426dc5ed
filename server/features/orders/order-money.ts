import type { Cents } from '#contract/money/money.ts'
import { dueOf } from '#contract/orders/order-balance.ts'
import type { PaymentStatus } from '#contract/orders/orders.ts'
import type { PaymentState } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/write.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { paymentStatus } from '#server/features/checkout/payment-record.ts'
import {
  capturedLeft,
  type MoneyRow,
  moneyOf,
  PAID,
  REFUNDED,
  statusWithoutCard,
  WORTH,
} from '#server/features/order-balance/order-balance.ts'

export function selectMoney(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['payments.state', 'payments.captured_cents', 'payments.livemode'])
    .select([WORTH.as('worth'), PAID.as('paid'), REFUNDED.as('refunded')])
}

export type OrderMoney = {
  state: PaymentState | null
  captured_cents: Cents | null
  livemode: boolean | null
  refunded: number
} & MoneyRow

export function refundedOf({ refunded }: OrderMoney): Cents {
  return Number(refunded) as Cents
}

export function paymentStatusOf(row: OrderMoney & Pick<OrderRow, 'status'>): PaymentStatus {
  const other = moneyOf(row)
  if (other) return statusWithoutCard(row, other)
  const money = { captured: row.captured_cents ?? (0 as Cents), refunded: refundedOf(row) }
  return paymentStatus({ state: row.state ?? 'canceled', ...money })
}

/** In cents: what is still due of a row that stands, and what was taken for it and kept. */
export function dueAndKept(row: OrderMoney): { due: number; kept: number } {
  const other = moneyOf(row)
  if (other) return { due: Math.max(0, dueOf(other)), kept: other.paid }
  return { due: 0, kept: capturedLeft(row) }
}
