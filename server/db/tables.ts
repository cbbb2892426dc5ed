import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PickupLocation } from '#contract/calendar/delivery.ts'
import type { Cents } from '#contract/money/money.ts'
import type { CardError, CardProvider, IntentStatus } from '#contract/money/payments.ts'
import type { TaxClass } from '#contract/money/tax.ts'
import type { IfShort } from '#contract/orders/if-short.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { OrderData, ShippingAddress } from '#contract/orders/orders.ts'
import type { Weigh, WeightUnit } from '#contract/packing/weigh.ts'
import type { Thousandths } from '#contract/products/quantity.ts'
import type { StoredReason } from '#contract/products/stock-journal.ts'
import type {
  BATCH_UNITS,
  LineUnit,
  MEASURE_UNITS,
  Unit,
  WEIGHT_UNITS,
} from '#contract/products/units.ts'
import type { SettingKey } from '#contract/settings/setting-table.ts'
import type { MailKind, MailQueue } from './mail-kinds.ts'

/** ISO 8601 UTC with ms, always from the app's clock. */
type Instant = string

/** Written as text, read parsed. */
type Json<T extends object> = JSONColumnType<T, string, string>
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>

/** YYYY-MM-DD, HH:MM and MM-DD by the farm's clock. */
type Day = string
type WallTime = string
type MonthDay = string

export type PlaceKind = 'pickup' | 'delivery'

export type ChangedBy = 'farmer' | 'buyer' | 'short' | 'weighing'

export type CallKind = 'moved' | 'cancelled' | 'message' | 'ready' | 'changed'

export type PaymentState = 'creating' | 'open' | 'capturing' | 'captured' | 'canceling' | 'canceled'

