import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { lockOrderAndPayment } from '#server/features/orders/require-order.ts'
import { isVoid, voidCommands } from '#server/features/packing/stall-gives.ts'
import { undoSaleInside } from '#server/features/sales/undo-sale.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import { APPLIED, type Applying, type CommandOf, setAside } from './applying.ts'
import type { Outcome } from './command-record.ts'

/** A sale or a payment never happened; where it is still to come, it counts nothing then. */
export async function applyVoid(
  tx: Db,
  emit: Emit,
  { command, at }: Applying<CommandOf<'void-sale' | 'void-pay'>>,
): Promise<Outcome> {
  const { target, id: commandId } = command
  const known = await findTarget(tx, target)
  const isOther = known && !KINDS[command.kind].includes(known.kind)
  if (isOther) return setAside('This would undo something of another kind.')
  if (await isVoid(tx, target)) return { ...APPLIED, message: 'This was undone before.' }
  await voidCommands(tx, [target], { commandId, at })
  if (command.kind === 'void-sale') await undoSaleInside(tx, emit, target, at)
  else if (known?.order_id) {
    await lockOrderAndPayment(tx, known.order_id, at)
    await takeBackTenders(tx, { commandId: target, at })
    emit({ kind: 'orders', orderId: known.order_id })
  }
  return APPLIED
}

const KINDS: Record<'void-sale' | 'void-pay', readonly string[]> = {
  'void-sale': ['sell'],
  'void-pay': ['pay', 'pay-back'],
}

function findTarget(tx: Db, id: string) {
  return tx
    .selectFrom('stall_commands')
    .select(['kind', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Money of an order never was: each of its tenders has its opposite, in the same box. */
export async function takeBackTenders(
  tx: Db,
  { commandId, at }: { commandId: string; at: Date },
): Promise<void> {
  const taken = await tx
    .selectFrom('tenders')
    .selectAll()
    .where('id', '>=', `${commandId}/`)
    .where('id', '<', `${commandId}0`)
    .where('order_id', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id, order_id, name, is_cash: isCash, amount_cents, market_day_id } of taken) {
    if (order_id === null) continue
    const way = { name, isCash, givesChange: false }
    const back = {
      id: `${id}/undone`,
      of: { orderId: order_id },
      amount: -amount_cents,
      note: null,
    }
    await recordTender(tx, { ...back, way, marketDayId: market_day_id, at })
  }
}
