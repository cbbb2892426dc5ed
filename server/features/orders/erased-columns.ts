import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'

export type Fate =
  | { kept: string }
  | { becomes: string | null }
  | { texts: 'become the same' }
  | { goes: 'with its row' }

/** Columns that may hold free text, so not instants, numbers or fixed choices. */
type WordsIn<Row> = {
  [Column in keyof Row & string]: Column extends Instants
    ? never
    : CanHoldWords<NonNullable<Row[Column]>> extends true
      ? Column
      : never
}[keyof Row & string]

type Instants = 'at' | `${string}_at` | `${string}until` | 'not_after'

type CanHoldWords<Value> = string extends Value
  ? true
  : Value extends number
    ? false
    : Value extends object
      ? true
      : false

function kept<Column extends string>(why: string, ...columns: Column[]) {
  const fates = columns.map((column) => [column, { kept: why }])
  return Object.fromEntries(fates) as Record<Column, { kept: string }>
}

const FARM = 'the farm’s own words, about no customer'
const WORKER = 'of whoever worked at the desk or the stall'
const ID = 'an id, a secret of the shop or a fingerprint that names nobody'
const COUNTED = 'the books, lists and figures count by it'
const PROVIDER = 'the card provider knows the payment by it'
const OWN_END = 'not of an order: its owner ends it, and else the shop does once it has served'

export const ERASED_TEXT = 'Erased with the customer.'
const TEXT = { becomes: ERASED_TEXT }
const NOTHING = { becomes: null }
const IN_ITS_TEXTS = { texts: 'become the same' } as const
const WITH_ITS_ROW = { goes: 'with its row' } as const

