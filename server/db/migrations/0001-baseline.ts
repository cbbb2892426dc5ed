import { type Kysely, sql } from 'kysely'
import type { ColumnTypes, Engine } from '../table-list.ts'

/**
 * The tables of 0.1.0, for both engines. Until 0.1.0 is out, schema changes are made here; from
 * then on this file is frozen and each change is its own migration. Times (`at`, `…_at`, `until`)
 * are ISO 8601 UTC in ms, by the shop's clock; days YYYY-MM-DD and hours HH:MM, in farm time.
 * Amounts end in `cents`, weights and measures in `thousandths` of the unit beside them. Of a
 * secret nobody must be told again, only the hash is kept (`…_hash`).
 */
export async function baseline(tx: Kysely<never>, words: ColumnTypes, now: Date): Promise<void> {
  const tables = [
    ...SHOP,
    ...people(words),
    ...products(words),
    ...marketDays(words),
    ...orders(words),
    ...payments(words),
    ...SALES,
    ...stock(words),
    ...stall(words),
    ...letters(words),
    ...questions(words),
    ...waitingList(words),
    ...mail(words),
    ...pages(words),
    ...recipes(words),
    ...processes(words),
  ]
  for (const statement of [...tables, ...LIMIT_TRIGGERS[words.engine]]) await sql.raw(statement).execute(tx)
  await seed(tx, now)
}

const SHOP = [
  // Keys as in contract/settings/setting-table.ts.
  `create table settings (
    key text primary key,
    value text not null,
    description text not null
  )`,
  `create table shop_memory (
    key text primary key,
    value text not null
  )`,
]

const people = ({ id, json }: ColumnTypes) => [
  // The farmer is first. Helpers who left stay, because the history names them.
  `create table people (
    id ${id},
    name text not null check (name <> ''),
    role text not null check (role in ('farmer', 'helper')),
    created_at text not null,
    ended_at text,
    check (role = 'helper' or ended_at is null)
  )`,
  `create unique index one_farmer on people (role) where role = 'farmer'`,
  // Makes a phone a helper's. Each link works once.
  `create table device_links (
    secret_hash text primary key,
    person_id integer not null references people (id),
    created_at text not null,
    until text not null,
    used_at text
  )`,
  `create index device_links_of_person on device_links (person_id)`,
  `create table devices (
    id ${id},
    secret_hash text not null unique,
    person_id integer not null references people (id),
    label text not null check (label <> ''),
    linked_at text not null,
    heard_at text not null,
    expires_at text not null,
    ended_at text
  )`,
  `create index devices_of_person on devices (person_id)`,
  // No foreign keys: a session is deleted by whatever ends it.
  `create table admin_sessions (
    id_hash text primary key,
    signed_in_at text not null,
    seen_at text not null,
    expires_at text not null,
    device text,
    address text, -- the network, shortened
    device_hash text, -- the browser’s secret in known_devices
    person_id integer,
    passkey_id integer, -- null: the password
    kept boolean not null default false -- the tick at the gate
  )`,
  // A wrong password elsewhere doesn't lock these browsers out.
  `create table known_devices (
    id_hash text primary key,
    seen_at text not null,
    expires_at text not null
  )`,
  `create table api_tokens (
    id ${id},
    name text not null check (name <> ''),
    hash text not null unique,
    scopes text not null, -- such as: orders:read figures:read
    made_at text not null,
    ends_at text, -- null: never
    used_at text,
    used_from text, -- the network, shortened
    ended_at text
  )`,
  `create table passkeys (
    id ${id},
    person_id integer not null references people (id),
    rp_id text not null, -- the shop’s host name it was made for
    credential_id text not null unique,
    public_key text not null,
    -- how often it signed; 0 where it is shared between devices
    counter bigint not null check (counter >= 0),
    transports text not null, -- such as: internal hybrid
    label text not null check (label <> ''),
    added_at text not null,
    used_at text,
    stopped_at text,
    device_secret_hash text
  )`,
  `create index passkeys_of_person on passkeys (person_id)`,
  // Challenges already answered, kept until they expire, so that none works twice.
  `create table passkey_challenges (
    id_hash text primary key,
    challenge text not null,
    person_id integer references people (id),
    expires_at text not null
  )`,
  `create index passkey_challenges_by_end on passkey_challenges (expires_at)`,
  `create table audit (
    id ${id},
    at text not null,
    action text not null,
    subject text not null, -- such as order:7
    before ${json},
    after ${json},
    device text,
    address text,
    person_id integer -- null: no call did it
  )`,
  `create index audit_of_subject on audit (subject, id)`,
]

const products = ({ id }: ColumnTypes) => [
  // Hidden or deleted products stay, because orders name them.
  `create table products (
    id ${id},
    name text not null,
    description text not null,
    category text not null,
    price_cents integer not null check (price_cents between 1 and 10000000),
    stock integer not null check (stock >= 0),
    image_url text,
    archived_at text,
    created_at text not null,
    updated_at text not null,
    unit text,
    allergens text,
    day_limited boolean not null default false, -- has a limit per market day, or a season
    weigh_unit text check (weigh_unit in ('lb', 'oz', 'kg', 'g')), -- sold by weight
    weigh_cents bigint check (weigh_cents > 0), -- for one unit of weight
    weigh_to bigint check (weigh_to > 0 and (weigh_unit is null) = (weigh_cents is null)
      and (weigh_unit is null) = (weigh_to is null) and (weigh_to is null
      or price_cents = (weigh_cents * weigh_to + 999) / 1000)),
    deleted_at text check (deleted_at is null or archived_at is not null),
    sort_position integer, -- its position in its category; null: by its id
    low_limit integer check (low_limit >= 0), -- the farmer gets a mail at this stock or below
    low_told boolean not null default false,
    season_from text, -- MM-DD of every year
    season_until text check ((season_from is null) = (season_until is null)),
    snap boolean not null default false, -- SNAP benefits may pay for it
    tax text check (tax in ('exempt', 'reduced', 'standard')) -- null: as its category
  )`,
  // The farm's own categories, after the seven that every shop has.
  `create table categories (
    id ${id},
    name text not null check (name <> ''),
    name_key text not null unique, -- as readers compare names
    position integer not null,
    hidden boolean not null default false
  )`,
  `create table product_limits (
    product_id integer not null references products (id) on delete cascade,
    -- 0: every day; 1 to 7: Monday to Sunday
    weekday integer not null check (weekday between 0 and 7),
    most integer not null check (most >= 0),
    primary key (product_id, weekday)
  )`,
]

