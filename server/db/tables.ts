import type { ColumnType, Generated, JSONColumnType, Kysely } from 'kysely'
import type { ProductCategory } from '#contract/categories.ts'
import type { PickupLocation } from '#contract/delivery.ts'
import type { Cents } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { OrderData, ShippingAddress } from '#contract/orders.ts'
import type { CardError, CardProvider, IntentStatus } from '#contract/payments.ts'
import type { Thousandths } from '#contract/quantity.ts'
import type { RecipeUnit } from '#contract/recipe-shapes.ts'
import type { SettingKey } from '#contract/setting-table.ts'

/** A connection that reads, or the transaction one is in. Writing needs `write()`. */
export type Db = Kysely<Tables>

/** ISO 8601 in UTC, to the millisecond; always from the app's clock. */
type Instant = string

/** JSON is written as text and read as what it says. */
type Json<T extends object> = JSONColumnType<T, string, string>
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>

export type ProductsTable = {
  id: Generated<number>
  name: string
  description: string
  category: ProductCategory
  price_cents: Cents
  stock: number
  image_url: string | null
  unit: Generated<string | null>
  allergens: Generated<string | null>
  archived_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

export type MovementReason = 'start' | 'adjusted' | 'sold' | 'returned'

/** Every change of stock, written in the same transaction: `products.stock` is the sum of a product's deltas. */
export type StockMovementsTable = {
  id: Generated<number>
  product_id: number
  delta: number
  reason: MovementReason
  order_id: number | null
  at: Instant
}

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
}

export type OrderItemsTable = {
  order_id: number
  product_id: number
  name: string
  quantity: number
  unit_cents: Cents
  /** So many of the quantity were given back, by a refund of a part; a cancellation brings the rest. */
  returned: Generated<number>
}

export type OrderTermsTable = { word: string; order_id: number }

export type PaymentState = 'creating' | 'open' | 'capturing' | 'captured' | 'canceling' | 'canceled'

/** What a keyed payment was quoted for: who wants it where, without the client's claims, and the lines as priced at that moment. */
export type QuotedBasket = {
  orderData: Omit<OrderData, 'total' | 'paymentStatus' | 'userId'>
  lines: PricedLine[]
}

export type PricedLine = { productId: number; name: string; quantity: number; unitCents: Cents }

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
  /** The refusal that ended it, so that whoever asks again reads the same sentence. */
  error_code: string | null
  error_message: string | null
  created_at: Instant
  expires_at: Instant
  touched_at: Instant
  /** When the log was told of money that was taken without an order. */
  alerted_at: Generated<Instant | null>
  /** Who began it, as `addressKey` counts; null once it is over. */
  address_key: Generated<string | null>
  declines: Generated<number>
  captured_at: Generated<Instant | null>
}

/** A payment whose hold stood and that became no order: whom the farmer may call, until it is ticked or forgotten. */
export type MissedOrdersTable = {
  payment_id: string
  customer_name: string
  customer_phone: string | null
  total_cents: Cents
  reason: string
  at: Instant
}

/** Orders whose person was erased, so that a restore can do it again; `mark` tells an order from another of its number. */
export type ErasedOrdersTable = { mark: string; order_id: number; at: Instant }

export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'

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
  /** How often the farmer asked for it again after it had failed; each time it is another call to the provider. */
  retries: Generated<number>
}

export type OrderMailKind = 'order_confirmed' | 'order_failed' | 'refunded'

export type MailKind = OrderMailKind | 'not_kept' | 'reply' | 'confirm' | 'letter'

/** Mails that wait for one another, each queue with its own pace. */
export type MailQueue = 'orders' | 'replies' | 'confirmations' | 'letters'

/** What a mail of some kind tells of stands in the columns of its kind; they are null or empty for the others. */
export type OutboxTable = {
  id: Generated<number>
  /** Makes the Message-ID, so that a mail sent again after a crash is the same message. */
  uuid: string
  queue: Generated<MailQueue>
  kind: MailKind
  order_id: number | null
  /** The refund a `refunded` mail tells of. */
  refund_id: string | null
  /** The payment a `not_kept` mail tells of. */
  about: Generated<string>
  /** The question that a `reply` answers; the mail goes with it. */
  question_id: number | null
  /** Whom a `confirm` mail or a `letter` is for; null once the subscriber is forgotten. */
  subscriber_id: number | null
  letter_id: number | null
  /** What a `confirm` mail's link ends with; kept until it is sent, its hash for as long as the link is good. */
  secret: string | null
  secret_hash: string | null
  /** Empty for the newsletter: the address stands with the subscriber alone. */
  recipient: Generated<string>
  created_at: Instant
  /** When it is tried next; while it is being sent, when it counts as lost. */
  due_at: Instant
  attempts: Generated<number>
  sent_at: Instant | null
  given_up_at: Instant | null
  last_error: string | null
}

/** What a process told after a write, by the write's transaction; `told_at` is the database's clock in ms. */
export type NewsTable = {
  id: Generated<number>
  transaction_id: number
  teller: string
  events: Json<object[]>
  told_at: number
}

/** Which process does a job, and until when nobody else may. */
export type JobClaimsTable = { name: string; holder: string; until: Instant }

