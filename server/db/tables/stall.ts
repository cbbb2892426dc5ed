import type { Generated } from 'kysely'
import type { Instant, Json } from './columns.ts'

export type StallPhonesTable = {
  id: string
  label: string
  heard_at: Instant | null
  waiting: Generated<number>
  /** A lost phone reads nothing, and whatever it sends waits for the farmer. */
  lost_at: Generated<Instant | null>
  /** The browser came back as a new phone, so what it never sent is lost. */
  emptied_at: Generated<Instant | null>
}

export type StallGrantsTable = {
  id_hash: string
  phone_id: string
  person_id: number
  issued_at: Instant
  ends_at: Instant
  ended_at: Instant | null
  /** As in `SignInSource`. Both null: from a restored backup. */
  session_id_hash: Generated<string | null>
  device_secret_hash: Generated<string | null>
}

export type StallCommandsTable = {
  /** From the phone or the desk page. A reused ID gets its hash appended. */
  id: string
  /** Null: from the desk. */
  phone_id: string | null
  /** 1, 2, 3 … per phone; null if the number was already used. */
  seq: number | null
  person_id: number
  market_day_id: number | null
  /** Set once its mark matched. */
  order_id: number | null
  kind: string
  body: Json<object>
  body_hash: string
  /** By the phone's clock; no rule reads it. */
  made_at: Instant
  received_at: Instant
  outcome: 'applied' | 'set-aside' | 'unreadable' | 'quarantined'
  /** In effect, even if the farmer must still decide something. */
  counts: boolean
  message: string | null
  settled_at: Generated<Instant | null>
  settled_how: Generated<'taken' | 'left' | 'done' | null>
  settled_words: Generated<string | null>
}

export type StallTables = {
  stall_written_off: { market_day_id: number; phone_id: string; at: Instant }
  stall_phones: StallPhonesTable
  stall_grants: StallGrantsTable
  stall_readings: { phone_id: string; market_day_id: number; at: Instant }
  stall_days: { market_day_id: number }
  stall_gone: {
    phone_id: string
    seq: number
    at: Instant
    settled_at: Generated<Instant | null>
  }
  stall_commands: StallCommandsTable
  /** What was undone, by a command that may arrive before it. Null: undone at the desk. */
  voids: {
    target_id: string
    command_id: string | null
    at: Instant
    /** The kinds it is undone as, between spaces: ` give/7 sell `. As any other kind it stands. */
    kinds: string
  }
}