const marketDays = ({ id, json }: ColumnTypes) => [
  `create table places (
    id ${id},
    key text not null unique check (key <> ''),
    kind text not null check (kind in ('pickup', 'delivery')),
    name text not null check (name <> ''),
    address text not null default '',
    map_url text,
    note text not null default '',
    zips ${json}, -- ZIP codes or their first digits; null: all
    -- among how many open days buyers choose
    days_ahead integer not null default 1 check (days_ahead between 1 and 30),
    position integer not null,
    retired_at text,
    fee_cents integer not null default 500 check (fee_cents >= 0),
    minimum_cents integer not null default 2000 check (minimum_cents >= 0),
    -- sales tax, in hundredths of a percent; null: the shop’s
    tax_bp integer check (tax_bp between 0 and 3000),
    tax_reduced_bp integer check (tax_reduced_bp between 0 and 3000),
    pays_at_pickup boolean not null default false, -- web orders need no card there
    check (kind = 'delivery' or zips is null),
    check (kind = 'pickup' or not pays_at_pickup)
  )`,
  `create table day_rules (
    id ${id},
    place_id integer not null references places (id),
    weekday integer not null check (weekday between 1 and 7), -- 1 to 7: Monday to Sunday
    every_weeks integer not null check (every_weeks in (1, 2)),
    first_day text not null,
    last_day text,
    season_from text, -- MM-DD
    season_until text,
    opens text not null,
    closes text not null,
    -- ordering ends so many days before, at order_time
    order_days integer not null check (order_days between 0 and 14),
    order_time text not null,
    capacity integer check (capacity > 0),
    check (opens < closes),
    check (last_day is null or first_day <= last_day),
    check ((season_from is null) = (season_until is null))
  )`,
  `create index day_rules_of_place on day_rules (place_id)`,
  `create table closures (
    id ${id},
    place_id integer references places (id),
    from_day text not null,
    until_day text,
    resumes_at text, -- a pause ends by itself
    message text not null default '',
    created_at text not null,
    check (until_day is null or resumes_at is null),
    check (until_day is null or from_day <= until_day)
  )`,
  `create table market_days (
    id ${id},
    place_id integer not null references places (id),
    day text not null,
    opens text not null,
    closes text not null,
    opens_at text not null,
    closes_at text not null,
    order_until text not null,
    capacity integer check (capacity > 0),
    taken integer not null default 0 check (taken >= 0),
    state text not null default 'open' check (state in ('open', 'closed')),
    message text not null default '',
    -- null: made by hand, or its rule is gone
    rule_id integer references day_rules (id) on delete set null,
    by_hand boolean not null,
    revision integer not null default 0, -- raised with what calendars show of it
    unique (place_id, day),
    check (capacity is null or taken <= capacity),
    check (opens_at < closes_at),
    check (order_until <= closes_at)
  )`,
  `create index market_days_by_day on market_days (day)`,
  `create index market_days_open on market_days (order_until) where state = 'open'`,
  `create table day_limits (
    market_day_id integer not null references market_days (id) on delete cascade,
    product_id integer not null references products (id) on delete cascade,
    most integer not null check (most >= 0),
    taken integer not null check (taken >= 0),
    by_hand boolean not null, -- the day’s own number, which no rule changes
    primary key (market_day_id, product_id)
  )`,
  `create index day_limits_of_product on day_limits (product_id)`,
  `create table harvest_prints (
    market_day_id integer primary key references market_days (id) on delete cascade,
    needs ${json} not null, -- units by product id
    printed_at text not null
  )`,
]

