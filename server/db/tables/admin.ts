import type { Generated } from 'kysely'
import type { Instant, NullableJson } from './columns.ts'

/** `device` and `address` are of the sign-in, as `Caller` has them. */
export type AdminSessionsTable = {
  id_hash: string
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  device: string | null
  address: string | null
  device_hash: string | null
  /** Null in a session that began before there were helpers: the farmer's. */
  person_id: number | null
  /** The passkey that opened it; null for the password. */
  passkey_id: number | null
}

/** Browsers that have signed in at the desk before, by the hash of the secret in their cookie. */
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
  /** Who called; null for what was done before there were helpers, and by no call. */
  person_id: number | null
}

export type AdminTables = {
  admin_sessions: AdminSessionsTable
  known_devices: KnownDevicesTable
  audit: AuditTable
}
