import type { Selectable } from 'kysely'
import { FARMER } from '#server/core/caller.ts'
import type { Engine } from '#server/db/column-words.ts'
import { raiseCounters, readCounters } from '#server/db/id-counters.ts'
import type { PeopleTable } from '#server/db/tables/people.ts'
import type { StallGrantsTable, StallPhonesTable } from '#server/db/tables/stall.ts'
import type { Db } from '#server/db/tables.ts'

export type FormerAccess = {
  people: Pick<Selectable<PeopleTable>, 'id' | 'created_at' | 'ended_at'>[]
  phones: Pick<Selectable<StallPhonesTable>, 'id' | 'label' | 'lost_at'>[]
  grants: Selectable<StallGrantsTable>[]
  counters: Record<string, number>
}

const COUNTED = [{ name: 'people', counter: 'id' }]

/** By columns that are named: the shop may be of another release than this one. */
export async function readAccess(
  db: Db,
  engine: Engine,
  has: (table: string) => boolean,
): Promise<FormerAccess> {
  const people = db.selectFrom('people').select(['id', 'created_at', 'ended_at'])
  const phones = db.selectFrom('stall_phones').select(['id', 'label', 'lost_at'])
  const grants = db
    .selectFrom('stall_grants')
    .select(['id_hash', 'phone_id', 'person_id', 'issued_at', 'ends_at', 'ended_at'])
  return {
    people: has('people') ? await people.execute() : [],
    phones: has('stall_phones') ? await phones.execute() : [],
    grants: has('stall_grants') ? await grants.execute() : [],
    counters: await readCounters(
      db,
      engine,
      COUNTED.filter(({ name }) => has(name)),
    ),
  }
}

/**
 * Lets nobody in who may not come in at the shop that is replaced: who was ended or lost since the
 * backup stays so, and what was granted since goes on. Null where that was another shop, or none.
 */
export async function preserveAccess(
  tx: Db,
  engine: Engine,
  former: FormerAccess | null,
): Promise<void> {
  await tx.deleteFrom('stall_grants').execute()
  if (!former) return
  const same = await findSame(tx, former.people)
  for (const { id, ended_at } of former.people)
    if (same.has(id) && ended_at !== null)
      await tx.updateTable('people').set({ ended_at }).where('id', '=', id).execute()
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

/** The people whom both shops know: a number alone may be somebody else's in the backup. */
async function findSame(tx: Db, former: FormerAccess['people']): Promise<ReadonlySet<number>> {
  const people = await tx.selectFrom('people').select(['id', 'created_at']).execute()
  const known = new Map(people.map(({ id, created_at }) => [id, created_at]))
  const same = former.filter(
    ({ id, created_at }) => id === FARMER.id || known.get(id) === created_at,
  )
  return new Set(same.map(({ id }) => id))
}
