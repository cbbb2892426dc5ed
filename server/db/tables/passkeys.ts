import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** Public keys only: the signing key never leaves its device. */
export type PasskeysTable = {
  id: Generated<number>
  person_id: number
  rp_id: string
  credential_id: string
  public_key: string
  /** Signatures so far; 0 for a passkey shared between devices. */
  counter: number
  transports: string
  label: string
  added_at: Instant
  used_at: Instant | null
  stopped_at: Instant | null
  /** Secret hash of the helper's phone it was added on; null if none or unknown. */
  device_secret_hash: Generated<string | null>
}

export type PasskeyTables = {
  passkeys: PasskeysTable
  passkey_challenges: {
    id_hash: string
    challenge: string
    person_id: number | null
    expires_at: Instant
  }
}
