import type { Db } from '#server/db/write.ts'
import { endGrantsOfDevice, endGrantsOfSessions } from '#server/features/admin/end-grants.ts'
import type { DeviceRow } from './people-queries.ts'

type Linked = Pick<DeviceRow, 'id' | 'person_id' | 'secret_hash'>

export async function closeDevice(tx: Db, device: Linked, at: Date): Promise<void> {
  const devices = tx.updateTable('devices').set({ ended_at: at.toISOString() })
  await devices.where('id', '=', device.id).execute()
  await endGrantsOfDevice(tx, device, at)
}

/**
 * Unlinks a helper's phone, and removes passkeys added from it or of unknown origin: a passkey
 * would let it back in.
 */
export async function revokeDevice(tx: Db, device: Linked, at: Date): Promise<void> {
  await closeDevice(tx, device, at)
  const { person_id, secret_hash } = device
  const passkeys = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', person_id)
    .where((row) =>
      row.or([row('device_secret_hash', '=', secret_hash), row('device_secret_hash', 'is', null)]),
    )
    .execute()
  if (passkeys.length === 0) return
  const ids = passkeys.map(({ id }) => id)
  await tx.deleteFrom('passkeys').where('id', 'in', ids).execute()
  const sessions = tx.deleteFrom('admin_sessions').where('passkey_id', 'in', ids)
  const ended = await sessions.returning('id_hash').execute()
  await endGrantsOfSessions(
    tx,
    ended.map(({ id_hash }) => id_hash),
    at,
  )
}
