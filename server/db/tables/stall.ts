import type { Generated } from 'kysely'
import type { Instant, Json } from './columns.ts'

export type StallPhonesTable = {
  id: string
  label: string
  /** When it last reached the shop, with or without something to send. */
  heard_at: Instant | null
  /** How many more were waiting on it then. */
  waiting: Generated<number>
  /** Lost: it reads nothing, and what it sends waits for the farmer. */
  lost_at: Generated<Instant | null>
  /** The browser came back as another phone: what was never sent is lost. */
  emptied_at: Generated<Instant | null>
}

/** Numbers the shop asked for that the phone no longer has. */
type StallGoneTable = {
  phone_id: string
  seq: number
  at: Instant
  settled_at: Generated<Instant | null>
}

/** Lets a phone in for a person, by the hash of its cookie's secret. */
export type StallGrantsTable = {
  id_hash: string
  phone_id: string
  person_id: number
  issued_at: Instant
  ends_at: Instant
  ended_at: Instant | null
  /** How its person came in, as hashes; see `SignInSource`. Both null: from a restored backup. */
  session_id_hash: Generated<string | null>
  device_secret_hash: Generated<string | null>
}

type StallReadingsTable = { phone_id: string; market_day_id: number; at: Instant }

/** Everything about a market day's stall locks this row first. */
type StallDaysTable = { market_day_id: number }

export type StallCommandsTable = {
  /** From the phone or the desk's page; a reused id has its hash appended. */
  id: string
  /** Null: from the desk. */
  phone_id: string | null
  /** 1, 2, 3 … of the phone; null where the number was used before. */
  seq: number | null
  /** Who held the phone, as tapped. */
  person_id: number
  market_day_id: number | null
  /** Its order, once its mark matched. */
  order_id: number | null
  kind: string
  body: Json<object>
  body_hash: string
  /** By the phone's clock; no rule reads it. */
  made_at: Instant
  received_at: Instant
  outcome: 'applied' | 'set-aside' | 'unreadable' | 'quarantined'
  /** It has its effect, even if the farmer must decide something. */
  counts: boolean
  message: string | null
  settled_at: Generated<Instant | null>
  settled_how: Generated<'taken' | 'left' | 'done' | null>
  settled_words: Generated<string | null>
}

/** Commands undone by another, which may arrive first. Null: undone by the desk. */
type VoidsTable = {
  target_id: string
  command_id: string | null
  at: Instant
  /** As what it is undone, between spaces: ` give/7 sell `; as anything else it stands. */
  kinds: string
}

/** The farmer went on without a phone that may still hold notes of a day. */
type StallWrittenOffTable = { market_day_id: number; phone_id: string; at: Instant }

export type StallTables = {
  stall_written_off: StallWrittenOffTable
  stall_phones: StallPhonesTable
  stall_grants: StallGrantsTable
  stall_readings: StallReadingsTable
  stall_days: StallDaysTable
  stall_gone: StallGoneTable
  stall_commands: StallCommandsTable
  voids: VoidsTable
}
