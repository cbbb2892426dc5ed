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

/** `weigh`: sold by weight, and `unitCents` is the highest price. */
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
  error_code: string | null
  error_message: string | null
  created_at: Instant
  expires_at: Instant
  touched_at: Instant
  alerted_at: Generated<Instant | null>
  /** `addressKey` of whoever began it; null once the payment is over. */
  address_key: Generated<string | null>
  declines: Generated<number>
  captured_at: Generated<Instant | null>
  fee_cents: Generated<number | null>
  fee_asks: Generated<number>
  fee_asked_at: Generated<Instant | null>
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
  /** Farmer's retries, each a new call to the provider. */
  retries: Generated<number>
}

type BuyerTrust = 'trusted' | 'refused'

export type PaymentTables = {
  payments: PaymentsTable
  missed_orders: {
    payment_id: string
    customer_name: string
    customer_phone: string | null
    total_cents: Cents
    reason: string
    at: Instant
  }
  refunds: RefundsTable
  visitors: { hash: string; seen_at: Instant }
  pickup_requests: {
    checkout_key: string
    secret_hash: string | null
    body_hash: string
    basket: NullableJson<QuotedBasket>
    total_cents: Cents
    mailbox: string
    address_key: string | null
    asked_at: Instant
    ends_at: Instant
    order_id: Generated<number | null>
    error_code: string | null
    error_message: string | null
  }
  pickup_buyers: { mailbox: string; trust: BuyerTrust; note: string | null; at: Instant }
}
