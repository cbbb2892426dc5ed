import { recordChange } from '#server/core/audit.ts'
import type { SignInSource } from '#server/core/caller.ts'
import type { Db } from '#server/db/write.ts'
import { endGrantsOfSessions } from '#server/features/admin/end-grants.ts'
import { deleteDevice } from '#server/features/admin/known-devices.ts'
import { deleteSession, findSession } from '#server/features/admin/session-rows.ts'
import { revokeDevice } from './close-device.ts'

type Ended = SignInSource & { personId: number }

/**
 * Ends what let a person in on a phone: its session and the helper's linked phone, or all the
 * helper's phones when it is unknown which one.
 */
export async function endSource(tx: Db, source: Ended, at: Date): Promise<void> {
  const { sessionIdHash, deviceSecretHash, personId } = source
  if (sessionIdHash) await endSession(tx, sessionIdHash, at)
  const linked = tx.selectFrom('devices').selectAll().where('person_id', '=', personId)
  const open = linked.where('ended_at', 'is', null).orderBy('id').forUpdate()
  for (const device of await open.execute()) {
    const isIt = deviceSecretHash ? device.secret_hash === deviceSecretHash : sessionIdHash === null
    if (!isIt) continue
    await revokeDevice(tx, device, at)
    const change = { action: 'ended', subject: `device:${device.id}`, after: null } as const
    await recordChange(tx, { ...change, before: { name: device.label } }, at)
  }
}

async function endSession(tx: Db, idHash: string, at: Date): Promise<void> {
  const session = await findSession(tx, idHash)
  if (session) await deleteSession(tx, idHash)
  if (session?.device_hash) await deleteDevice(tx, session.device_hash)
  await endGrantsOfSessions(tx, [idHash], at)
}
