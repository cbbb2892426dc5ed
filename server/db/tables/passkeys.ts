import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** Public keys alone: what signs never leaves its holder's device. */
export type PasskeysTable = {
  id: Generated<number>
  person_id: number
  /** The shop's name it was made for. */
  rp_id: string
  credential_id: string
  public_key: string
  /** How often it signed, as far as it counts; 0 for one that is shared between devices. */
  counter: number
  /** How a browser may reach it, such as `internal hybrid`. */
  transports: string
  label: string
  added_at: Instant
  used_at: Instant | null
  stopped_at: Instant | null
  /**
   * The helper's linked phone that it was added from, by the hash of its secret; null where there
   * was none, or it is unknown.
   */
  device_secret_hash: Generated<string | null>
}

/** Challenges that were answered, by their hash, until they would have expired: none is good twice. */
type PasskeyChallengesTable = {
  id_hash: string
  /** Empty: the hash says enough. */
  challenge: string
  /** Who adds a passkey; null for a sign-in. */
  person_id: number | null
  expires_at: Instant
}

export type PasskeyTables = { passkeys: PasskeysTable; passkey_challenges: PasskeyChallengesTable }
