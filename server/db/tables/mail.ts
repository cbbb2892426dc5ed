import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/**
 * The queue of each kind of mail. `day_message`: the farmer's, to everyone on a day; `day_list`: the
 * day's list, to the farmer; `not_kept`: a payment became no order.
 */
export const MAIL_QUEUE_OF = {
  order_confirmed: 'orders',
  order_failed: 'orders',
  not_kept: 'orders',
  refunded: 'orders',
  changed: 'orders',
  cancelled: 'orders',
  add_link: 'orders',
  moved: 'days',
  day_message: 'days',
  reminder: 'days',
  ready: 'days',
  day_list: 'days',
  reply: 'replies',
  confirm: 'confirmations',
  letter: 'letters',
  wait_asked: 'waiting',
  back_in_stock: 'waiting',
  farm_news: 'farm',
  cards_changed: 'farm',
  hook_off: 'farm',
  pickup_link: 'requests',
} as const

export type MailKind = keyof typeof MAIL_QUEUE_OF
export type MailQueue = (typeof MAIL_QUEUE_OF)[MailKind]
export const MAIL_QUEUES: readonly MailQueue[] = [...new Set(Object.values(MAIL_QUEUE_OF))]

type KindsOf<Queue extends MailQueue> = {
  [Kind in MailKind]: (typeof MAIL_QUEUE_OF)[Kind] extends Queue ? Kind : never
}[MailKind]
export type OrderMailKind = Exclude<KindsOf<'orders'>, 'not_kept'>
export type DayMailKind = KindsOf<'days'>

/** Columns that a kind doesn't need are null or empty. */
export type OutboxTable = {
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

const NEWS_KINDS = ['order', 'changed', 'cancelled', 'disputed', 'question', 'low'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export type FarmNewsTable = {
  id: Generated<number>
  kind: NewsKind
  order_id: Generated<number | null>
  question_id: Generated<number | null>
  product_id: Generated<number | null>
  at: Instant
  mail_id: Generated<number | null>
}

export type MailTables = {
  outbox: OutboxTable
  farm_news: FarmNewsTable
}
