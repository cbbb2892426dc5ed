import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { CardProvider } from '#contract/money/payments.ts'
import type { OrderData } from '#contract/orders/orders.ts'
import type { Weigh } from '#contract/packing/weigh.ts'
import type { Day } from './calendar.ts'
import type { Instant, NullableJson } from './columns.ts'

export type PaymentState = 'creating' | 'open' | 'capturing' | 'captured' | 'canceling' | 'canceled'

/** What a keyed payment was quoted for, at that time's prices, without the client's claims. */
export type QuotedBasket = {
  orderData: Omit<OrderData, 'total' | 'paymentStatus' | 'userId'>
  lines: PricedLine[]
  deliveryCents?: Cents
  /** Null for a delivery without a day. */
  marketDay: QuotedDay | null
}

export type QuotedDay = { id: number; day: Day; orderUntil: Instant }

/** `weigh`: how it is sold by weight; `unitCents` is then its highest price. */
export type PricedLine = {
  productId: number
  name: string
  quantity: number
  unitCents: Cents
  weigh?: Weigh
}

export type PaymentsTable = {
  id: string
  provider: CardProvider
  livemode: boolean
  intent_id: string | null
  checkout_key: string | null
  visitor_hash: string | null
  body_hash: string | null
  basket: NullableJson<QuotedBasket>
  method_ref: string
  amount_cents: Cents
  state: PaymentState
  order_id: number | null
  captured_cents: Cents
  /** The refusal that ended it, repeated to a repeated call. */
  error_code: string | null
  error_message: string | null
  created_at: Instant
  expires_at: Instant
  touched_at: Instant
  /** When money taken without an order was logged. */
  alerted_at: Generated<Instant | null>
  /** Who began it, an `addressKey`; null once it is over. */
  address_key: Generated<string | null>
  declines: Generated<number>
  captured_at: Generated<Instant | null>
  /** The provider's fee, in cents; null until it is known. */
  fee_cents: Generated<number | null>
  fee_asks: Generated<number>
  fee_asked_at: Generated<Instant | null>
}

/** A held payment that became no order: the farmer may call. */
type MissedOrdersTable = {
  payment_id: string
  customer_name: string
  customer_phone: string | null
  total_cents: Cents
  reason: string
  at: Instant
}

type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'

export type RefundsTable = {
  id: string
  payment_id: string
  amount_cents: Cents
  reason: string
  restock: boolean
  state: RefundState
  provider_refund_id: string | null
  error_message: string | null
  created_at: Instant
  touched_at: Generated<Instant>
  /** How often the farmer retried it, each time by another call to the provider. */
  retries: Generated<number>
}

/** The browser behind an anonymous checkout; its row locks two of its payments. */
type VisitorsTable = { hash: string; seen_at: Instant }

export type PaymentTables = {
  payments: PaymentsTable
  missed_orders: MissedOrdersTable
  refunds: RefundsTable
  visitors: VisitorsTable
}
