import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

type SubscriberState = 'pending' | 'subscribed' | 'left'

/** `email_key` is lowercase; `consent` is the text agreed to. */
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

export type LettersTable = {
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

export type PlannedLettersTable = {
  id: Generated<number>
  letter_key: string
  subject: string
  body: string
  day: string
  time: string
  planned_at: Instant
}

export type NewsletterTables = {
  subscribers: SubscribersTable
  letters: LettersTable
  planned_letters: PlannedLettersTable
}
