import type { Generated } from 'kysely'
import type { Instant, Json } from './columns.ts'

export type StallPhonesTable = {
  id: string
  label: string
  /** When it last reached the shop, with or without something to send. */
  heard_at: Instant | null
  /** How many more were waiting on it then. */
  waiting: Generated<number>
  /** It is lost: it may read nothing, and what it sends waits for the farmer's word. */
  lost_at: Generated<Instant | null>
  /** The browser that had it came as another phone: what was on it and never sent is lost. */
  emptied_at: Generated<Instant | null>
}

/** Numbers the shop asked a phone for that it no longer has. */
type StallGoneTable = {
  phone_id: string
  seq: number
  at: Instant
  settled_at: Generated<Instant | null>
}

/** Lets a phone in for a person, by the hash of the secret in its cookie. */
export type StallGrantsTable = {
  id_hash: string
  phone_id: string
  person_id: number
  issued_at: Instant
  ends_at: Instant
  ended_at: Instant | null
  /**
   * What its person had come in by, as hashes of its secrets; see `SignInSource`. Both null: handed on by
   * the shop that a backup took the place of.
   */
  session_id_hash: Generated<string | null>
  device_secret_hash: Generated<string | null>
}

type StallReadingsTable = { phone_id: string; market_day_id: number; at: Instant }

/** The row that whatever happens to a market day at the stall locks first. */
type StallDaysTable = { market_day_id: number }

export type StallCommandsTable = {
  /** Made on the phone or by the desk's page. One that used the id of another has the beginning of its hash behind it. */
  id: string
  /** Null: written down at the desk. */
  phone_id: string | null
  /** 1, 2, 3 … of the phone; null where the number was used before. */
  seq: number | null
  /** Who held the phone, as was tapped there. */
  person_id: number
  market_day_id: number | null
  /** The order it is for, once its mark was found to be that order's. */
  order_id: number | null
  kind: string
  body: Json<object>
  body_hash: string
  /** By the phone's clock; no rule reads it. */
  made_at: Instant
  received_at: Instant
  outcome: 'applied' | 'set-aside' | 'unreadable' | 'quarantined'
  /** It has its effect, whether or not the farmer has to decide something about it. */
  counts: boolean
  words: string | null
  settled_at: Generated<Instant | null>
  settled_how: Generated<'taken' | 'left' | 'done' | null>
  settled_words: Generated<string | null>
}

/**
 * Commands that count no more, since another one named them; it may arrive before they do. Null: the
 * desk undid it.
 */
type VoidsTable = {
  target_id: string
  command_id: string | null
  at: Instant
  /** What it is undone as, each between blanks: ` give/7 sell `; as anything else it stands. */
  kinds: string
}

/** The farmer goes on without what may still be on a phone of a market day. */
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
