import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

export type OrderMailKind = 'order_confirmed' | 'order_failed' | 'refunded'

/** `day_message`: the farmer's words to all of a day; `day_list`: the day's list, to the farmer. */
export type DayMailKind = 'moved' | 'day_message' | 'reminder' | 'ready' | 'day_list'

export type MailKind = OrderMailKind | DayMailKind | 'not_kept' | 'reply' | 'confirm' | 'letter'

/** Mails that wait for one another, each queue with its own pace. */
export const MAIL_QUEUES = ['orders', 'replies', 'confirmations', 'letters', 'days'] as const
export type MailQueue = (typeof MAIL_QUEUES)[number]

/** Columns that a mail's kind does not need are null or empty. */
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
  /** The market day it tells of, in the farmer's words, and from when on it is worth nothing. */
  market_day_id: number | null
  message: string | null
  not_after: Instant | null
  /** What a `confirm` mail's link ends with; kept until it is sent. */
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

export type MailTables = {
  outbox: OutboxTable
}
