import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** `email`: the visitor's, kept until the reply is on its way. */
export type QuestionsTable = {
  id: Generated<number>
  session_id: string
  text: string
  text_key: string
  email: string | null
  asked_at: Instant
  answered_at: Instant | null
  reply: string | null
  is_shared: Generated<boolean>
  /** The asker's `addressKey`; null after a day. */
  address_key: Generated<string | null>
}

export type ChatTables = {
  questions: QuestionsTable
}
