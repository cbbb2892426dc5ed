import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** Public keys alone: the signing key never leaves its device. */
export type PasskeysTable = {
  id: Generated<number>
  person_id: number
  /** The shop name it was made for. */
  rp_id: string
  credential_id: string
  public_key: string
  /** How often it signed; 0 for one shared between devices. */
  counter: number
  /** How a browser may reach it, such as `internal hybrid`. */
  transports: string
  label: string
  added_at: Instant
  used_at: Instant | null
  stopped_at: Instant | null
  /** The helper's phone it was added on, by its secret's hash; null if none, or unknown. */
  device_secret_hash: Generated<string | null>
}

/** Answered challenges, by hash, until they expire: none is good twice. */
type PasskeyChallengesTable = {
  id_hash: string
  /** Empty: the hash says enough. */
  challenge: string
  /** Who adds a passkey; null for a sign-in. */
  person_id: number | null
  expires_at: Instant
}

export type PasskeyTables = { passkeys: PasskeysTable; passkey_challenges: PasskeyChallengesTable }
