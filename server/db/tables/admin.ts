import type { Generated } from 'kysely'
import type { Instant, NullableJson } from './columns.ts'

/** `device` and `address` of the sign-in, as `Caller` has them. */
export type AdminSessionsTable = {
  id_hash: string
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  device: string | null
  address: string | null
  device_hash: string | null
  /** Null if the session began before there were helpers: the farmer's. */
  person_id: number | null
  /** The passkey that opened it; null for the password. */
  passkey_id: number | null
  /** By the tick at the gate: its end moves on with each use. */
  kept: boolean
}

/** Browsers that signed in before, by the hash of the secret in their cookie. */
type KnownDevicesTable = { id_hash: string; seen_at: Instant; expires_at: Instant }

export type AuditTable = {
  id: Generated<number>
  at: Instant
  action: string
  subject: string
  before: NullableJson<object>
  after: NullableJson<object>
  device: string | null
  address: string | null
  /** Who called; null before there were helpers, and outside calls. */
  person_id: number | null
}

export type AdminTables = {
  admin_sessions: AdminSessionsTable
  known_devices: KnownDevicesTable
  audit: AuditTable
}
