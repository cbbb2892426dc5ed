import type { Selectable } from 'kysely'
import type { AdminSessionsTable } from '#server/db/tables/admin.ts'
import type { Db } from '#server/db/write.ts'

export type SessionRow = Selectable<AdminSessionsTable>

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

export async function insertSession(tx: Db, session: SessionRow): Promise<void> {
  await tx.deleteFrom('admin_sessions').where('expires_at', '<', session.signed_in_at).execute()
  await tx.insertInto('admin_sessions').values(session).execute()
}

export async function updateSeen(
  tx: Db,
  idHash: string,
  seen: Pick<SessionRow, 'seen_at' | 'expires_at'>,
): Promise<void> {
  await tx.updateTable('admin_sessions').set(seen).where('id_hash', '=', idHash).execute()
}

export async function deleteSession(tx: Db, idHash: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('admin_sessions')
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function deleteOtherSessions(tx: Db, ownIdHash: string | null): Promise<void> {
  await tx
    .deleteFrom('admin_sessions')
    .where('id_hash', '!=', ownIdHash ?? '')
    .execute()
}

export async function endSessionsOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('admin_sessions').where('person_id', '=', personId).execute()
}