export type SandboxIntentsTable = {
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

export type SandboxRefundsTable = {
  id: string
  intent_id: string
  idempotency_key: string
  amount_cents: Cents
  metadata: Json<Record<string, string>>
  created_at: Instant
}

/** The browser behind an anonymous checkout; its row is what two of its payments are locked by. */
export type VisitorsTable = { hash: string; seen_at: Instant }

export type SettingsTable = { key: SettingKey; value: string; description: string }

/** `pending`: asked for the newsletter and has not confirmed; `left`: gets it no more. */
export type SubscriberState = 'pending' | 'subscribed' | 'left'

/** Who asked for the newsletter; `email_key` is the address in small letters, `consent` the words agreed to. */
export type SubscribersTable = {
  id: Generated<number>
  email_key: string
  email: string
  state: SubscriberState
  consent: string
  asked_at: Instant
  confirmed_at: Instant | null
  left_at: Instant | null
  leave_secret: string
}

/** A letter to everybody who was subscribed when it was begun. Its mails are queued in batches; done, it keeps what became of them. */
export type LettersTable = {
  id: Generated<number>
  /** Made by the page that sends it, so that a second click is the same letter. */
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
}

export type PagesTable = {
  id: Generated<number>
  title: string
  slug: string
  content: string
  meta_description: string | null
  is_active: boolean
  created_at: Instant
  updated_at: Instant
}

export type OldPageSlugsTable = { slug: string; page_id: number }

export type RecipesTable = {
  id: Generated<number>
  name: string
  description: string
  servings: number
  preparation_minutes: number | null
  instructions: string
  created_at: Instant
  updated_at: Instant
}

/** `unit_cents`: what one cup, gram or piece costs. */
export type RecipeIngredientsTable = {
  id: Generated<number>
  recipe_id: number
  name: string
  quantity_thousandths: Thousandths
  unit: RecipeUnit
  unit_cents: Cents
  notes: string | null
}

export type RecipeProductsTable = { recipe_id: number; product_id: number; units_per_batch: number }

/** What the helper could not answer; `text_key` is the text as it is compared, `email` the visitor's until the reply is on its way. */
export type QuestionsTable = {
  id: Generated<number>
  session_id: string
  text: string
  text_key: string
  email: string | null
  asked_at: Instant
  answered_at: Instant | null
  reply: string | null
  /** Who asked, as `addressKey` counts; null after a day. */
  address_key: Generated<string | null>
}

/** Live money or test money; `none` where an order has no payment. */
export type SalesMoney = 'live' | 'test' | 'none'

/** Orders that are not cancelled, and cents taken for all and not given back, by block of order numbers and the farm's day. */
export type SalesDaysTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  orders: number
  cents: number
}

/** What sold of each product, and the cents it brought, by block of order numbers and the farm's day. */
export type SalesProductsTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  product_id: number
  quantity: number
  cents: number
}

/** The blocks whose stored sums do not count, one row for each transaction that changed one. Only triggers write it. */
export type StaleSalesTable = { block: number; transaction_id: number }

/** What the shop remembers for itself and no owner edits: its id, the password's hash, whether it took live money. */
export type ShopMemoryTable = {
  key:
    | 'shop_id'
    | 'admin_password_hash'
    | 'environment_password_hash'
    | 'demo_filled'
    | 'payments_live'
    | 'stripe_checked'
    | 'stripe_admitted'
    | 'provider_alert'
    | 'webhook_alert'
    | 'webhook_heard'
    | 'webhook_unsigned'
    | 'next_backup'
    | 'backup_alert'
    | 'moved_to'
    | 'next_books_check'
    | 'books_check'
    | 'books_alert'
    | 'password_turn'
    | 'made_password'
    | 'environment_password_verdict'
  value: string
}

/** `device` and `address` are of the sign-in, as `Caller` has them; `device_hash` is the known device's. */
export type AdminSessionsTable = {
  id_hash: string
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  device: string | null
  address: string | null
  device_hash: string | null
}

/** Browsers that have signed in at the desk before, by the hash of the secret in their cookie. */
export type KnownDevicesTable = { id_hash: string; seen_at: Instant; expires_at: Instant }

/** What was done at the desk: when, what, from what to what; by which device from which network, where a call of the desk did it. */
export type AuditTable = {
  id: Generated<number>
  at: Instant
  action: string
  subject: string
  before: NullableJson<object>
  after: NullableJson<object>
  device: string | null
  address: string | null
}

export type SchemaMigrationsTable = { name: string; at: Instant }

export type Tables = {
  products: ProductsTable
  stock_movements: StockMovementsTable
  orders: OrdersTable
  order_items: OrderItemsTable
  order_words: OrderTermsTable
  payments: PaymentsTable
  missed_orders: MissedOrdersTable
  erased_orders: ErasedOrdersTable
  refunds: RefundsTable
  outbox: OutboxTable
  job_claims: JobClaimsTable
  news: NewsTable
  sandbox_intents: SandboxIntentsTable
  sandbox_refunds: SandboxRefundsTable
  visitors: VisitorsTable
  settings: SettingsTable
  subscribers: SubscribersTable
  letters: LettersTable
  pages: PagesTable
  old_page_slugs: OldPageSlugsTable
  recipes: RecipesTable
  recipe_ingredients: RecipeIngredientsTable
  recipe_products: RecipeProductsTable
  questions: QuestionsTable
  sales_days: SalesDaysTable
  sales_products: SalesProductsTable
  stale_sales: StaleSalesTable
  shop_memory: ShopMemoryTable
  admin_sessions: AdminSessionsTable
  known_devices: KnownDevicesTable
  audit: AuditTable
  schema_migrations: SchemaMigrationsTable
}
