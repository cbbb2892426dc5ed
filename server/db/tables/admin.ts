import type { Generated } from 'kysely'
import type { Instant, NullableJson } from './columns.ts'

export type AdminSessionsTable = {
  id_hash: string
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  device: string | null
  address: string | null
  device_hash: string | null
  /** Null: the farmer's, from before helpers existed. */
  person_id: number | null
  /** Null: signed in by password. */
  passkey_id: number | null
  /** Stays signed in, as ticked at sign-in: each use moves the end. */
  kept: boolean
}

export type ApiTokensTable = {
  id: Generated<number>
  name: string
  hash: string
  /** Separated by spaces. */
  scopes: string
  made_at: Instant
  /** Null: works until the farmer ends it. */
  ends_at: Instant | null
  used_at: Instant | null
  used_from: string | null
  ended_at: Instant | null
}

export type AuditTable = {
  id: Generated<number>
  at: Instant
  action: string
  subject: string
  before: NullableJson<object>
  after: NullableJson<object>
  device: string | null
  address: string | null
  /** Null outside calls, and from before helpers existed. */
  person_id: number | null
}

export type AdminTables = {
  admin_sessions: AdminSessionsTable
  known_devices: { id_hash: string; seen_at: Instant; expires_at: Instant }
  api_tokens: ApiTokensTable
  audit: AuditTable
}
