import type { Generated } from 'kysely'
import type { Instant, Json } from './columns.ts'

/** Everything up to event `cursor` is sent or skipped; `attempts` counts tries at the next. */
export type HooksTable = {
  id: Generated<number>
  url: string
  types: Json<string[]>
  /** Stored readable, since it signs; left out of backups. */
  secret: string
  /** The previous secret, which also signs until `former_until`. */
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

export type HookTables = {
  /**
   * What happened, for other programs. `number`: the order of sending, assigned once no earlier
   * event can arrive.
   */
  hook_events: {
    id: Generated<number>
    uuid: string
    type: string
    subject_id: number | null
    at: Instant
    number: number | null
  }
  hooks: HooksTable
}