const orders = ({ id, json, bytes, keyOnly }: ColumnTypes) => [
  // Each index is one way to filter the desk's list, in list order.
  `create table orders (
    id ${id},
    checkout_key text unique, -- the page’s UUID: sent twice, made once
    body_hash text not null,
    visitor_hash text,
    status text not null check (status in ('pending', 'processing', 'shipped', 'delivered',
      'cancelled')),
    stock_taken boolean not null,
    subtotal_cents integer not null check (subtotal_cents > 0),
    delivery_cents integer not null check (delivery_cents >= 0),
    total_cents integer not null check (total_cents = subtotal_cents + delivery_cents),
    receipt_secret text not null unique,
    customer_name text not null,
    customer_email text not null,
    customer_phone text,
    delivery_method text not null check (delivery_method in ('pickup', 'shipping')),
    shipping_address ${json},
    pickup_location text,
    pickup_date text,
    notes text,
    created_at text not null,
    disputed_at text,
    has_left boolean not null default false, -- was shipped or delivered before its present status
    market_day_id integer references market_days (id),
    order_until text, -- as promised: a copy, which no change of the day moves
    cancel_until text, -- by the receipt’s link, after the farm moved the day
    revision integer not null default 0, -- grows with what a calendar entry or a form must notice
    boxes integer not null default 1 check (boxes between 1 and 99),
    packed_at text,
    processed_by_packing boolean not null default false, -- so unpacking sets the status back
    collected_at text,
    pickup_name text,
    is_gift boolean not null default false,
    gift_to text,
    gift_message text,
    gift_phone text, -- the recipient's, for a delivery
    gift_prices boolean not null default false, -- the slip in the box shows them all the same
    farm_note text, -- no buyer reads it
    settled_at text, -- by phone, for an order of a closed day
    if_short text check (if_short in ('substitute', 'refund', 'call')),
    payment_method text not null default 'card' check (payment_method in ('card', 'other')),
    -- an earlier order of the same day, in the same box
    packed_with integer references orders (id) check (packed_with < id),
    -- the order whose room on its day it shares
    added_to integer references orders (id) check (added_to < id),
    -- while it is delivered because it was handed out: the status to go back to
    status_before_given text check (status_before_given in ('pending', 'processing', 'shipped')),
    -- cancelled with goods that are never for sale again
    goods_missing boolean not null default false,
    delivery_tax_bp integer not null default 0, -- in its fee, in hundredths of a percent
    unique (id, total_cents)
  )`,
  `create index orders_of_visitor on orders (visitor_hash, body_hash)
    where visitor_hash is not null`,
  `create index orders_newest on orders (created_at, id)`,
  `create index orders_of_status on orders (status, created_at, id)`,
  `create index orders_to_pack on orders (created_at, id)
    where status not in ('shipped', 'delivered', 'cancelled')`,
  `create index orders_disputed on orders (id) where disputed_at is not null`,
  `create index orders_of_place on orders (pickup_location, created_at, id)
    where pickup_location is not null`,
  `create index orders_to_deliver on orders (created_at, id) where delivery_method = 'shipping'`,
  `create index orders_with_person on orders (created_at, id) where customer_email <> ''`,
  // Covers everything that a day's figures need of an order.
  `create index orders_of_market_day
    on orders (market_day_id, id, status, delivery_cents, total_cents)
    where market_day_id is not null`,
  `create index orders_without_card on orders (id) where payment_method = 'other'`,
  `create index orders_of_email on orders (lower(customer_email)) where customer_email <> ''`,
  `create index orders_packed_with on orders (packed_with) where packed_with is not null`,
  `create index orders_of_status_at_place on orders (status, pickup_location, created_at, id)
    where pickup_location is not null`,
  // A line's current units: quantity - returned + changed.
  `create table order_items (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    name text not null,
    category text not null, -- as it was called then
    quantity integer not null check (quantity >= 0),
    unit_cents integer not null check (unit_cents >= 0),
    -- by partial refunds; a cancellation returns the rest
    returned integer not null default 0 check (returned >= 0),
    returned_cents bigint not null default 0 check (returned_cents >= 0),
    changed integer not null default 0, -- by order_changes, below 0: removed
    changed_cents bigint not null default 0,
    weigh_unit text check (weigh_unit in ('lb', 'oz', 'kg', 'g')),
    weigh_cents bigint check (weigh_cents > 0),
    weigh_to bigint check (weigh_to > 0 and (weigh_unit is null) = (weigh_cents is null)
      and (weigh_unit is null) = (weigh_to is null)),
    snap boolean not null default false, -- as it was then
    tax_bp integer not null default 0, -- in its price, in hundredths of a percent
    primary key (order_id, product_id),
    check (quantity - returned + changed >= 0),
    check (quantity * unit_cents - returned_cents + changed_cents >= 0),
    check (quantity - returned + changed > 0
      or quantity * unit_cents - returned_cents + changed_cents = 0),
    check (quantity = 0 or unit_cents > 0)
  )`,
  `create index order_items_of_product on order_items (product_id)`,
  `create index order_items_returned on order_items (order_id, returned_cents)
    where returned_cents > 0`,
  `create index order_items_by_weight on order_items (order_id) where weigh_unit is not null`,
  // Word prefixes by which the desk finds an order.
  `create table order_words (
    word ${bytes} not null,
    order_id integer not null references orders (id),
    primary key (word, order_id)
  ) ${keyOnly}`,
  `create index order_words_of_order on order_words (order_id, word)`,
  // Ledger of changes to placed orders; append-only.
  `create table order_changes (
    id text primary key, -- the page’s UUID
    order_id integer not null references orders (id),
    number integer not null check (number > 0), -- of the order’s changes: 1, 2, 3
    changed_by text not null check (changed_by in ('farmer', 'buyer', 'short', 'weighing')),
    reason text not null,
    body_hash text not null,
    delivery_cents integer not null check (delivery_cents <= 0),
    delta_cents integer not null check (delta_cents <= 0),
    -- decided; the provider may know of less
    refunded_cents integer not null check (refunded_cents >= 0),
    -- not given back: nothing was left of the payment
    forgone_cents integer not null check (forgone_cents >= 0),
    from_day_id integer references market_days (id),
    to_day_id integer references market_days (id),
    at text not null,
    unique (order_id, number),
    check (delta_cents + refunded_cents + forgone_cents = 0)
  )`,
  `create table order_change_lines (
    change_id text not null references order_changes (id),
    product_id integer not null references products (id),
    name text not null,
    units integer not null,
    cents integer not null,
    goods text check (goods in ('sellable', 'missing')), -- where those are that went
    primary key (change_id, product_id),
    check ((units < 0) = (goods is not null)),
    check (units < 0 and cents <= 0 or units > 0 and cents >= 0 or units = 0 and cents < 0)
  )`,
  `create index order_change_lines_of_product on order_change_lines (product_id)`,
  `create table weighings (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    -- standing when it was weighed; void once that changes
    units integer not null check (units > 0),
    thousandths bigint check (thousandths > 0), -- null: the amount was typed
    cents bigint not null check (cents >= 0),
    settled_at text,
    at text not null,
    primary key (order_id, product_id)
  )`,
  `create index weighings_of_product on weighings (product_id)`,
  `create table short_calls (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    gets integer not null check (gets >= 0), -- units
    at text not null,
    primary key (order_id, product_id)
  )`,
  `create index short_calls_of_product on short_calls (product_id)`,
  `create table calls (
    order_id integer not null references orders (id),
    about text not null check (about <> ''), -- the operation it tells of
    kind text not null check (kind in ('moved', 'cancelled', 'message', 'ready', 'changed')),
    market_day_id integer not null references market_days (id), -- the day it was for
    message text not null,
    at text not null,
    called_at text,
    person_id integer, -- who ticked it off
    primary key (order_id, about)
  )`,
  `create index calls_to_make on calls (at) where called_at is null`,
  `create index calls_of_day on calls (market_day_id)`,
  // What buyers were last told about their day, kept until they hear of a change.
  `create table told_times (
    order_id integer primary key references orders (id),
    market_day_id integer not null references market_days (id),
    opens text not null, -- HH:MM by the farm’s clock
    closes text not null,
    order_until text not null,
    place text not null -- name and address; empty of a delivery
  )`,
  `create index told_times_of_day on told_times (market_day_id)`,
  `create table no_shows (
    id text primary key,
    order_id integer not null references orders (id),
    market_day_id integer not null references market_days (id),
    decision text not null check (decision in ('keep', 'next_day', 'give_away', 'cancel')),
    keep_until text,
    to_day_id integer references market_days (id),
    message text not null default '',
    at text not null,
    check ((decision = 'keep') = (keep_until is not null)),
    check ((decision = 'next_day') = (to_day_id is not null))
  )`,
  `create index no_shows_of_order on no_shows (order_id)`,
  `create index no_shows_of_day on no_shows (market_day_id)`,
  // What the farmer said of whoever has an email address or phone number; see the table's types.
  `create table customers (
    key text primary key check (key <> ''),
    person text not null check (person <> ''), -- one for all keys of somebody
    note text,
    -- as a file has them, until an order says so
    name text,
    email text,
    phone text
  )`,
  `create index customers_of_person on customers (person)`,
  // So that a restore can erase them again; mark tells apart orders with the same number.
  `create table erased_orders (
    mark text primary key,
    order_id integer not null,
    at text not null
  )`,
]