export const ERASED_COLUMNS = {
  orders: {
    ...kept(ID, 'checkout_key', 'receipt_secret'),
    ...kept(COUNTED, 'pickup_location', 'pickup_date'),
    customer_name: { becomes: 'Erased customer' },
    customer_email: { becomes: '' },
    customer_phone: NOTHING,
    shipping_address: NOTHING,
    notes: NOTHING,
    pickup_name: NOTHING,
    gift_to: NOTHING,
    gift_message: NOTHING,
    gift_phone: NOTHING,
    farm_note: NOTHING,
    body_hash: { becomes: '' },
    visitor_hash: NOTHING,
  },
  order_items: kept(FARM, 'name', 'category'),
  order_words: { word: WITH_ITS_ROW },
  order_changes: { reason: TEXT, ...kept(ID, 'id', 'body_hash') },
  order_change_lines: { ...kept(ID, 'change_id'), ...kept(FARM, 'name') },
  weighings: {},
  short_calls: {},
  calls: { ...kept(ID, 'about'), message: WITH_ITS_ROW },
  told_times: kept(FARM, 'opens', 'closes', 'place'),
  no_shows: { message: { becomes: '' }, ...kept(ID, 'id'), ...kept(COUNTED, 'keep_until') },
  /** Once no other order has the address or number. */
  customers: {
    key: WITH_ITS_ROW,
    person: WITH_ITS_ROW,
    note: WITH_ITS_ROW,
    name: WITH_ITS_ROW,
    email: WITH_ITS_ROW,
    phone: WITH_ITS_ROW,
  },
  erased_orders: kept(ID, 'mark'),
  payments: {
    ...kept(PROVIDER, 'id', 'intent_id', 'method_ref', 'error_code'),
    ...kept(ID, 'checkout_key'),
    basket: NOTHING,
    body_hash: NOTHING,
    visitor_hash: NOTHING,
    address_key: NOTHING,
    ...kept('a sentence of the shop’s', 'error_message'),
  },
  refunds: {
    ...kept(PROVIDER, 'id', 'payment_id', 'provider_refund_id'),
    reason: TEXT,
    error_message: NOTHING,
  },
  missed_orders: {
    ...kept(PROVIDER, 'payment_id'),
    customer_name: WITH_ITS_ROW,
    customer_phone: WITH_ITS_ROW,
    reason: WITH_ITS_ROW,
  },
  visitors: kept(ID, 'hash'),
  pickup_requests: {
    ...kept(ID, 'checkout_key', 'secret_hash'),
    body_hash: { becomes: '' },
    basket: NOTHING,
    mailbox: { becomes: '' },
    address_key: NOTHING,
    ...kept('a sentence of the shop’s', 'error_code', 'error_message'),
  },
  pickup_buyers: kept('the farmer’s list, until they take it off', 'mailbox', 'note'),
  sandbox_intents: kept(
    PROVIDER,
    ...(['id', 'idempotency_key', 'client_secret', 'method', 'metadata', 'last_error'] as const),
  ),
  sandbox_refunds: kept(PROVIDER, 'id', 'intent_id', 'idempotency_key', 'metadata'),
  tenders: { note: NOTHING, ...kept(ID, 'id', 'sale_id'), ...kept(COUNTED, 'name') },
  stock_movements: {
    note: TEXT,
    ...kept(ID, 'command_id'),
    ...kept(WORKER, 'device', 'address'),
  },
  outbox: {
    ...kept(ID, 'uuid', 'kind', 'refund_id', 'about', 'secret', 'secret_hash', 'request_key'),
    recipient: { becomes: '' },
    message: NOTHING,
    last_error: NOTHING,
  },
  farm_news: {},
  hook_events: kept(ID, 'uuid', 'type'),
  hooks: {
    ...kept(FARM, 'url', 'types', 'secret', 'former_secret', 'failing_since'),
    ...kept('a sentence of the shop’s', 'last_error'),
  },
  audit: {
    before: IN_ITS_TEXTS,
    after: IN_ITS_TEXTS,
    ...kept(ID, 'action', 'subject'),
    ...kept(WORKER, 'device', 'address'),
  },
  stall_commands: {
    body: IN_ITS_TEXTS,
    settled_words: TEXT,
    ...kept(ID, 'id', 'phone_id', 'body_hash'),
    ...kept('the shop’s own sentence, which names the order by its number', 'message', 'kind'),
  },
  voids: kept(ID, 'target_id', 'command_id', 'kinds'),

  sales: { ...kept(ID, 'id'), ...kept(FARM, 'note') },
  sale_items: { ...kept(ID, 'sale_id'), ...kept(FARM, 'name', 'category') },
  cash_moves: { ...kept(ID, 'id'), ...kept(FARM, 'note') },
  cash_counts: { ...kept(ID, 'id'), ...kept(FARM, 'note') },
  stock_debts: {},
  stall_phones: { ...kept(ID, 'id'), ...kept(WORKER, 'label') },
  stall_grants: kept(ID, 'id_hash', 'phone_id', 'session_id_hash', 'device_secret_hash'),
  stall_readings: kept(ID, 'phone_id'),
  stall_days: {},
  stall_gone: kept(ID, 'phone_id'),
  stall_written_off: kept(ID, 'phone_id'),
  stall_goods: kept(ID, 'command_id'),
  stall_loads: {},

  subscribers: kept(OWN_END, 'email_key', 'email', 'consent', 'leave_secret'),
  waiters: kept(OWN_END, 'mailbox', 'email', 'secret_hash'),
  questions: kept(OWN_END, 'session_id', 'text', 'text_key', 'email', 'reply', 'address_key'),

  settings: kept(FARM, 'value', 'description'),
  shop_memory: kept(FARM, 'value'),
  products: kept(
    FARM,
    ...(['name', 'description', 'category', 'image_url'] as const),
    ...(['unit', 'allergens', 'season_from'] as const),
  ),
  categories: kept(FARM, 'name', 'name_key'),
  product_limits: {},
  places: kept(FARM, 'key', 'name', 'address', 'map_url', 'note', 'zips'),
  day_rules: kept(
    FARM,
    ...(['first_day', 'last_day', 'season_from', 'opens', 'closes', 'order_time'] as const),
  ),
  closures: kept(FARM, 'from_day', 'until_day', 'message'),
  market_days: kept(FARM, 'day', 'opens', 'closes', 'message'),
  day_limits: {},
  harvest_prints: kept(FARM, 'needs'),
  letters: kept(FARM, 'letter_key', 'subject', 'body', 'postal_address', 'pictures'),
  planned_letters: kept(FARM, 'letter_key', 'subject', 'body', 'day', 'time'),
  pages: kept(FARM, 'title', 'slug', 'content', 'meta_description'),
  old_page_slugs: kept(FARM, 'slug'),
  page_versions: {
    ...kept(FARM, 'title', 'content', 'meta_description'),
    ...kept(WORKER, 'device', 'address'),
  },
  recipes: kept(FARM, 'name', 'description', 'instructions'),
  recipe_ingredients: kept(FARM, 'name', 'notes'),
  recipe_products: {},
  ingredient_prices: kept(FARM, 'name', 'name_key'),

  people: kept(WORKER, 'name'),
  device_links: kept(ID, 'secret_hash'),
  devices: { ...kept(ID, 'secret_hash'), ...kept(WORKER, 'label') },
  admin_sessions: { ...kept(ID, 'id_hash', 'device_hash'), ...kept(WORKER, 'device', 'address') },
  known_devices: kept(ID, 'id_hash'),
  api_tokens: { ...kept(ID, 'hash', 'scopes'), ...kept(WORKER, 'name', 'used_from') },
  passkeys: {
    ...kept(ID, 'rp_id', 'credential_id', 'public_key', 'transports', 'device_secret_hash'),
    ...kept(WORKER, 'label'),
  },
  passkey_challenges: kept(ID, 'id_hash', 'challenge'),

  job_claims: kept(ID, 'name', 'holder'),
  news: { ...kept(ID, 'teller'), ...kept('ids, for some minutes', 'events') },
  schema_migrations: kept(FARM, 'name'),
} satisfies {
  [Table in keyof Tables]: Record<WordsIn<Selectable<Tables[Table]>>, Fate> &
    Partial<Record<keyof Tables[Table], Fate>>
}

type Erased = typeof ERASED_COLUMNS
type FatesOf<Table extends keyof Erased> = Erased[Table][keyof Erased[Table]]

type Erasing = Exclude<Fate, { kept: string }>

/** Tables in which something is erased. `findRows` must say which rows belong to an order. */
export type ErasedTable = {
  [Table in keyof Erased]: Extract<FatesOf<Table>, Erasing> extends never ? never : Table
}[keyof Erased]

type Person = Pick<OrderRow, 'customer_email' | 'payment_method' | 'body_hash'>

export function isNobody({ customer_email, payment_method, body_hash }: Person): boolean {
  return (
    customer_email === '' &&
    (payment_method === 'card' || body_hash === ERASED_COLUMNS.orders.body_hash.becomes)
  )
}
