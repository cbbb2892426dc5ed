import type { Db } from '#server/db/tables.ts'
import { endGrantsOfDevice } from '#server/features/admin/end-grants.ts'
import type { DeviceRow } from './people-queries.ts'

type Linked = Pick<DeviceRow, 'id' | 'person_id' | 'secret_hash'>

export async function closeDevice(tx: Db, device: Linked, at: Date): Promise<void> {
  const devices = tx.updateTable('devices').set({ ended_at: at.toISOString() })
  await devices.where('id', '=', device.id).execute()
  await endGrantsOfDevice(tx, device, at)
}