/** What a keyed payment was quoted for, at that time's prices, without the client's claims. */
export type QuotedBasket = {
  orderData: Omit<OrderData, 'total' | 'paymentStatus' | 'userId'>
  lines: PricedLine[]
  deliveryCents: Cents
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

export type NewsKind = 'order' | 'changed' | 'cancelled' | 'disputed' | 'question' | 'low'

export interface Tables {
  settings: { key: SettingKey; value: string; description: string }
  /** Not settings: the shop's ID, the password hash, whether it ever took live money. */
  shop_memory: {
    key:
      | 'shop_id'
      | 'admin_password_hash'
      | 'environment_password_hash'
      | 'demo_filled'
      | 'legal_pages'
      | 'payments_live'
      | 'stripe_checked'
      | 'cards_check'
      | 'provider_alert'
      | 'webhook_alert'
      | 'webhook_heard'
      | 'webhook_unsigned'
      | 'next_backup'
      | 'last_backup'
      | 'backup_alert'
      | 'last_copy'
      | 'copy_alert'
      | 'moved_to'
      | 'next_books_check'
      | 'books_check'
      | 'books_alert'
      | 'password_turn'
      | 'payment_turn'
      | 'pickup_link'
      | 'challenge_key'
      | 'made_password'
      | 'farm_update_changed'
      | 'environment_password_verdict'
      | 'second_factor'
      | 'card_key_refused'
      | 'clock_doubt'
      | 'trial_write'
      | 'newer_release'
    value: string
  }
  news: {
    id: Generated<number>
    transaction_id: number
    teller: string
    events: Json<object[]>
    told_at: number
  }
  job_claims: { name: string; holder: string; until: Instant }
  schema_migrations: { name: string; at: Instant }

  people: {
    id: Generated<number>
    name: string
    role: 'farmer' | 'helper'
    created_at: Instant
    ended_at: Instant | null
  }
  device_links: {
    secret_hash: string
    person_id: number
    created_at: Instant
    until: Instant
    used_at: Instant | null
  }
  devices: {
    id: Generated<number>
    secret_hash: string
    person_id: number
    label: string
    linked_at: Instant
    heard_at: Instant
    expires_at: Instant
    ended_at: Instant | null
  }

  admin_sessions: {
    id_hash: string
    signed_in_at: Instant
    seen_at: Instant
    expires_at: Instant
    device: string | null
    address: string | null
    device_hash: string | null
    person_id: number
    /** Null: signed in by password. */
    passkey_id: number | null
    /** Stays signed in, as ticked at sign-in: each use moves the end. */
    kept: boolean
  }
  known_devices: { id_hash: string; seen_at: Instant; expires_at: Instant }
  api_tokens: {
    id: Generated<number>
    name: string
    hash: string
    /** Separated by spaces. */
    scopes: string
    made_at: Instant
    /** Null: works until the farmer ends it. */
    ends_at: Instant | null
    used_at: Instant | null
    used_from: string | null
    ended_at: Instant | null
  }
  audit: {
    id: Generated<number>
    at: Instant
    action: string
    subject: string
    before: NullableJson<object>
    after: NullableJson<object>
    device: string | null
    address: string | null
    /** Null outside calls, and from before helpers existed. */
    person_id: number | null
  }

  /** Public keys only: the signing key never leaves its device. */
  passkeys: {
    id: Generated<number>
    person_id: number
    rp_id: string
    credential_id: string
    public_key: string
    /** Signatures so far; 0 for a passkey shared between devices. */
    counter: number
    transports: string
    label: string
    added_at: Instant
    used_at: Instant | null
    stopped_at: Instant | null
    /** Secret hash of the helper's phone it was added on; null if none or unknown. */
    device_secret_hash: Generated<string | null>
  }
  passkey_challenges: {
    id_hash: string
    challenge: string
    person_id: number | null
    expires_at: Instant
  }

  stall_goods: {
    command_id: string
    product_id: number
    market_day_id: number
    /** Change in loaded units; negative: fewer. */
    loaded: number
    back: number
    waste: number
  }
  stall_loads: {
    market_day_id: number
    product_id: number
    wish: Generated<number>
    loaded: Generated<number>
    sold: Generated<number>
    from_stock: Generated<number>
    back: Generated<number>
    waste: Generated<number>
    wasted: Generated<number>
    settled_at: Generated<Instant | null>
  }
  stock_debts: {
    product_id: number
    market_day_id: number
    units: number
    others: number
  }
  product_limits: { product_id: number; weekday: number; most: number }
  products: {
    id: Generated<number>
    name: string
    description: string
    /** One of the seven built in, or a name from `categories`. */
    category: string
    price_cents: Cents
    stock: number
    image_url: string | null
    unit: Generated<string | null>
    allergens: Generated<string | null>
    /** Sold only between these MM-DD days; both or none. */
    season_from: Generated<string | null>
    season_until: Generated<string | null>
    /** Has daily limits or a season; they are read only if this is set. */
    day_limited: Generated<boolean>
    /** Unit, cents per unit, and the heaviest piece in thousandths. */
    weigh_unit: Generated<WeightUnit | null>
    weigh_cents: Generated<Cents | null>
    weigh_to: Generated<number | null>
    /** Hidden or deleted since; null while for sale. */
    archived_at: Instant | null
    deleted_at: Generated<Instant | null>
    /** Position in its category, lowest first; null: by id. */
    sort_position: Generated<number | null>
    /** At this stock the farmer gets a mail, null: never. `low_told`: it is queued. */
    low_limit: Generated<number | null>
    low_told: Generated<boolean>
    /** SNAP benefits may pay for it. */
    snap: Generated<boolean>
    /** Null: its category's. */
    tax: Generated<TaxClass | null>
    created_at: Instant
    updated_at: Instant
  }
  /** The farm's own, in the order of `position`. `name_key` is unique. */
  categories: {
    id: Generated<number>
    name: string
    name_key: string
    position: number
    hidden: Generated<boolean>
  }
  stock_movements: {
    id: Generated<number>
    product_id: number
    delta: number
    reason: StoredReason
    order_id: number | null
    note: Generated<string | null>
    /** Unique: a movement is undone at most once. */
    undoes_id: Generated<number | null>
    /** The market day it was loaded for, and whether onto or off the truck. */
    market_day_id: Generated<number | null>
    truck: Generated<'on' | 'off' | null>
    at: Instant
    /** The desk's caller, as in `Caller`; null if none. */
    device: Generated<string | null>
    address: Generated<string | null>
    person_id: Generated<number | null>
    command_id: Generated<string | null>
    counted: Generated<number | null>
    promised: Generated<number | null>
  }

  /** Triggers count `taken`; the farmer may exceed the limit. */
  day_limits: {
    market_day_id: number
    product_id: number
    most: number
    taken: number
    by_hand: boolean
  }
  harvest_prints: {
    market_day_id: number
    needs: Json<Record<string, number>>
    printed_at: Instant
  }
  /** `zips`: ZIP codes or prefixes; null: all. */
  places: {
    id: Generated<number>
    key: string
    kind: PlaceKind
    name: string
    address: Generated<string>
    map_url: string | null
    note: Generated<string>
    zips: NullableJson<string[]>
    fee_cents: Generated<Cents>
    minimum_cents: Generated<Cents>
    /** Web orders may be paid there at pickup; never true for a delivery zone. */
    pays_at_pickup: Generated<boolean>
    days_ahead: Generated<number>
    /** In hundredths of a percent; null: the shop's rate. */
    tax_bp: Generated<number | null>
    tax_reduced_bp: Generated<number | null>
    position: number
    retired_at: Instant | null
  }
  /** Ordering ends `order_days` earlier. */
  day_rules: {
    id: Generated<number>
    place_id: number
    weekday: number
    every_weeks: 1 | 2
    first_day: Day
    last_day: Day | null
    season_from: MonthDay | null
    season_until: MonthDay | null
    opens: WallTime
    closes: WallTime
    order_days: number
    order_time: WallTime
    capacity: number | null
  }
  /** No end: a pause of the whole shop. */
  closures: {
    id: Generated<number>
    place_id: number | null
    from_day: Day
    until_day: Day | null
    resumes_at: Instant | null
    message: Generated<string>
    created_at: Instant
  }
  /** `taken` leaves out canceled orders, and means nothing without a capacity. */
  market_days: {
    id: Generated<number>
    place_id: number
    day: Day
    opens: WallTime
    closes: WallTime
    opens_at: Instant
    closes_at: Instant
    order_until: Instant
    capacity: number | null
    taken: Generated<number>
    state: Generated<'open' | 'closed'>
    message: Generated<string>
    rule_id: number | null
    by_hand: boolean
    /** Raised whenever what calendars show of it changes. */
    revision: Generated<number>
  }

  orders: {
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
  order_items: {
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
  order_changes: {
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
  /** Positive `units` came in, negative went out; `goods` is what became of those. */
  order_change_lines: {
    change_id: string
    product_id: number
    name: string
    units: number
    cents: number
    goods: 'sellable' | 'missing' | null
  }
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
  order_words: { word: string; order_id: number }
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
  erased_orders: { mark: string; order_id: number; at: Instant }

  payments: {
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
    captured_cents: Generated<Cents>
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
  missed_orders: {
    payment_id: string
    customer_name: string
    customer_phone: string | null
    total_cents: Cents
    reason: string
    at: Instant
  }
  refunds: {
    id: string
    payment_id: string
    amount_cents: Cents
    reason: string
    restock: boolean
    state: 'requested' | 'pending' | 'succeeded' | 'failed'
    provider_refund_id: string | null
    error_message: string | null
    created_at: Instant
    touched_at: Generated<Instant>
    /** Farmer's retries, each a new call to the provider. */
    retries: Generated<number>
  }
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
  pickup_buyers: { mailbox: string; trust: 'trusted' | 'refused'; note: string | null; at: Instant }

  sandbox_intents: {
    id: string
    idempotency_key: string
    client_secret: string
    method: string
    amount_cents: Cents
    status: IntentStatus
    metadata: Json<Record<string, string>>
    last_error: NullableJson<CardError>
    created_at: Instant
    held_at: Instant | null
  }
  sandbox_refunds: {
    id: string
    intent_id: string
    idempotency_key: string
    amount_cents: Cents
    metadata: Json<Record<string, string>>
    created_at: Instant
  }

  sales: {
    id: string
    market_day_id: number
    total_cents: Cents
    note: string | null
    at: Instant
    undone_at: Generated<Instant | null>
  }
  /** `cents` is for the whole line: three for $5.00 has no unit price. */
  sale_items: {
    sale_id: string
    number: number
    product_id: number | null
    name: string
    category: string | null
    units: number
    cents: Cents
    /** As of then; the rate in hundredths of a percent. */
    snap: Generated<boolean>
    tax_bp: Generated<number>
  }
  /** For one order or sale; negative: given back. Append-only. */
  tenders: {
    id: string
    order_id: number | null
    sale_id: string | null
    /** As of when it was taken. */
    name: string
    is_cash: boolean
    amount_cents: number
    note: string | null
    /** Whose cash box it went into; null if elsewhere. */
    market_day_id: number | null
    at: Instant
    /** How many counts of that box came before; null if only the time tells. */
    after_count: Generated<number | null>
    /** SNAP benefits, according to the list at that time. */
    is_ebt: Generated<boolean>
  }
  cash_moves: {
    id: string
    market_day_id: number
    kind: 'start' | 'put_in' | 'paid_out'
    amount_cents: number
    note: string | null
    at: Instant
    /** As in `tenders`. */
    after_count: Generated<number | null>
  }
  cash_counts: {
    id: string
    market_day_id: number
    /** 1, 2, 3 … per day. */
    number: number
    expected_cents: number
    counted_cents: Cents
    note: string | null
    at: Instant
  }
  no_shows: {
    id: string
    order_id: number
    market_day_id: number
    decision: 'keep' | 'next_day' | 'give_away' | 'cancel'
    keep_until: Day | null
    to_day_id: number | null
    message: Generated<string>
    at: Instant
  }

  stall_written_off: { market_day_id: number; phone_id: string; at: Instant }
  stall_phones: {
    id: string
    label: string
    heard_at: Instant | null
    waiting: Generated<number>
    /** A lost phone reads nothing, and whatever it sends waits for the farmer. */
    lost_at: Generated<Instant | null>
    /** The browser came back as a new phone, so what it never sent is lost. */
    emptied_at: Generated<Instant | null>
  }
  stall_grants: {
    id_hash: string
    phone_id: string
    person_id: number
    issued_at: Instant
    ends_at: Instant
    ended_at: Instant | null
    /** As in `SignInSource`. Both null: from a restored backup. */
    session_id_hash: Generated<string | null>
    device_secret_hash: Generated<string | null>
  }
  stall_readings: { phone_id: string; market_day_id: number; at: Instant }
  stall_days: { market_day_id: number }
  stall_gone: {
    phone_id: string
    seq: number
    at: Instant
    settled_at: Generated<Instant | null>
  }
  stall_commands: {
    /** From the phone or the desk page. A reused ID gets its hash appended. */
    id: string
    /** Null: from the desk. */
    phone_id: string | null
    /** 1, 2, 3 … per phone; null if the number was already used. */
    seq: number | null
    person_id: number
    market_day_id: number | null
    /** Set once its mark matched. */
    order_id: number | null
    kind: string
    body: Json<object>
    body_hash: string
    /** By the phone's clock; no rule reads it. */
    made_at: Instant
    received_at: Instant
    outcome: 'applied' | 'set-aside' | 'unreadable' | 'quarantined'
    /** In effect, even if the farmer must still decide something. */
    counts: boolean
    message: string | null
    settled_at: Generated<Instant | null>
    settled_how: Generated<'taken' | 'left' | 'done' | null>
    settled_words: Generated<string | null>
  }
  /** What was undone, by a command that may arrive before it. Null: undone at the desk. */
  voids: {
    target_id: string
    command_id: string | null
    at: Instant
    /** The kinds it is undone as, between spaces: ` give/7 sell `. As any other kind it stands. */
    kinds: string
  }

  /** `email_key` is lowercase; `consent` is the text agreed to. */
  subscribers: {
    id: Generated<number>
    email_key: string
    email: string
    state: 'pending' | 'subscribed' | 'left'
    consent: string
    asked_at: Instant
    confirmed_at: Instant | null
    left_at: Instant | null
    leave_secret: string
  }
  letters: {
    id: Generated<number>
    letter_key: string
    subject: string
    body: string
    begun_at: Instant
    recipients: number
    last_queued: Generated<number>
    queued_at: Instant | null
    done_at: Instant | null
    sent: Generated<number>
    failed: Generated<number>
    skipped: Generated<number>
    postal_address: string
    pictures: Generated<string | null>
  }
  planned_letters: {
    id: Generated<number>
    letter_key: string
    subject: string
    body: string
    day: string
    time: string
    planned_at: Instant
  }

  /** `email`: the visitor's, kept until the reply is on its way. */
  questions: {
    id: Generated<number>
    session_id: string
    text: string
    text_key: string
    email: string | null
    asked_at: Instant
    answered_at: Instant | null
    reply: string | null
    is_shared: Generated<boolean>
    /** The asker's `addressKey`; null after a day. */
    address_key: Generated<string | null>
  }

  /** A row is deleted once its person was told. `mailbox`: the address in comparable form. */
  waiters: {
    id: Generated<number>
    product_id: number
    mailbox: string
    email: string
    state: 'asked' | 'waiting'
    asked_at: Instant
    secret_hash: string
  }

  /** Columns that a kind doesn't need are null or empty. */
  outbox: {
    id: Generated<number>
    /** For the Message-ID, so that resending after a crash is the same message. */
    uuid: string
    queue: Generated<MailQueue>
    kind: MailKind
    order_id: number | null
    refund_id: string | null
    about: Generated<string>
    question_id: number | null
    /** For `confirm` and `letter`; null once the subscriber is erased. */
    subscriber_id: number | null
    letter_id: number | null
    market_day_id: number | null
    message: string | null
    not_after: Instant | null
    waiter_id: number | null
    request_key: string | null
    /** For the link in a `confirm` or `wait_asked` mail; stored until it is sent. */
    secret: string | null
    secret_hash: string | null
    /** Empty for newsletter and waiting list, whose own rows have the address. */
    recipient: Generated<string>
    created_at: Instant
    /** When the next try is due; while sending, when the mail counts as lost. */
    due_at: Instant
    attempts: Generated<number>
    sent_at: Instant | null
    given_up_at: Instant | null
    last_error: string | null
  }
  farm_news: {
    id: Generated<number>
    kind: NewsKind
    order_id: Generated<number | null>
    question_id: Generated<number | null>
    product_id: Generated<number | null>
    at: Instant
    mail_id: Generated<number | null>
  }

  pages: {
    id: Generated<number>
    title: string
    slug: string
    content: string
    meta_description: string | null
    is_active: boolean
    created_at: Instant
    updated_at: Instant
  }
  old_page_slugs: { slug: string; page_id: number }
  page_versions: {
    id: Generated<number>
    page_id: number
    title: string
    content: string
    meta_description: string | null
    at: Instant
    device: string | null
    address: string | null
  }

  recipes: {
    id: Generated<number>
    name: string
    description: string
    servings: number
    preparation_minutes: number | null
    instructions: string
    /** Of a batch; both null if unknown. */
    batch_thousandths: Generated<Thousandths | null>
    batch_unit: Generated<(typeof BATCH_UNITS)[number] | null>
    created_at: Instant
    updated_at: Instant
  }
  /** `unit_cents`: for one cup, gram or piece, unless a price or a recipe gives it. */
  recipe_ingredients: {
    id: Generated<number>
    recipe_id: number
    name: string
    quantity_thousandths: Thousandths
    unit: LineUnit
    unit_cents: Cents
    notes: string | null
    is_packaging: Generated<number>
    price_id: Generated<number | null>
    sub_recipe_id: Generated<number | null>
  }
  recipe_products: { recipe_id: number; product_id: number; units_per_batch: number }
  ingredient_prices: {
    id: Generated<number>
    name: string
    /** Lowercase, for comparing. */
    name_key: string
    package_thousandths: Thousandths
    package_unit: Unit
    package_cents: Cents
    measure_thousandths: Thousandths | null
    measure_unit: (typeof MEASURE_UNITS)[number] | null
    weight_thousandths: Thousandths | null
    weight_unit: (typeof WEIGHT_UNITS)[number] | null
    created_at: Instant
    updated_at: Instant
  }

  /**
   * What happened, for other programs. `number`: the order of sending, assigned once no earlier
   * event can arrive.
   */
  hook_events: {
    id: Generated<number>
    uuid: string
    type: string
    subject_id: number | null
    at: Instant
    number: number | null
  }
  /** Everything up to event `cursor` is sent or skipped; `attempts` counts tries at the next. */
  hooks: {
    id: Generated<number>
    url: string
    types: Json<string[]>
    /** Stored readable, since it signs; left out of backups. */
    secret: string
    /** At most two previous secrets, separated by a space, which also sign until `former_until`. */
    former_secret: string | null
    former_until: Instant | null
    cursor: number
    attempts: Generated<number>
    due_at: Instant | null
    last_status: number | null
    last_error: string | null
    failing_since: Instant | null
    skipped: Generated<number>
    off_at: Instant | null
    made_at: Instant
  }
}
