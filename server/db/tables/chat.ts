import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** What the helper could not answer; `email`: the visitor's, until the reply is on its way. */
export type QuestionsTable = {
  id: Generated<number>
  session_id: string
  text: string
  text_key: string
  email: string | null
  asked_at: Instant
  answered_at: Instant | null
  reply: string | null
  /** The helper gives the reply to whoever asks the same. */
  is_shared: Generated<boolean>
  /** Who asked, an `addressKey`; null after a day. */
  address_key: Generated<string | null>
}

export type ChatTables = {
  questions: QuestionsTable
}
