import type { Generated } from 'kysely'
import type { Instant, Json } from './columns.ts'

/** What happened, for other programs. `number`: in the order of sending, once it is known that no earlier one can come. */
type HookEventsTable = {
  id: Generated<number>
  uuid: string
  type: string
  subject_id: number | null
  at: Instant
  number: number | null
}

/** Everything up to event `cursor` is sent or skipped; `attempts` at the next. */
export type HooksTable = {
  id: Generated<number>
  url: string
  types: Json<string[]>
  /** Readable, since it signs; no backup holds it. */
  secret: string
  /** Signs too, until then. */
  former_secret: string | null
  former_until: Instant | null
  cursor: number
  attempts: Generated<number>
  due_at: Instant | null
  last_status: number | null
  last_error: string | null
  failing_since: Instant | null
  skipped: Generated<number>
  off_at: Instant | null
  made_at: Instant
}

export type HookTables = { hook_events: HookEventsTable; hooks: HooksTable }
