import type { Db } from '#server/db/tables.ts'

/** So many browsers are known at most; the one seen longest ago is forgotten first. */
const MAX_KNOWN = 100

export async function findDevice(db: Db, hash: string, at: Date): Promise<string | null> {
  const known = await db
    .selectFrom('known_devices')
    .select('id_hash')
    .where('id_hash', '=', hash)
    .where('expires_at', '>', at.toISOString())
    .executeTakeFirst()
  return known?.id_hash ?? null
}

export async function rememberDevice(
  tx: Db,
  { hash, at, until }: { hash: string; at: Date; until: Date },
): Promise<void> {
  const seen = { seen_at: at.toISOString(), expires_at: until.toISOString() }
  await tx
    .insertInto('known_devices')
    .values({ id_hash: hash, ...seen })
    .onConflict((known) => known.column('id_hash').doUpdateSet(seen))
    .execute()
  await tx.deleteFrom('known_devices').where('expires_at', '<=', at.toISOString()).execute()
  const tooMany = await tx
    .selectFrom('known_devices')
    .select('id_hash')
    .orderBy('seen_at', 'desc')
    .limit(MAX_KNOWN)
    .offset(MAX_KNOWN)
    .execute()
  for (const { id_hash } of tooMany) await tx.deleteFrom('known_devices').where('id_hash', '=', id_hash).execute()
}

export async function deleteDevice(tx: Db, hash: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('id_hash', '=', hash).execute()
}

export async function deleteOtherDevices(tx: Db, ownHash: string | null): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('id_hash', '!=', ownHash ?? '')
    .execute()
}
