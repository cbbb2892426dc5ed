import type { DeskSession } from '#contract/admin.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { deleteDevice, deleteOtherDevices } from './device-queries.ts'
import { deleteOtherSessions, deleteSession, listSessionRows, type SessionRow } from './session-queries.ts'
import { isOver } from './sessions.ts'

/** A session is named by the beginning of its hash, which opens nothing. */
const idOf = ({ id_hash }: SessionRow) => id_hash.slice(0, 16)

export async function listSessions({ db, now }: Shop, own: SessionRow | null): Promise<DeskSession[]> {
  const rows = (await listSessionRows(db)).filter((row) => !isOver(row, now()))
  return rows.map((row) => ({
    id: idOf(row),
    device: row.device,
    address: row.address,
    signedInAt: row.signed_in_at,
    seenAt: row.seen_at,
    isThisOne: row.id_hash === own?.id_hash,
  }))
}

/** Ends one session; its device is unknown from then on. @throws Refusal 'not-found' */
export async function endSession({ db, now }: Shop, id: string): Promise<void> {
  await write(db, async (tx) => {
    const row = (await listSessionRows(tx)).find((one) => idOf(one) === id)
    if (!row) throw new Refusal('not-found', 'That browser is already signed out.')
    await deleteSession(tx, row.id_hash)
    if (row.device_hash) await deleteDevice(tx, row.device_hash)
    const before = { device: row.device, address: row.address }
    await recordChange(tx, { action: 'ended', subject: 'session', before, after: null }, now())
  })
}

/** Ends every session but one's own; all other devices are unknown from then on. */
export async function endOtherSessions({ db, now }: Shop, own: SessionRow | null): Promise<void> {
  await write(db, async (tx) => {
    await deleteOtherSessions(tx, own?.id_hash ?? null)
    await deleteOtherDevices(tx, own?.device_hash ?? null)
    await recordChange(tx, { action: 'ended', subject: 'sessions', before: null, after: null }, now())
  })
}
