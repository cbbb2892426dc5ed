import type { Selectable, Updateable } from 'kysely'
import type { PlannedLettersTable } from '#server/db/tables/newsletter.ts'
import type { Db } from '#server/db/tables.ts'

export type PlanRow = Selectable<PlannedLettersTable>

type PlanKey = { id: number } | { letter_key: string }

export async function findPlan(db: Db, key: PlanKey): Promise<PlanRow | null> {
  const plan = db
    .selectFrom('planned_letters')
    .selectAll()
    .where((row) => row.and(key))
  return (await plan.executeTakeFirst()) ?? null
}

/** Takes a row lock until the transaction ends: a letter cannot leave while it is changed. */
export async function lockPlan(tx: Db, key: PlanKey): Promise<PlanRow | null> {
  await tx
    .updateTable('planned_letters')
    .set((row) => ({ planned_at: row.ref('planned_at') }))
    .where((row) => row.and(key))
    .execute()
  return findPlan(tx, key)
}

export function listPlans(db: Db): Promise<PlanRow[]> {
  return db.selectFrom('planned_letters').selectAll().orderBy('day').orderBy('time').execute()
}

export async function insertPlan(tx: Db, plan: Omit<PlanRow, 'id'>): Promise<void> {
  const row = tx.insertInto('planned_letters').values(plan)
  await row.onConflict((known) => known.column('letter_key').doNothing()).execute()
}

export async function updatePlan(
  tx: Db,
  id: number,
  change: Updateable<PlannedLettersTable>,
): Promise<void> {
  await tx.updateTable('planned_letters').set(change).where('id', '=', id).execute()
}

export async function deletePlan(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('planned_letters').where('id', '=', id).execute()
}
