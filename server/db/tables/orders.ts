import type { Generated } from 'kysely'
import type { PickupLocation } from '#contract/delivery.ts'
import type { IfShort } from '#contract/if-short.ts'
import type { Cents } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import type { WeightUnit } from '#contract/weigh.ts'
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
  /** It was shipped or delivered before its present status: its goods are not on the farm. */
  has_left: Generated<boolean>
  market_day_id: Generated<number | null>
  /** The end of ordering as it was promised: a copy, which no later change of the day moves. */
  order_until: Generated<Instant | null>
  /** Until when the buyer may cancel by the receipt's link, after the farm moved the day. */
  cancel_until: Generated<Instant | null>
  /** Grows with what a calendar entry or a form must notice: moves, contacts, cancellations. */
  revision: Generated<number>
  boxes: Generated<number>
  packed_at: Generated<Instant | null>
  /** Packing set the status `processing`, so unpacking sets it back. */
  processed_by_packing: Generated<boolean>
  collected_at: Generated<Instant | null>
  pickup_name: Generated<string | null>
  is_gift: Generated<boolean>
  /** The farm's own note; no buyer reads it. */
  farm_note: Generated<string | null>
  /** The earlier order of the same day that it is packed with, as the packer says. */
  packed_with: Generated<number | null>
  /** When the farmer settled it by phone, for an order of a closed day. */
  settled_at: Generated<Instant | null>
  if_short: Generated<IfShort | null>
  /** `other`: the farmer wrote it down; what is taken for it stands in `tenders`, and it never has a payment. */
  payment_method: Generated<'card' | 'other'>
  /** While it is delivered because it was handed out: the status that a take-back brings back. */
  status_before_given: Generated<OrderStatus | null>
  /** Cancelled with goods that nobody has: they are never for sale again. */
  goods_missing: Generated<boolean>
}

export type OrderItemsTable = {
  order_id: number
  product_id: number
  name: string
  quantity: number
  unit_cents: Cents
  /** Units returned by partial refunds; a cancellation returns the rest. */
  returned: Generated<number>
  /** What those units were worth, whatever was refunded for them. */
  returned_cents: Generated<number>
  /** Units added (below 0: removed) by the order's changes. */
  changed: Generated<number>
  changed_cents: Generated<number>
  /** As agreed, of what is sold by weight: see the product's. */
  weigh_unit: Generated<WeightUnit | null>
  weigh_cents: Generated<Cents | null>
  weigh_to: Generated<number | null>
}

/** What the standing units of a line weigh together, in thousandths, or what they cost by weight. */
type WeighingsTable = {
  order_id: number
  product_id: number
  /** Units standing when it was weighed; the weight is void once that changes. */
  units: number
  /** Null where the amount was typed. */
  thousandths: number | null
  cents: number
  /** When what they cost less was decided to be given back. */
  settled_at: Instant | null
  at: Instant
}

/** A change of an order that stands: the ledger is only ever added to. */
export type OrderChangesTable = {
  /** A UUID of the page's; the same again is the same change. */
  id: string
  order_id: number
  /** Of the order's changes: 1, 2, 3 … */
  number: number
  changed_by: ChangedBy
  reason: string
  body_hash: string
  /** What the fee falls by where a delivery becomes a pickup, 0 or below. */
  delivery_cents: number
  /** What the order is worth less: the lines and the fee together, 0 or below. */
  delta_cents: number
  /** What was decided to be given back, by a refund with the change's id; the provider may know of less. */
  refunded_cents: number
  /** What was not, since nothing was left of the payment. */
  forgone_cents: number
  from_day_id: number | null
  to_day_id: number | null
  at: Instant
}

export type ChangedBy = 'farmer' | 'short' | 'weighing'

/** `units` above 0 came in, below 0 went; `goods` says where those are that went. */
export type OrderChangeLinesTable = {
  change_id: string
  product_id: number
  name: string
  units: number
  cents: number
  goods: 'sellable' | 'missing' | null
}

/**
 * An order whose buyer is called before it gets less: it would get so many of the product. Over as
 * soon as no more of it stands.
 */
type ShortCallsTable = { order_id: number; product_id: number; gets: number; at: Instant }

export type CallKind = 'moved' | 'cancelled' | 'message' | 'ready' | 'changed'

/** Whom no email reaches is called about an order; ticked by a person at `called_at`, and once for each `about`. */
type CallsTable = {
  order_id: number
  /** The operation that it tells of. */
  about: string
  kind: CallKind
  /** The day it was for. */
  market_day_id: number
  message: string
  at: Instant
  called_at: Instant | null
  person_id: number | null
}

/** What an order's buyer was last told of its day, until they are told what has changed. */
type ToldTimesTable = {
  order_id: number
  market_day_id: number
  /** By the farm's clock. */
  opens: string
  closes: string
  order_until: Instant
  /** Its name and address; empty of a delivery. */
  place: string
}

export type OrderTermsTable = { word: string; order_id: number }

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
  erased_orders: ErasedOrdersTable
}