const payments = ({ json }: ColumnTypes) => [
  // Stored before its order; the foreign key ties its amount to the order's total.
  `create table payments (
    id text primary key,
    provider text not null check (provider in ('sandbox', 'stripe')),
    livemode boolean not null,
    intent_id text unique,
    checkout_key text,
    visitor_hash text,
    body_hash text,
    basket ${json}, -- what was quoted
    method_ref text not null,
    amount_cents integer not null check (amount_cents between 50 and 99999999),
    state text not null check (state in ('creating', 'open', 'capturing', 'captured', 'canceling',
      'canceled')),
    order_id integer unique references orders (id),
    captured_cents integer not null default 0 check (captured_cents between 0 and amount_cents),
    error_code text, -- the refusal that ended it, for whoever asks again
    error_message text,
    created_at text not null,
    expires_at text not null,
    touched_at text not null,
    alerted_at text, -- when money without an order was logged
    address_key text, -- who began it, until it is over
    declines integer not null default 0,
    captured_at text,
    fee_cents integer, -- the provider’s; null: not known yet
    fee_asks integer not null default 0,
    fee_asked_at text,
    check (state not in ('capturing', 'captured') or order_id is not null),
    check (provider = 'stripe' or not livemode),
    foreign key (order_id, amount_cents) references orders (id, total_cents)
  )`,
  // A basket to be paid at pickup. Reserves nothing until its mailed link is opened.
  `create table pickup_requests (
    checkout_key text primary key,
    secret_hash text unique, -- null: placed at once, without a link
    body_hash text not null,
    basket ${json}, -- what was quoted
    total_cents integer not null check (total_cents > 0),
    mailbox text not null, -- the address as it is compared
    address_key text, -- who asked
    asked_at text not null,
    ends_at text not null,
    order_id integer unique references orders (id),
    error_code text, -- why it can no longer become an order
    error_message text
  )`,
  `create index pickup_requests_of_mailbox on pickup_requests (mailbox, asked_at)`,
  `create index pickup_requests_of_address on pickup_requests (address_key, asked_at)`,
  `create index pickup_requests_open on pickup_requests (ends_at) where order_id is null`,
  // People the farmer allowed or forbade to pay at pickup.
  `create table pickup_buyers (
    mailbox text primary key,
    trust text not null check (trust in ('trusted', 'refused')),
    note text,
    at text not null
  )`,
  `create unique index one_live_payment_per_checkout on payments (checkout_key)
    where state in ('creating', 'open', 'capturing', 'captured')`,
  `create index payments_of_checkout on payments (checkout_key, created_at)
    where checkout_key is not null`,
  `create index payments_of_visitor on payments (visitor_hash, amount_cents)
    where visitor_hash is not null`,
  `create index payments_unsettled on payments (state, touched_at)
    where state not in ('captured', 'canceled')`,
  `create index payments_of_address on payments (address_key) where state in ('creating', 'open')`,
  `create index payments_without_order on payments (touched_at)
    where state = 'canceled' and order_id is null`,
  `create index payments_lapsed on payments (order_id)
    where state = 'canceled' and order_id is not null`,
  // Covers the figures, which read no other column.
  `create index payments_captured on payments (captured_at, livemode, captured_cents, fee_cents)
    where captured_at is not null`,
  `create index payments_without_fee on payments (captured_at)
    where fee_cents is null and livemode and state = 'captured'`,
  // Requested here first, then at the provider under the same ID.
  `create table refunds (
    id text primary key,
    payment_id text not null references payments (id),
    amount_cents integer not null check (amount_cents > 0),
    reason text not null,
    restock boolean not null,
    state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
    provider_refund_id text unique,
    error_message text,
    created_at text not null,
    retries integer not null default 0, -- by the farmer; each is another call to the provider
    touched_at text not null default ''
  )`,
  `create index refunds_by_time on refunds (created_at)`,
  `create index refunds_of_payment on refunds (payment_id)`,
  `create index refunds_unsettled on refunds (touched_at) where state in ('requested', 'pending')`,
  `create index refunds_failed on refunds (payment_id) where state = 'failed'`,
  `create index refunds_given on refunds (payment_id, amount_cents) where state <> 'failed'`,
  // Payments that became no order through our fault, for the farmer to call.
  `create table missed_orders (
    payment_id text primary key references payments (id),
    customer_name text not null,
    customer_phone text,
    total_cents integer not null,
    reason text not null,
    at text not null
  )`,
  `create index missed_orders_at on missed_orders (at)`,
  // For anonymous checkouts: locking this row serializes one browser's payments.
  `create table visitors (
    hash text primary key,
    seen_at text not null
  )`,
  `create index visitors_seen on visitors (seen_at)`,
  `create table sandbox_intents (
    id text primary key,
    idempotency_key text not null unique,
    client_secret text not null unique,
    method text not null,
    amount_cents integer not null,
    status text not null,
    metadata ${json} not null,
    last_error ${json},
    created_at text not null,
    held_at text
  )`,
  `create table sandbox_refunds (
    id text primary key,
    intent_id text not null references sandbox_intents (id),
    idempotency_key text not null unique,
    amount_cents integer not null check (amount_cents > 0),
    metadata ${json} not null,
    created_at text not null
  )`,
  `create index sandbox_refunds_of_intent on sandbox_refunds (intent_id)`,
]

