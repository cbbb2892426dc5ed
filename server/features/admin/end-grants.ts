import { FARMER } from '#server/core/caller.ts'
import type { Db } from '#server/db/write.ts'

export async function endGrantsOfSessions(
  tx: Db,
  idHashes: readonly string[],
  at: Date,
): Promise<void> {
  await openGrants(tx, at).where('session_id_hash', 'in', idHashes).execute()
}

/** Ends the sessions that some passkeys opened, except one, and their stall grants. */
export async function endSessionsOfPasskeys(
  tx: Db,
  passkeyIds: readonly number[],
  { but = null, at }: { but?: string | null; at: Date },
): Promise<void> {
  const sessions = tx.deleteFrom('admin_sessions').where('passkey_id', 'in', passkeyIds)
  const ended = await sessions
    .where('id_hash', '!=', but ?? '')
    .returning('id_hash')
    .execute()
  const idHashes = ended.map(({ id_hash }) => id_hash)
  await endGrantsOfSessions(tx, idHashes, at)
}

/**
 * Ends stall grants whose session is gone, or unknown because it predates recording (those count as
 * the farmer's). Grants of linked phones have no session and stay.
 */
export async function endGrantsWithoutSession(tx: Db, at: Date): Promise<void> {
  const living = tx.selectFrom('admin_sessions').select('id_hash')
  await openGrants(tx, at)
    .where('session_id_hash', 'is not', null)
    .where('session_id_hash', 'not in', living)
    .execute()
  await openGrants(tx, at)
    .where('session_id_hash', 'is', null)
    .where('device_secret_hash', 'is', null)
    .where('person_id', '=', FARMER.id)
    .execute()
}

export async function endGrantsOfPerson(tx: Db, personId: number, at: Date): Promise<void> {
  await openGrants(tx, at).where('person_id', '=', personId).execute()
}

/** When the same browser signs in again. */
export async function moveGrants(
  tx: Db,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('stall_grants')
    .set({ session_id_hash: to })
    .where('session_id_hash', '=', from)
    .execute()
}

export async function endGrantsOfDevice(
  tx: Db,
  { person_id, secret_hash }: { person_id: number; secret_hash: string },
  at: Date,
): Promise<void> {
  const own = openGrants(tx, at).where('person_id', '=', person_id)
  await own.where('device_secret_hash', '=', secret_hash).execute()
  await own.where('device_secret_hash', 'is', null).where('session_id_hash', 'is', null).execute()
}

function openGrants(tx: Db, at: Date) {
  return tx
    .updateTable('stall_grants')
    .set({ ended_at: at.toISOString() })
    .where('ended_at', 'is', null)
}
