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
  /** Was shipped or delivered at some time, so its goods aren't on the farm. */
  has_left: Generated<boolean>
  market_day_id: Generated<number | null>
  /** The promised cutoff: a copy, which later changes to the day don't move. */
  order_until: Generated<Instant | null>
  cancel_until: Generated<Instant | null>
  /** Raised by what calendar entries and forms must notice: moves, contacts, cancellations. */
  revision: Generated<number>
  boxes: Generated<number>
  packed_at: Generated<Instant | null>
  /** `processing` was set by packing, so unpacking reverts it. */
  processed_by_packing: Generated<boolean>
  collected_at: Generated<Instant | null>
  pickup_name: Generated<string | null>
  is_gift: Generated<boolean>
  gift_to: Generated<string | null>
  gift_message: Generated<string | null>
  /** The recipient's, for a delivery. */
  gift_phone: Generated<string | null>
  /** The slip in the box shows prices although it is a gift. */
  gift_prices: Generated<boolean>
  farm_note: Generated<string | null>
  packed_with: Generated<number | null>
  /** The order whose box and room its goods share, as agreed when they were added. */
  added_to: Generated<number | null>
  /** For a closed day: when the farmer settled the order by phone. */
  settled_at: Generated<Instant | null>
  if_short: Generated<IfShort | null>
  /** `other`: a phone order, paid by `tenders`, never by a card payment. */
  payment_method: Generated<'card' | 'other'>
  /** Set while handing out made it delivered: the status to restore when taken back. */
  status_before_given: Generated<OrderStatus | null>
  /** Canceled with missing goods, which never go back on sale. */
  goods_missing: Generated<boolean>
  /** On the fee, in hundredths of a percent. */
  delivery_tax_bp: Generated<number>
}

export type OrderItemsTable = {
  order_id: number
  product_id: number
  name: string
  category: string
  quantity: number
  unit_cents: Cents
  /** By partial refunds. A cancellation returns the rest. */
  returned: Generated<number>
  returned_cents: Generated<number>
  /** Units added by changes; negative when removed. */
  changed: Generated<number>
  changed_cents: Generated<number>
  weigh_unit: Generated<WeightUnit | null>
  weigh_cents: Generated<Cents | null>
  weigh_to: Generated<number | null>
  /** As of then; the rate in hundredths of a percent. */
  snap: Generated<boolean>
  tax_bp: Generated<number>
}

export type OrderChangesTable = {
  id: string
  order_id: number
  /** 1, 2, 3 … per order. */
  number: number
  changed_by: ChangedBy
  reason: string
  body_hash: string
  delivery_cents: number
  delta_cents: number
  /** The target, under the change's ID; the provider may refund less. */
  refunded_cents: number
  forgone_cents: number
  from_day_id: number | null
  to_day_id: number | null
  at: Instant
}

export type ChangedBy = 'farmer' | 'buyer' | 'short' | 'weighing'

/** Positive `units` came in, negative went out; `goods` is what became of those. */
export type OrderChangeLinesTable = {
  change_id: string
  product_id: number
  name: string
  units: number
  cents: number
  goods: 'sellable' | 'missing' | null
}

export type CallKind = 'moved' | 'cancelled' | 'message' | 'ready' | 'changed'

export type OrderTermsTable = { word: string; order_id: number }

export type ErasedOrdersTable = { mark: string; order_id: number; at: Instant }

export type OrderTables = {
  orders: OrdersTable
  /** `thousandths` of the weight unit for all standing units of a line, or its cost by weight. */
  weighings: {
    order_id: number
    product_id: number
    /** Standing units when weighed. Once they change, the weight is void. */
    units: number
    thousandths: number | null
    cents: number
    settled_at: Instant | null
    at: Instant
  }
  order_items: OrderItemsTable
  order_changes: OrderChangesTable
  order_change_lines: OrderChangeLinesTable
  short_calls: { order_id: number; product_id: number; gets: number; at: Instant }
  calls: {
    order_id: number
    about: string
    kind: CallKind
    market_day_id: number
    message: string
    at: Instant
    called_at: Instant | null
    person_id: number | null
  }
  told_times: {
    order_id: number
    market_day_id: number
    opens: string
    closes: string
    order_until: Instant
    /** Name and address; empty for a delivery. */
    place: string
  }
  order_words: OrderTermsTable
  /**
   * The farmer's note on a customer, and which addresses and numbers are one person. `key`: an
   * order's search word of the email address, or without one, of the phone number.
   */
  customers: {
    key: string
    person: string
    note: string | null
    /** Stored with one key of each person imported from a file. */
    name: Generated<string | null>
    email: Generated<string | null>
    phone: Generated<string | null>
  }
  erased_orders: ErasedOrdersTable
}