const SALES = [
  `create table sales (
    id text primary key,
    market_day_id integer not null references market_days (id),
    total_cents integer not null check (total_cents >= 0),
    note text,
    at text not null,
    undone_at text
  )`,
  `create index sales_of_day on sales (market_day_id)`,
  `create index sales_by_time on sales (at)`,
  `create table sale_items (
    sale_id text not null references sales (id),
    number integer not null check (number > 0),
    product_id integer references products (id),
    name text not null,
    category text check ((category is null) = (product_id is null)),
    units integer not null check (units > 0),
    cents integer not null check (cents >= 0),
    snap boolean not null default false, -- as it was then
    tax_bp integer not null default 0, -- in its price, in hundredths of a percent
    primary key (sale_id, number)
  )`,
  `create index sale_items_of_product on sale_items (product_id) where product_id is not null`,
  `create table tenders (
    id text primary key,
    order_id integer references orders (id),
    sale_id text references sales (id),
    name text not null, -- the way to pay as it was called then
    is_cash boolean not null,
    amount_cents integer not null check (amount_cents <> 0),
    note text,
    market_day_id integer references market_days (id),
    at text not null,
    after_count integer check (after_count >= 0), -- how many counts of that box came before it
    is_ebt boolean not null default false, -- SNAP benefits, by the list of that time
    check (not (is_cash and is_ebt)),
    check ((order_id is null) <> (sale_id is null))
  )`,
  `create index tenders_of_order on tenders (order_id) where order_id is not null`,
  `create index tenders_of_sale on tenders (sale_id) where sale_id is not null`,
  `create index tenders_of_day on tenders (market_day_id) where market_day_id is not null`,
  `create index tenders_by_time on tenders (at)`,
  // Starting change or money put in; negative when paid out.
  `create table cash_moves (
    id text primary key,
    market_day_id integer not null references market_days (id),
    kind text not null check (kind in ('start', 'put_in', 'paid_out')),
    amount_cents integer not null check (amount_cents <> 0),
    note text,
    at text not null,
    after_count integer check (after_count >= 0),
    check (kind <> 'put_in' or amount_cents > 0),
    check (kind <> 'paid_out' or amount_cents < 0)
  )`,
  `create index cash_moves_of_day on cash_moves (market_day_id)`,
  // A later count never edits an earlier one.
  `create table cash_counts (
    id text primary key,
    market_day_id integer not null references market_days (id),
    number integer not null check (number > 0),
    expected_cents bigint not null,
    counted_cents integer not null check (counted_cents >= 0),
    note text,
    at text not null,
    unique (market_day_id, number)
  )`,
]

const stock = ({ id }: ColumnTypes) => [
  // products.stock is the sum of a product's deltas.
  `create table stock_movements (
    id ${id},
    product_id integer not null references products (id),
    delta integer not null,
    reason text not null check (reason in ('start', 'adjusted', 'sold', 'returned', 'harvest',
      'waste', 'missing', 'counted', 'gift', 'market', 'undone')),
    order_id integer references orders (id),
    note text,
    undoes_id integer unique references stock_movements (id), -- each at most once
    at text not null,
    device text, -- of the call at the desk
    address text,
    command_id text, -- the page’s UUID
    counted integer check (counted >= 0), -- what a count found
    promised integer check (promised >= 0), -- to orders at that time
    person_id integer,
    market_day_id integer references market_days (id),
    truck text check (truck in ('on', 'off')),
    check ((reason = 'undone') = (undoes_id is not null)),
    check (undoes_id < id)
  )`,
  `create index stock_movements_of_order on stock_movements (order_id) where order_id is not null`,
  `create index stock_movements_of_product on stock_movements (product_id, id)`,
  `create index stock_movements_counted on stock_movements (product_id, id)
    where reason = 'counted'`,
  `create unique index stock_movements_of_command on stock_movements (command_id)
    where command_id is not null`,
  `create index stock_movements_by_time on stock_movements (at)
    where reason in ('harvest', 'waste', 'gift', 'missing', 'counted')`,
  `create index stock_movements_of_day on stock_movements (market_day_id, product_id)
    where market_day_id is not null`,
  // Sold or taken beyond the stock; every rise in stock pays it off first.
  `create table stock_debts (
    product_id integer not null references products (id),
    market_day_id integer not null references market_days (id),
    units integer not null check (units >= 0),
    others integer not null check (others >= 0), -- taken along or thrown away
    primary key (product_id, market_day_id),
    check (units > 0 or others > 0)
  )`,
]

