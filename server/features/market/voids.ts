import { sql } from 'kysely'
import type { MarketCommandKind } from '#contract/market/commands.ts'
import type { Db } from '#server/db/tables.ts'
import { isVoidAs, type VoidKind } from '#server/db/void-kinds.ts'

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
            .whereRef('voids.target_id', '=', 'stall_commands.id')
            .where(isVoidAs(sql`'give/' || stall_commands.order_id`)),
        ),
      ),
    )
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

type Voiding = { commandId: string | null; kind: VoidKind; at: Date }

/**
 * From now on these count no more, whether they have arrived or not; one that is, or turns out to be,
 * of another kind, order or market day stands.
 */
export async function voidCommands(
  tx: Db,
  targets: readonly string[],
  { commandId, kind, at }: Voiding,
): Promise<void> {
  const rows = [...new Set(targets)].sort().map((target_id) => ({
    ...{ target_id, command_id: commandId, at: at.toISOString(), kinds: ` ${kind} ` },
  }))
  if (rows.length === 0) return
  const more = sql<string>`case when ${isVoidAs(kind)} then voids.kinds
    else voids.kinds || ${`${kind} `} end`
  await tx
    .insertInto('voids')
    .values(rows)
    .onConflict((known) => known.column('target_id').doUpdateSet({ kinds: more }))
    .execute()
}

export async function isVoid(db: Db, id: string, kind: VoidKind): Promise<boolean> {
  const row = db.selectFrom('voids').select('target_id').where('target_id', '=', id)
  return (await row.where(isVoidAs(kind)).executeTakeFirst()) !== undefined
}

export const OF_ANOTHER = 'This would undo something of another kind, order or market day.'

type Own = { kinds: readonly MarketCommandKind[]; orderId?: number; dayId?: number }

/** Whether these are of that kind, order or market day, as far as they have arrived. */
export async function areOwn(tx: Db, ids: readonly string[], own: Own): Promise<boolean> {
  const { kinds, orderId = null, dayId = null } = own
  const other = await tx
    .selectFrom('stall_commands')
    .select('id')
    .where('id', 'in', [...ids, ''])
    .where((row) =>
      row.or([
        row('kind', 'not in', kinds),
        ...(orderId === null ? [] : [row('order_id', '<>', orderId)]),
        ...(dayId === null ? [] : [row('market_day_id', '<>', dayId)]),
      ]),
    )
    .executeTakeFirst()
  return other === undefined
}
