import type { Db, Emit } from '#server/db/write.ts'
import {
  areOwn,
  isVoid,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/order-balance/gives-and-packs.ts'
import { lockOrderAndPayment } from '#server/features/orders/require-order.ts'
import { undoSale } from './apply-sale.ts'
import { APPLIED, type CommandContext, type CommandOf, setAside } from './command-context.ts'
import type { Outcome } from './command-record.ts'
import { settled } from './order-settled.ts'
import { undoPayment } from './undo-tenders.ts'

export async function applyVoid(
  tx: Db,
  emit: Emit,
  { command, at }: CommandContext<CommandOf<'void-sale' | 'void-pay'>>,
): Promise<Outcome> {
  const { target, id: commandId } = command
  const { kind, targets } = UNDOES[command.kind]
  if (!(await areOwn(tx, [target], { kinds: targets }))) return setAside(OF_ANOTHER)
  if (await isVoid(tx, target, kind)) return { ...APPLIED, message: 'This was undone before.' }
  await voidCommands(tx, [target], { commandId, kind, at })
  const known = await findTarget(tx, target)
  if (command.kind === 'void-sale') await undoSale(tx, emit, target, at)
  else if (known?.order_id) {
    await lockOrderAndPayment(tx, known.order_id, at)
    await undoPayment(tx, target, at)
    emit({ kind: 'orders', orderId: known.order_id })
    return settled(tx, known.order_id)
  }
  return APPLIED
}

const UNDOES = {
  'void-sale': { kind: 'sell', targets: ['sell'] },
  'void-pay': { kind: 'pay', targets: ['pay', 'pay-back'] },
} as const

function findTarget(tx: Db, id: string) {
  const row = tx.selectFrom('stall_commands').select('order_id').where('id', '=', id)
  return row.executeTakeFirst()
}
