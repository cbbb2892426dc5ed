import type { ChangeDraft } from '#contract/orders/order-changes.ts'
import { recordChange } from '#server/core/audit.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { impossible } from '#server/core/refusal.ts'
import type { ChangedBy } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { listChanges } from '#server/features/order-balance/list-changes.ts'
import { type Plan, rowOf } from './plan-change.ts'
import { showAmounts } from './show-order.ts'

export type Entry = { order: OrderRow; plan: Plan; draft: ChangeDraft; by: ChangedBy; at: Date }

export async function recordLedger(tx: Db, { order, plan, draft, by, at }: Entry): Promise<void> {
  const { lines, ...amounts } = rowOf(plan)
  const { last } = await tx
    .selectFrom('order_changes')
    .select((row) => row.fn.max('number').as('last'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_changes')
    .values({
      id: draft.id,
      order_id: order.id,
      number: (last ?? 0) + 1,
      changed_by: by,
      reason: draft.reason,
      body_hash: hashOfDraft(draft),
      ...amounts,
      from_day_id: plan.to ? order.market_day_id : null,
      to_day_id: plan.to?.id ?? null,
      at: at.toISOString(),
    })
    .execute()
  const rows = lines.map((line) => ({ change_id: draft.id, ...line }))
  if (rows.length > 0) await tx.insertInto('order_change_lines').values(rows).execute()
  const day = plan.to && { day: plan.to.day, place: plan.to.place.name }
  const what = { change: draft.id, reason: draft.reason, ...showAmounts(rowOf(plan)) }
  const after = { ...what, ...day, ...(by === 'buyer' ? { by } : {}) }
  await recordChange(tx, { action: 'goods-changed', subject: `order:${order.id}`, after }, at)
}

/** The change stored under this ID. @throws Refusal 'change-impossible' if it was another */
export async function findKnown(tx: Db, order: OrderRow, draft: ChangeDraft) {
  const stored = tx.selectFrom('order_changes').select(['order_id', 'body_hash'])
  const known = await stored.where('id', '=', draft.id).executeTakeFirst()
  if (!known) return null
  if (known.order_id !== order.id || known.body_hash !== hashOfDraft(draft))
    throw impossible('This was already saved as another change. Please look at the order.', 'id')
  return (await listChanges(tx, [order.id])).get(order.id)?.find(({ id }) => id === draft.id)
}

function hashOfDraft({ lines, moveTo = null, reason }: ChangeDraft): string {
  const fields = lines.map(({ productId, units, price = null, goods = null }) => [
    productId,
    units,
    price,
    goods,
  ])
  return hashOfJson([fields, moveTo, reason])
}
