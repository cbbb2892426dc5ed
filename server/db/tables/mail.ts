import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

export type OrderMailKind =
  | 'order_confirmed'
  | 'order_failed'
  | 'refunded'
  | 'changed'
  | 'cancelled'
  | 'add_link'

/** `day_message`: the farmer's, to everyone on a day; `day_list`: the day's list, to the farmer. */
export type DayMailKind = 'moved' | 'day_message' | 'reminder' | 'ready' | 'day_list'

type WaitMailKind = 'wait_asked' | 'back_in_stock'

export type MailKind =
  | OrderMailKind
  | DayMailKind
  | 'not_kept'
  | 'reply'
  | 'confirm'
  | 'letter'
  | 'farm_news'
  | 'cards_changed'
  | 'hook_off'
  | WaitMailKind
  | 'pickup_link'

export const MAIL_QUEUES = [
  'orders',
  'replies',
  'confirmations',
  'letters',
  'days',
  'waiting',
  'farm',
  'requests',
] as const
export type MailQueue = (typeof MAIL_QUEUES)[number]

/** Columns that a kind does not need are null or empty. */
export type OutboxTable = {
  id: Generated<number>
  /** For the Message-ID: resent after a crash, it is the same message. */
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
  /** Empty for newsletter and waiting list, which have the address themselves. */
  recipient: Generated<string>
  created_at: Instant
  /** The next try; while sending, when it counts as lost. */
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
