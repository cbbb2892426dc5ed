import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { endGrantsWithoutSession } from './end-grants.ts'

export type SessionRow = Selectable<Tables['admin_sessions']>

export async function findSession(db: Db, idHash: string): Promise<SessionRow | null> {
  return (
    (await db
      .selectFrom('admin_sessions')
      .selectAll()
      .where('id_hash', '=', idHash)
      .executeTakeFirst()) ?? null
  )
}

export function listSessionRows(db: Db): Promise<SessionRow[]> {
  return db
    .selectFrom('admin_sessions')
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute()
}

export async function deleteSession(tx: Db, idHash: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('admin_sessions')
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Ends every session, with its stall grants, and forgets every device but the caller's. */
export async function endOthers(tx: Db, own: SessionRow | null, at: Date): Promise<void> {
  const sessions = tx.deleteFrom('admin_sessions')
  await sessions.where('id_hash', '!=', own?.id_hash ?? '').execute()
  const devices = tx.deleteFrom('known_devices')
  await devices.where('id_hash', '!=', own?.device_hash ?? '').execute()
  await endGrantsWithoutSession(tx, at)
}
