import { FARMER } from '#server/core/caller.ts'
import { type Engine, raiseCounters, readCounters } from '#server/db/table-list.ts'
import type { Db } from '#server/db/write.ts'

type FormerAccess = Awaited<ReturnType<typeof readAccess>>

const MEMORY = [
  'admin_password_hash',
  'made_password',
  'environment_password_hash',
  'environment_password_verdict',
  'second_factor',
] as const

const COUNTED = [
  { name: 'people', counter: 'id' },
  { name: 'passkeys', counter: 'id' },
  { name: 'api_tokens', counter: 'id' },
]

/** Columns are named because the shop may be from another release. */
export async function readAccess(db: Db, engine: Engine) {
  const memory = db.selectFrom('shop_memory').select(['key', 'value']).where('key', 'in', MEMORY)
  const people = db.selectFrom('people').select(['id', 'created_at', 'ended_at'])
  const passkeys = db
    .selectFrom('passkeys')
    .select(['id', 'person_id', 'rp_id', 'credential_id', 'public_key', 'counter'])
    .select(['transports', 'label', 'added_at', 'used_at', 'stopped_at'])
  const tokens = db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'hash', 'scopes', 'made_at', 'ends_at'])
    .select(['used_at', 'used_from', 'ended_at'])
  const phones = db.selectFrom('stall_phones').select(['id', 'label', 'lost_at'])
  const grants = db
    .selectFrom('stall_grants')
    .select(['id_hash', 'phone_id', 'person_id', 'issued_at', 'ends_at', 'ended_at'])
  return {
    memory: await memory.execute(),
    people: await people.execute(),
    passkeys: await passkeys.execute(),
    tokens: await tokens.execute(),
    phones: await phones.execute(),
    grants: await grants.execute(),
    counters: await readCounters(db, engine, COUNTED),
  }
}

/**
 * Keeps sign-in as it was in the shop being replaced, so that someone who can write a backup can't
 * decide who opens the desk. Null for another shop or none: then the backup's password and passkeys
 * count, and no stall phone does.
 */
export async function preserveAccess(
  tx: Db,
  engine: Engine,
  former: FormerAccess | null,
): Promise<void> {
  await tx.deleteFrom('stall_grants').execute()
  await tx.deleteFrom('shop_memory').where('key', '=', 'challenge_key').execute()
  if (!former) return
  await tx.deleteFrom('shop_memory').where('key', 'in', MEMORY).execute()
  for (const row of former.memory) await tx.insertInto('shop_memory').values(row).execute()
  const same = await findSame(tx, former.people)
  for (const { id, ended_at } of former.people)
    if (same.has(id) && ended_at !== null)
      await tx.updateTable('people').set({ ended_at }).where('id', '=', id).execute()
  await tx.deleteFrom('passkeys').execute()
  for (const passkey of former.passkeys)
    if (same.has(passkey.person_id)) await tx.insertInto('passkeys').values(passkey).execute()
  for (const token of former.tokens) await tx.insertInto('api_tokens').values(token).execute()
  for (const { lost_at, ...phone } of former.phones)
    await tx
      .insertInto('stall_phones')
      .values({ ...phone, lost_at, heard_at: null })
      .onConflict((known) => known.column('id').doUpdateSet({ lost_at }))
      .execute()
  for (const grant of former.grants)
    if (same.has(grant.person_id)) await tx.insertInto('stall_grants').values(grant).execute()
  await raiseCounters(tx, engine, COUNTED, former.counters)
}

/** People both shops know: in the backup, the same ID may be someone else. */
async function findSame(tx: Db, former: FormerAccess['people']): Promise<ReadonlySet<number>> {
  const people = await tx.selectFrom('people').select(['id', 'created_at']).execute()
  const known = new Map(people.map(({ id, created_at }) => [id, created_at]))
  const same = former.filter(
    ({ id, created_at }) => id === FARMER.id || known.get(id) === created_at,
  )
  return new Set(same.map(({ id }) => id))
}

export async function countPasskeys(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .innerJoin('people', 'people.id', 'passkeys.person_id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('stopped_at', 'is', null)
    .where('people.ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
