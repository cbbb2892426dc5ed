import type { SignInSource } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'

/**
 * Locks what let the caller in until the transaction ends.
 * @throws Refusal 'signed-out' if it has ended
 */
export async function requireSource(
  tx: Db,
  { sessionIdHash, deviceSecretHash }: SignInSource,
): Promise<void> {
  const sessions = tx.selectFrom('admin_sessions').select('id_hash')
  const devices = tx.selectFrom('devices').select('id').where('ended_at', 'is', null)
  const source =
    sessionIdHash === null
      ? devices.where('secret_hash', '=', deviceSecretHash).forUpdate()
      : sessions.where('id_hash', '=', sessionIdHash).forUpdate()
  if (!(await source.executeTakeFirst()))
    throw new Refusal('signed-out', 'Please sign in at the desk.')
}
