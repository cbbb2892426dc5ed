import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** `pending`: asked for the newsletter and has not confirmed; `left`: gets it no more. */
type SubscriberState = 'pending' | 'subscribed' | 'left'

/** `email_key` is the address in small letters, `consent` the text agreed to. */
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
  /** What stands in its foot; null for letters of releases that had none. */
  postal_address: string
  /** Its products' pictures as they were when it left, as JSON. */
  pictures: Generated<string | null>
}

/** A letter that leaves on a day (YYYY-MM-DD) and at a time (HH:MM) of the farm's clock. */
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