const stall = ({ json }: ColumnTypes) => [
  `create table stall_phones (
    id text primary key,
    label text not null,
    heard_at text,
    -- what it had still to send when it was last heard
    waiting integer not null default 0 check (waiting >= 0),
    lost_at text, -- reads nothing; what it sends waits for the farmer
    emptied_at text -- its browser came as another phone
  )`,
  `create table stall_grants (
    id_hash text primary key,
    phone_id text not null references stall_phones (id),
    person_id integer not null,
    issued_at text not null,
    ends_at text not null,
    ended_at text,
    session_id_hash text, -- what its person had come in by
    device_secret_hash text
  )`,
  `create index stall_grants_of_phone on stall_grants (phone_id)`,
  `create table stall_readings (
    phone_id text not null references stall_phones (id),
    market_day_id integer not null references market_days (id),
    at text not null,
    primary key (phone_id, market_day_id)
  )`,
  // The first lock taken by anything that happens to a market day at the stall.
  `create table stall_days (
    market_day_id integer primary key references market_days (id)
  )`,
  `create table stall_gone (
    phone_id text not null references stall_phones (id),
    seq integer not null check (seq > 0),
    at text not null,
    settled_at text,
    primary key (phone_id, seq)
  )`,
  // The farmer went on without what may still be on a phone.
  `create table stall_written_off (
    market_day_id integer not null references market_days (id),
    phone_id text not null references stall_phones (id),
    at text not null,
    primary key (market_day_id, phone_id)
  )`,
  `create table stall_commands (
    id text primary key, -- made on the phone, or by the desk’s page
    phone_id text references stall_phones (id), -- null: written down at the desk
    seq integer check (seq > 0), -- the phone’s own count
    person_id integer not null, -- who held the phone
    market_day_id integer,
    order_id integer, -- as the phone named it, once its mark fits
    kind text not null,
    body ${json} not null,
    body_hash text not null,
    made_at text not null, -- by the phone’s clock; no rule reads it
    received_at text not null,
    outcome text not null check (outcome in ('applied', 'set-aside', 'unreadable', 'quarantined')),
    counts boolean not null, -- has its effect, decided or not
    message text,
    settled_at text,
    settled_how text,
    settled_words text,
    check (not counts or outcome in ('applied', 'set-aside')),
    check ((settled_at is null) = (settled_how is null))
  )`,
  `create unique index stall_commands_of_phone on stall_commands (phone_id, seq)
    where seq is not null`,
  `create index stall_commands_of_order on stall_commands (order_id) where order_id is not null`,
  `create index stall_commands_of_day on stall_commands (market_day_id)
    where market_day_id is not null`,
  `create index stall_commands_to_settle on stall_commands (received_at)
    where settled_at is null and outcome <> 'applied'`,
  `create table voids (
    target_id text primary key,
    command_id text references stall_commands (id), -- null: the desk undid it
    at text not null,
    kinds text not null -- as what it is undone, each between blanks: ' give/7 sell '
  )`,
  `create table stall_goods (
    command_id text not null,
    product_id integer not null references products (id),
    market_day_id integer not null references market_days (id),
    loaded integer not null,
    back integer not null,
    waste integer not null,
    primary key (command_id, product_id)
  )`,
  `create index stall_goods_of_day on stall_goods (market_day_id, product_id)`,
  `create table stall_loads (
    market_day_id integer not null references market_days (id),
    product_id integer not null references products (id),
    wish integer not null default 0 check (wish >= 0), -- units reported as loaded
    loaded integer not null default 0 check (loaded >= 0 and loaded <= wish),
    sold integer not null default 0 check (sold >= 0),
    from_stock integer not null default 0 check (from_stock >= 0),
    back integer not null default 0 check (back >= 0),
    waste integer not null default 0 check (waste >= 0),
    wasted integer not null default 0 check (wasted >= 0 and wasted <= waste),
    settled_at text,
    primary key (market_day_id, product_id),
    check (from_stock = 0 or from_stock <= sold - loaded)
  )`,
  `create index stall_loads_of_product on stall_loads (product_id)`,
]

const letters = ({ id }: ColumnTypes) => [
  `create table subscribers (
    id ${id},
    email_key text not null unique,
    email text not null,
    state text not null check (state in ('pending', 'subscribed', 'left')),
    consent text not null,
    asked_at text not null,
    confirmed_at text,
    left_at text,
    leave_secret text not null unique,
    check (state <> 'left' or left_at is not null)
  )`,
  `create index subscribers_by_state on subscribers (state, id)`,
  `create table letters (
    id ${id},
    letter_key text not null unique, -- the page’s UUID
    subject text not null,
    body text not null,
    begun_at text not null,
    recipients integer not null check (recipients > 0),
    last_queued integer not null default 0, -- the subscriber’s id
    queued_at text,
    done_at text,
    sent integer not null default 0,
    failed integer not null default 0,
    skipped integer not null default 0,
    postal_address text not null,
    pictures text -- JSON, as they were when it left
  )`,
  `create table planned_letters (
    id ${id},
    letter_key text not null unique,
    subject text not null,
    body text not null,
    day text not null,
    time text not null,
    planned_at text not null
  )`,
]

const questions = ({ id }: ColumnTypes) => [
  `create table questions (
    id ${id},
    session_id text not null,
    text text not null,
    text_key text not null, -- the text as it is compared
    email text,
    asked_at text not null,
    answered_at text,
    reply text,
    is_shared boolean not null default false, -- the helper gives the reply to whoever asks the same
    address_key text, -- who asked; gone after a day
    check ((answered_at is null) = (reply is null)),
    unique (session_id, text_key)
  )`,
  `create index questions_by_time on questions (asked_at)`,
]

const waitingList = ({ id }: ColumnTypes) => [
  `create table waiters (
    id ${id},
    product_id integer not null references products (id) on delete cascade,
    mailbox text not null, -- the address as it is compared
    email text not null,
    state text not null check (state in ('asked', 'waiting')),
    asked_at text not null,
    secret_hash text not null unique,
    unique (product_id, mailbox)
  )`,
  `create index waiters_of_mailbox on waiters (mailbox)`,
  `create index waiters_by_age on waiters (state, asked_at)`,
]

