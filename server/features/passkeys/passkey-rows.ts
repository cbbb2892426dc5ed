import type { Selectable } from 'kysely'
import type { Passkey } from '#contract/people/passkeys.ts'
import type { Person } from '#server/core/caller.ts'
import type { PasskeysTable } from '#server/db/tables/passkeys.ts'
import type { Db } from '#server/db/write.ts'
import { endGrantsOfSessions } from '#server/features/admin/end-grants.ts'
import type { Site } from './site.ts'

export type PasskeyRow = Selectable<PasskeysTable>

export function listPasskeyRows(db: Db, personId?: number): Promise<PasskeyRow[]> {
  const rows = db.selectFrom('passkeys').selectAll().orderBy('id')
  return (personId === undefined ? rows : rows.where('person_id', '=', personId)).execute()
}

export function showPasskey(row: PasskeyRow, site: Site | null): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    label: row.label,
    addedAt: row.added_at,
    usedAt: row.used_at,
    stoppedAt: row.stopped_at,
    site: row.rp_id,
    worksHere: row.rp_id === site?.id && row.stopped_at === null,
  }
}

export async function findPasskey(
  db: Db,
  credentialId: string,
  site: Site,
): Promise<{ row: PasskeyRow; person: Person } | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', site.id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  const person = row && (await personOf(db, row.person_id))
  return row && person ? { row, person } : null
}

async function personOf(db: Db, id: number): Promise<Person | null> {
  const people = db.selectFrom('people').select(['id', 'name', 'role']).where('id', '=', id)
  return (await people.where('ended_at', 'is', null).executeTakeFirst()) ?? null
}

export async function isAnyOffered(db: Db, site: Site): Promise<boolean> {
  const some = db
    .selectFrom('passkeys')
    .select('id')
    .where('rp_id', '=', site.id)
    .where('stopped_at', 'is', null)
    .limit(1)
  return (await some.executeTakeFirst()) !== undefined
}

export async function hasAnother(db: Db, { id, person_id, rp_id }: PasskeyRow): Promise<boolean> {
  const rows = await listPasskeyRows(db, person_id)
  return rows.some((row) => row.id !== id && row.rp_id === rp_id && row.stopped_at === null)
}

export async function endSessionsOfPasskey(
  tx: Db,
  id: number,
  { but = null, at }: { but?: string | null; at: Date },
): Promise<void> {
  const ended = await tx
    .deleteFrom('admin_sessions')
    .where('passkey_id', '=', id)
    .where('id_hash', '!=', but ?? '')
    .returning('id_hash')
    .execute()
  await endGrantsOfSessions(
    tx,
    ended.map(({ id_hash }) => id_hash),
    at,
  )
}
