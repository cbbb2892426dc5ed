import type { Generated } from 'kysely'
import type { PickupLocation } from '#contract/calendar/delivery.ts'
import type { Cents } from '#contract/money/money.ts'
import type { IfShort } from '#contract/orders/if-short.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { ShippingAddress } from '#contract/orders/orders.ts'
import type { WeightUnit } from '#contract/packing/weigh.ts'
import type { Instant, NullableJson } from './columns.ts'

export type OrdersTable = {
  id: Generated<number>
  checkout_key: string | null
  body_hash: string
  visitor_hash: string | null
  status: OrderStatus
  stock_taken: boolean
  subtotal_cents: Cents
  delivery_cents: Cents
  total_cents: Cents
  receipt_secret: string
  customer_name: string
  customer_email: string
  customer_phone: string | null
  delivery_method: 'pickup' | 'shipping'
  shipping_address: NullableJson<ShippingAddress>
  pickup_location: PickupLocation | null
  pickup_date: string | null
  notes: string | null
  created_at: Instant
  disputed_at: Instant | null
  /** Was shipped or delivered at some time: its goods are not on the farm. */
  has_left: Generated<boolean>
  market_day_id: Generated<number | null>
  /** The promised end of ordering: a copy, which no change of the day moves. */
  order_until: Generated<Instant | null>
  /** Until when the buyer may cancel by the receipt's link, after the farm moved the day. */
  cancel_until: Generated<Instant | null>
  /** Grows with what calendar entries and forms must notice: moves, contacts, cancellations. */
  revision: Generated<number>
  boxes: Generated<number>
  packed_at: Generated<Instant | null>
  /** Packing set `processing`, so unpacking sets it back. */
  processed_by_packing: Generated<boolean>
  collected_at: Generated<Instant | null>
  pickup_name: Generated<string | null>
  is_gift: Generated<boolean>
  /** The farm's own note; no buyer reads it. */
  farm_note: Generated<string | null>
  /** An earlier order of the same day, packed together with this one. */
  packed_with: Generated<number | null>
  /** For an order of a closed day: when the farmer settled it by phone. */
  settled_at: Generated<Instant | null>
  if_short: Generated<IfShort | null>
  /** `other`: a phone order, paid by `tenders`, never by a payment. */
  payment_method: Generated<'card' | 'other'>
  /** While it is delivered by handing out: the status a take-back restores. */
  status_before_given: Generated<OrderStatus | null>
  /** Cancelled with missing goods: they are never for sale again. */
  goods_missing: Generated<boolean>
}

export type OrderItemsTable = {
  order_id: number
  product_id: number
  name: string
  category: string
  quantity: number
  unit_cents: Cents
  /** Units returned by partial refunds; a cancellation returns the rest. */
  returned: Generated<number>
  /** The worth of those units, whatever was refunded. */
  returned_cents: Generated<number>
  /** Units added by changes; negative: removed. */
  changed: Generated<number>
  changed_cents: Generated<number>
  /** As agreed, if sold by weight; see the product's columns. */
  weigh_unit: Generated<WeightUnit | null>
  weigh_cents: Generated<Cents | null>
  weigh_to: Generated<number | null>
}

/** What a line's standing units weigh together, in thousandths, or cost by weight. */
type WeighingsTable = {
  order_id: number
  product_id: number
  /** Units standing when it was weighed; the weight is void once that changes. */
  units: number
  /** Null where the amount was typed. */
  thousandths: number | null
  cents: number
  /** When the refund of what they cost less was decided. */
  settled_at: Instant | null
  at: Instant
}

/** A change of an order; rows are only added. */
export type OrderChangesTable = {
  /** A UUID from the page: sent twice, it is one change. */
  id: string
  order_id: number
  /** Of the order's changes: 1, 2, 3 … */
  number: number
  changed_by: ChangedBy
  reason: string
  body_hash: string
  /** How much the fee falls if a delivery becomes a pickup, 0 or below. */
  delivery_cents: number
  /** How much less the order is worth, lines and fee, 0 or below. */
  delta_cents: number
  /** What to refund, under the change's id; the provider may do less. */
  refunded_cents: number
  /** Not refunded, since nothing was left of the payment. */
  forgone_cents: number
  from_day_id: number | null
  to_day_id: number | null
  at: Instant
}

export type ChangedBy = 'farmer' | 'short' | 'weighing'

/** `units`: positive came in, negative went; `goods`: what of those that went. */
export type OrderChangeLinesTable = {
  change_id: string
  product_id: number
  name: string
  units: number
  cents: number
  goods: 'sellable' | 'missing' | null
}

/** An order whose buyer is called before it gets only so many. Over once no more stands. */
type ShortCallsTable = { order_id: number; product_id: number; gets: number; at: Instant }

export type CallKind = 'moved' | 'cancelled' | 'message' | 'ready' | 'changed'

/** A call to a buyer whom no email reaches, once for each `about`; `called_at`: ticked. */
type CallsTable = {
  order_id: number
  /** The operation it is about. */
  about: string
  kind: CallKind
  /** The day it was for. */
  market_day_id: number
  message: string
  at: Instant
  called_at: Instant | null
  person_id: number | null
}

/** What a buyer was last told of the day, until told what changed. */
type ToldTimesTable = {
  order_id: number
  market_day_id: number
  /** By the farm's clock. */
  opens: string
  closes: string
  order_until: Instant
  /** Its name and address; empty for a delivery. */
  place: string
}

export type OrderTermsTable = { word: string; order_id: number }

/**
 * What the farmer said of a customer: a note, and which addresses and numbers are one person. `key`
 * is an order's search word of its email address, or without one of its phone number.
 */
type CustomersTable = {
  key: string
  person: string
  note: string | null
}

/** For a restore to erase again; `mark` distinguishes orders of the same number. */
export type ErasedOrdersTable = { mark: string; order_id: number; at: Instant }

export type OrderTables = {
  orders: OrdersTable
  weighings: WeighingsTable
  order_items: OrderItemsTable
  order_changes: OrderChangesTable
  order_change_lines: OrderChangeLinesTable
  short_calls: ShortCallsTable
  calls: CallsTable
  told_times: ToldTimesTable
  order_words: OrderTermsTable
  customers: CustomersTable
  erased_orders: ErasedOrdersTable
}
