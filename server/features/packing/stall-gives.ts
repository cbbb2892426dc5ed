import type { Db } from '#server/db/tables.ts'

/** The gives of some orders that no take-back names; those of one order, the first one first. */
export function listGives(db: Db, orderIds: readonly number[]) {
  return db
    .selectFrom('stall_commands')
    .select(['id', 'order_id', 'made_at', 'received_at', 'person_id', 'phone_id'])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'give')
    .where('counts', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('voids')
            .select('target_id')
            .whereRef('voids.target_id', '=', 'stall_commands.id'),
        ),
      ),
    )
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

/** From now on these count no more, whether they have arrived or not. */
export async function voidCommands(
  tx: Db,
  targets: readonly string[],
  { commandId, at }: { commandId: string | null; at: Date },
): Promise<void> {
  const rows = targets.map((target_id) => ({
    ...{ target_id, command_id: commandId, at: at.toISOString() },
  }))
  if (rows.length === 0) return
  await tx
    .insertInto('voids')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute()
}

export async function isVoid(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('voids').select('target_id').where('target_id', '=', id)
  return (await row.executeTakeFirst()) !== undefined
}