const mail = ({ id }: ColumnTypes) => [
  // Until sent or given up. The checks say which columns each kind needs.
  `create table outbox (
    id ${id},
    uuid text not null unique, -- makes the Message-ID: sent again, it is the same message
    queue text not null default 'orders' check (queue in ('orders', 'replies', 'confirmations',
      'letters', 'days', 'waiting', 'farm', 'requests')),
    kind text not null, -- MAIL_QUEUE_OF has them, so that a new one costs no migration
    order_id integer references orders (id),
    refund_id text references refunds (id),
    about text not null default '', -- a payment of not_kept, a change of changed
    question_id integer references questions (id) on delete cascade,
    subscriber_id integer references subscribers (id) on delete set null,
    letter_id integer references letters (id),
    market_day_id integer references market_days (id),
    waiter_id integer references waiters (id) on delete cascade,
    request_key text references pickup_requests (checkout_key) on delete cascade,
    message text,
    not_after text,
    secret text, -- of the mail’s link, until it is sent
    secret_hash text unique,
    recipient text not null default '', -- empty: the address stands with its owner alone
    created_at text not null,
    due_at text not null, -- tried next; while it is being sent, when it counts as lost
    attempts integer not null default 0,
    sent_at text,
    given_up_at text,
    last_error text,
    check (queue <> 'orders' or (kind = 'not_kept') = (order_id is null)),
    check (queue in ('orders', 'days') or order_id is null),
    check ((kind = 'refunded') = (refund_id is not null)),
    check ((kind in ('not_kept', 'moved', 'day_message', 'changed', 'cancelled', 'add_link'))
      = (about <> '')),
    check ((queue = 'replies') = (question_id is not null)),
    check ((queue = 'letters') = (letter_id is not null)),
    check ((queue = 'confirmations') = (secret_hash is not null)),
    check ((queue = 'days') = (market_day_id is not null)),
    check (queue <> 'days' or (kind = 'day_list') = (order_id is null)),
    check ((queue = 'waiting') = (waiter_id is not null)),
    check ((queue = 'requests') = (request_key is not null))
  )`,
  `create unique index one_mail_of_a_kind
    on outbox (kind, coalesce(order_id, 0), coalesce(refund_id, ''), about)
    where queue = 'orders'`,
  `create unique index one_mail_of_a_day
    on outbox (kind, market_day_id, coalesce(order_id, 0), about)
    where queue = 'days'`,
  `create unique index one_mail_of_a_waiter on outbox (waiter_id, kind)
    where waiter_id is not null`,
  `create unique index one_letter_each on outbox (letter_id, subscriber_id)
    where letter_id is not null`,
  `create unique index one_reply_each on outbox (question_id) where question_id is not null`,
  `create index outbox_due on outbox (queue, due_at)
    where sent_at is null and given_up_at is null`,
  `create index outbox_newest on outbox (queue, id)`,
  `create index outbox_of_recipient on outbox (lower(recipient), sent_at)`,
  `create index outbox_of_subscriber on outbox (subscriber_id, created_at)
    where subscriber_id is not null`,
  `create index outbox_given_up on outbox (queue, given_up_at) where given_up_at is not null`,
  `create index outbox_about on outbox (about) where about <> ''`,
  `create index outbox_of_request on outbox (request_key) where request_key is not null`,
  // mail_id is null until a mail has it; no foreign key to outbox.
  `create table farm_news (
    id ${id},
    kind text not null check (kind in ('order', 'changed', 'cancelled', 'disputed', 'question', 'low')),
    order_id integer references orders (id),
    question_id integer references questions (id) on delete cascade,
    product_id integer references products (id),
    at text not null,
    mail_id integer,
    check ((kind = 'question') = (question_id is not null)),
    check ((kind = 'low') = (product_id is not null)),
    check ((kind in ('question', 'low')) = (order_id is null))
  )`,
  `create index farm_news_untold on farm_news (at) where mail_id is null`,
  `create index farm_news_of_mail on farm_news (mail_id) where mail_id is not null`,
  `create index farm_news_by_age on farm_news (at)`,
]

const pages = ({ id }: ColumnTypes) => [
  `create table pages (
    id ${id},
    title text not null,
    slug text not null unique,
    content text not null,
    meta_description text,
    is_active boolean not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create table old_page_slugs (
    slug text primary key,
    page_id integer not null references pages (id) on delete cascade
  )`,
  `create index old_page_slugs_of_page on old_page_slugs (page_id)`,
  // In force from `at` on; the newest is current.
  `create table page_versions (
    id ${id},
    page_id integer not null references pages (id) on delete cascade,
    title text not null,
    content text not null,
    meta_description text,
    at text not null,
    device text,
    address text
  )`,
  `create index page_versions_of_page on page_versions (page_id, id)`,
]

