import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** The tables of the first release: stock, orders, money, and what the desk needs. */
export async function openTheShop(tx: Kysely<never>, words: ColumnWords): Promise<void> {
  const { id, json } = words
  for (const statement of [
    ...catalogue(id),
    ...orders(id, json),
    ...money(id, json),
    ...sandbox(json),
    ...desk(id, json),
  ]) {
    await sql.raw(statement).execute(tx)
  }
}

const catalogue = (id: string) => [
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
    updated_at text not null
  )`,
  `create table settings (key text primary key, value text not null, description text not null)`,
]

const orders = (id: string, json: string) => [
  `create table orders (
    id ${id},
    checkout_key text unique,
    body_hash text not null,
    visitor_hash text,
    status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
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
    unique (id, total_cents)
  )`,
  `create index orders_of_visitor on orders (visitor_hash, body_hash) where visitor_hash is not null`,
  `create table order_items (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    name text not null,
    quantity integer not null check (quantity > 0),
    unit_cents integer not null check (unit_cents > 0),
    primary key (order_id, product_id)
  )`,
  `create index order_items_of_product on order_items (product_id)`,
  `create table stock_movements (
    id ${id},
    product_id integer not null references products (id),
    delta integer not null,
    reason text not null check (reason in ('start', 'adjusted', 'sold', 'returned')),
    order_id integer references orders (id),
    at text not null
  )`,
  `create index stock_movements_of_product on stock_movements (product_id)`,
  `create index stock_movements_of_order on stock_movements (order_id) where order_id is not null`,
]

const LIVE = `('creating', 'open', 'capturing', 'captured')`

const money = (id: string, json: string) => [
  `create table payments (
    id text primary key,
    provider text not null check (provider in ('sandbox', 'stripe')),
    livemode boolean not null,
    intent_id text unique,
    checkout_key text,
    visitor_hash text,
    body_hash text,
    basket ${json},
    method_ref text not null,
    amount_cents integer not null check (amount_cents between 50 and 99999999),
    state text not null check (state in ('creating', 'open', 'capturing', 'captured', 'canceling', 'canceled')),
    order_id integer unique references orders (id),
    captured_cents integer not null default 0 check (captured_cents between 0 and amount_cents),
    error_code text,
    error_message text,
    created_at text not null,
    expires_at text not null,
    touched_at text not null,
    check (state not in ('capturing', 'captured') or order_id is not null),
    check (provider = 'stripe' or not livemode),
    foreign key (order_id, amount_cents) references orders (id, total_cents)
  )`,
  `create unique index one_live_payment_per_checkout on payments (checkout_key) where state in ${LIVE}`,
  `create index payments_of_checkout on payments (checkout_key, created_at) where checkout_key is not null`,
  `create index payments_of_visitor on payments (visitor_hash, amount_cents) where visitor_hash is not null`,
  `create index payments_unsettled on payments (state, touched_at) where state not in ('captured', 'canceled')`,
  `create table refunds (
    id text primary key,
    payment_id text not null references payments (id),
    amount_cents integer not null check (amount_cents > 0),
    reason text not null,
    restock boolean not null,
    state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
    provider_refund_id text unique,
    error_message text,
    created_at text not null
  )`,
  `create index refunds_of_payment on refunds (payment_id)`,
  `create table outbox (
    id ${id},
    kind text not null,
    order_id integer not null references orders (id),
    recipient text not null,
    payload ${json} not null,
    due_at text not null,
    attempts integer not null default 0,
    sent_at text,
    unique (kind, order_id)
  )`,
  `create index outbox_due on outbox (due_at) where sent_at is null`,
  `create table visitors (hash text primary key, seen_at text not null)`,
]

const sandbox = (json: string) => [
  `create table sandbox_intents (
    id text primary key,
    idempotency_key text not null unique,
    client_secret text not null unique,
    method text not null,
    amount_cents integer not null,
    status text not null,
    metadata ${json} not null,
    last_error ${json},
    created_at text not null
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

const desk = (id: string, json: string) => [
  `create table shop_memory (key text primary key, value text not null)`,
  `create table admin_sessions (
    id_hash text primary key,
    signed_in_at text not null,
    seen_at text not null,
    expires_at text not null
  )`,
  `create table audit (
    id ${id},
    at text not null,
    action text not null,
    subject text not null,
    before ${json},
    after ${json}
  )`,
  `create index audit_of_subject on audit (subject, id)`,
]
