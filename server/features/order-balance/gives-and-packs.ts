import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import type { MarketCommandKind } from '#contract/market/commands.ts'
import { isVoidAs, type VoidKind } from '#server/db/void-kinds.ts'
import type { Db } from '#server/db/write.ts'

type Said = 'give' | 'pack'

export function listStanding(db: Db, kind: Said, orderIds: readonly number[]) {
  return selectStanding(db, [kind], orderIds).execute()
}

function selectStanding(db: Db, kinds: readonly Said[], orderIds: readonly number[]) {
  return db
    .selectFrom('stall_commands')
    .select(['id', 'order_id', 'made_at', 'received_at', 'person_id', 'phone_id', 'body'])
    .where('order_id', 'in', orderIds)
    .where('kind', 'in', kinds)
    .where('counts', '=', true)
    .where(isStanding(sql`stall_commands.kind || '/'`))
    .orderBy('received_at')
    .orderBy('id')
}

function isStanding(as: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select target_id from voids
    where voids.target_id = stall_commands.id
    and ${isVoidAs(sql`${as} || stall_commands.order_id`)})`
}

export async function isLeading(db: Db, kind: Said, orderId: number): Promise<boolean> {
  const leading = selectStanding(db, [kind], [orderId]).where(isStanding(sql`${'status/'}`))
  return (await leading.executeTakeFirst()) !== undefined
}

export async function overrule(tx: Db, orderId: number, at: Date): Promise<void> {
  await undoSaid(tx, ['give', 'pack'], { orderId, as: 'status', at })
}

/** Counts the boxes as if the packs had come after what undoes them. The caller locked the order. */
export async function undoPacks(tx: Db, orderId: number, at: Date): Promise<void> {
  const undone = await undoSaid(tx, ['pack'], { orderId, as: 'pack', at })
  const boxes = undone.length > 0 ? await mostBoxes(tx, orderId, { standing: [] }) : null
  if (boxes === null) return
  await tx.updateTable('orders').set({ boxes }).where('id', '=', orderId).execute()
}

const packed = z.object({ boxes: z.optional(z.int()) })

type KnownPacks = {
  /** One that isn't stored yet. */
  own?: { boxes: number | undefined; isUndone: boolean }
  standing: readonly string[]
}

/** From the packs that stand, else from undone ones; null when none gave a number. */
export async function mostBoxes(tx: Db, orderId: number, { own, standing }: KnownPacks) {
  const rows = await tx
    .selectFrom('stall_commands')
    .select(['id', 'body'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'pack')
    .where('counts', '=', true)
    .execute()
  const packs = rows.flatMap(({ id, body }) => {
    const { boxes } = z.safeParse(packed, body).data ?? {}
    return boxes === undefined ? [] : [{ boxes, stands: standing.includes(id) }]
  })
  if (own?.boxes !== undefined) packs.push({ boxes: own.boxes, stands: !own.isUndone })
  const stand = packs.filter(({ stands }) => stands)
  const said = stand.length > 0 ? stand : packs
  return said.length > 0 ? Math.max(...said.map((pack) => pack.boxes)) : null
}

type Undoing = { orderId: number; as: 'status' | 'pack'; at: Date }

async function undoSaid(tx: Db, kinds: readonly Said[], { orderId, as, at }: Undoing) {
  const said = await selectStanding(tx, kinds, [orderId]).execute()
  const ids = said.map(({ id }) => id)
  await voidCommands(tx, ids, { commandId: null, kind: `${as}/${orderId}`, at })
  return ids
}

/** They no longer count, even if they arrive later. Other kinds, orders and days are unaffected. */
export async function voidCommands(
  tx: Db,
  targets: readonly string[],
  { commandId, kind, at }: { commandId: string | null; kind: VoidKind; at: Date },
): Promise<void> {
  const rows = [...new Set(targets)].sort().map((target_id) => ({
    target_id,
    command_id: commandId,
    at: at.toISOString(),
    kinds: ` ${kind} `,
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

/** True for IDs that haven't arrived yet. */
export async function areOwn(tx: Db, ids: readonly string[], own: Own): Promise<boolean> {
  const { kinds, orderId = null, dayId = null } = own
  const other = await tx
    .selectFrom('stall_commands')
    .select('id')
    .where('id', 'in', ids)
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