const recipes = ({ id }: ColumnTypes) => [
  // The measure gives the weight of a volume or a count.
  `create table ingredient_prices (
    id ${id},
    name text not null,
    name_key text not null unique, -- in lowercase
    package_thousandths integer not null check (package_thousandths between 1 and 100000000),
    package_unit text not null,
    package_cents integer not null check (package_cents between 0 and 10000000),
    measure_thousandths integer check (measure_thousandths between 1 and 100000000),
    measure_unit text,
    weight_thousandths integer check (weight_thousandths between 1 and 100000000),
    weight_unit text,
    created_at text not null,
    updated_at text not null
  )`,
  `create table recipes (
    id ${id},
    name text not null,
    description text not null,
    servings integer not null check (servings >= 1),
    preparation_minutes integer check (preparation_minutes >= 0),
    instructions text not null,
    created_at text not null,
    updated_at text not null,
    -- of batch_unit; null: unknown
    batch_thousandths integer check (batch_thousandths between 1 and 100000000),
    batch_unit text
  )`,
  `create table recipe_ingredients (
    id ${id},
    recipe_id integer not null references recipes (id) on delete cascade,
    name text not null,
    quantity_thousandths integer not null check (quantity_thousandths between 0 and 100000000),
    unit text not null,
    unit_cents integer not null check (unit_cents between 0 and 10000000),
    notes text,
    -- 1: bags, jars and labels
    is_packaging integer not null default 0 check (is_packaging in (0, 1)),
    price_id integer references ingredient_prices (id),
    sub_recipe_id integer references recipes (id)
  )`,
  `create index ingredients_of_recipe on recipe_ingredients (recipe_id)`,
  `create index ingredients_of_price on recipe_ingredients (price_id) where price_id is not null`,
  `create index ingredients_of_sub_recipe on recipe_ingredients (sub_recipe_id)
    where sub_recipe_id is not null`,
  `create table recipe_products (
    recipe_id integer primary key references recipes (id) on delete cascade,
    product_id integer not null references products (id) on delete cascade,
    units_per_batch integer not null check (units_per_batch >= 1)
  )`,
  `create index recipes_of_product on recipe_products (product_id)`,
]

const processes = ({ id, json }: ColumnTypes) => [
  `create table job_claims (
    name text primary key,
    holder text not null,
    until text not null
  )`,
  `create table news (
    id ${id},
    transaction_id bigint not null,
    teller text not null, -- the process
    events ${json} not null,
    told_at bigint not null -- the database’s clock, in milliseconds
  )`,
  `create index news_by_transaction on news (transaction_id)`,
  // What other programs are told. Written in the transaction it tells of, numbered by the sender,
  // kept 30 days.
  `create table hook_events (
    id ${id},
    uuid text not null unique,
    type text not null,
    subject_id integer, -- of the order or product
    at text not null,
    number integer unique -- null: not looked at yet
  )`,
  `create index hook_events_new on hook_events (id) where number is null`,
  `create table hooks (
    id ${id},
    url text not null,
    types ${json} not null,
    secret text not null, -- readable: it signs
    former_secret text,
    former_until text,
    cursor integer not null, -- the number of the last event sent or skipped
    attempts integer not null default 0, -- of the next
    due_at text, -- null: at once
    last_status integer,
    last_error text,
    failing_since text,
    skipped integer not null default 0,
    off_at text,
    made_at text not null
  )`,
]

const standing = (row: string) => `(${row}.quantity - ${row}.returned + ${row}.changed)`

const dayOf = (row: string) => `(select market_day_id from orders where id = ${row}.order_id and status <> 'cancelled')`

const countItem = (row: string, units: string) => `update day_limits set taken = taken + ${units}
  where product_id = ${row}.product_id and market_day_id = ${dayOf(row)};`

const countOrder = (row: string, sign: '+' | '-') =>
  `update day_limits set taken = taken ${sign} (select ${standing('order_items')} from order_items
      where order_id = ${row}.id and product_id = day_limits.product_id)
    where market_day_id = ${row}.market_day_id and ${row}.status <> 'cancelled'
      and product_id in (select product_id from order_items where order_id = ${row}.id);`

const HAS_MOVED = `(old.status = 'cancelled') <> (new.status = 'cancelled')
  or old.market_day_id is distinct from new.market_day_id`

/**
 * `day_limits.taken` changes in the transaction that changes an order's units. Setting a limit
 * locks its day, then counts: on PostgreSQL these triggers, like a new order, wait for the day's
 * row and then read the new limit.
 */
const LIMIT_TRIGGERS: Record<Engine, string[]> = {
  sqlite: [
    `create trigger limits_of_new_order_items after insert on order_items
      begin ${countItem('new', standing('new'))} end`,
    `create trigger limits_of_changed_order_items
      after update of quantity, returned, changed on order_items
      begin ${countItem('new', `${standing('new')} - ${standing('old')}`)} end`,
    `create trigger limits_of_deleted_order_items after delete on order_items
      begin ${countItem('old', `-${standing('old')}`)} end`,
    `create trigger limits_of_changed_orders after update of status, market_day_id on orders
      when ${HAS_MOVED} begin ${countOrder('old', '-')} ${countOrder('new', '+')} end`,
  ],
  postgres: [
    `create function count_limited_items() returns trigger language plpgsql as $$
  declare
    units integer := coalesce(${standing('new')}, 0) - coalesce(${standing('old')}, 0);
    its_day integer;
  begin
    if units = 0 then return null; end if;
    select market_day_id into its_day from orders
      where id = coalesce(new.order_id, old.order_id) and status <> 'cancelled';
    if its_day is null then return null; end if;
    perform 1 from market_days where id = its_day for key share;
    update day_limits set taken = taken + units
      where market_day_id = its_day and product_id = coalesce(new.product_id, old.product_id);
    return null;
  end $$`,
    `create trigger limits_of_order_items
      after insert or delete or update of quantity, returned, changed on order_items
      for each row execute function count_limited_items()`,
    `create function count_limited_orders() returns trigger language plpgsql as $$
  begin
    perform 1 from market_days where id in (old.market_day_id, new.market_day_id)
      order by id for key share;
    perform 1 from day_limits where market_day_id in (old.market_day_id, new.market_day_id)
      and product_id in (select product_id from order_items where order_id = new.id)
      order by market_day_id, product_id for update;
    ${countOrder('old', '-')}
    ${countOrder('new', '+')}
    return null;
  end $$`,
    `create trigger limits_of_changed_orders after update of status, market_day_id on orders
      for each row when (${HAS_MOVED}) execute function count_limited_orders()`,
  ],
}

async function seed(tx: Kysely<never>, now: Date): Promise<void> {
  await sql`insert into people (name, role, created_at)
    values ('Farmer', 'farmer', ${now.toISOString()})`.execute(tx)
}
