import { changedFields } from '#contract/changed-fields.ts'
import type { Db, Emit } from '#server/db/write.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import {
  areOwn,
  isLeading,
  isVoid,
  listStanding,
  mostBoxes,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/order-balance/gives-and-packs.ts'
import {
  APPLIED,
  type CommandContext,
  type CommandOf,
  flagged,
  lockNamedOrder,
  type Outcome,
} from './command-record.ts'
import { compareGoods } from './compare-goods.ts'

/** An order changed or canceled before this arrived still needs packing, as if changed after. */
export async function applyPack(
  tx: Db,
  emit: Emit,
  { command, happenedAt, at }: CommandContext<CommandOf<'pack'>>,
): Promise<Outcome> {
  const found = await lockNamedOrder(tx, command.order, at)
  if ('aside' in found) return found.aside
  const { order } = found
  const [orderId, kind] = [order.id, `pack/${order.id}` as const]
  const warning = await warningOf(tx, order, command)
  if (warning !== null) await voidCommands(tx, [command.id], { commandId: null, kind, at })
  const isUndone = await isVoid(tx, command.id, kind)
  const own = { command, isUndone }
  const history = await settlePacked(tx, emit, order, { own, at: happenedAt })
  // After the handover, the handover itself tells what went out.
  if (warning !== null && !hasLeft(order)) return { ...flagged(warning, orderId), history }
  return { ...APPLIED, orderId, history }
}

async function warningOf(
  tx: Db,
  { id, status }: OrderRow,
  { items }: CommandOf<'pack'>,
): Promise<string | null> {
  if (status === 'cancelled')
    return `#${id} was packed, but it was canceled. Please put its goods back.`
  const differences = await compareGoods(tx, id, items)
  if (differences.length === 0) return null
  return `#${id} was changed, but it was packed as before: ${differences.join(', ')}. Please pack it again.`
}

/** The order stays packed if another pack stands that the phone didn't know of. */
export async function applyUnpack(
  tx: Db,
  emit: Emit,
  { command, happenedAt, at }: CommandContext<CommandOf<'unpack'>>,
): Promise<Outcome> {
  const found = await lockNamedOrder(tx, command.order, at)
  const kind = `pack/${command.order.id}` as const
  await voidCommands(tx, command.packs, { commandId: command.id, kind, at })
  if ('aside' in found) return found.aside
  const orderId = found.order.id
  const history = await settlePacked(tx, emit, found.order, { at: happenedAt })
  if (!(await areOwn(tx, command.packs, { kinds: ['pack'], orderId })))
    return { ...flagged(OF_ANOTHER, orderId), history }
  return { ...APPLIED, orderId, history }
}

/**
 * An order is packed while a pack stands. A pending one is processed while a pack stands that came
 * after the last status set by hand. The caller has locked it. Returns what changed.
 */
async function settlePacked(
  tx: Db,
  emit: Emit,
  order: OrderRow,
  { own, at }: { own?: { command: CommandOf<'pack'>; isUndone: boolean }; at: Date },
): Promise<Outcome['history']> {
  const { id } = order
  const isOwnStanding = own !== undefined && !own.isUndone
  const standing = await listStanding(tx, 'pack', [id])
  const isPacked = isOwnStanding || standing.length > 0
  const after = {
    packed_at: isPacked ? (order.packed_at ?? at.toISOString()) : null,
    ...statusOf(order, { isPacked, isLeading: isOwnStanding || (await isLeading(tx, 'pack', id)) }),
    boxes:
      (await mostBoxes(tx, id, {
        own: { boxes: own?.command.boxes, isUndone: !isOwnStanding },
        standing: standing.map((pack) => pack.id),
      })) ?? order.boxes,
  }
  const [was, is] = [historyOf(order), historyOf({ ...order, ...after })]
  const changed = changedFields(was, is)
  const isSame = after.status_before_given === order.status_before_given
  if (Object.keys(changed).length === 0 && isSame) return undefined
  await tx.updateTable('orders').set(after).where('id', '=', id).execute()
  emit({ kind: 'orders', orderId: id })
  return { before: changedFields(is, was), after: changed }
}

type StatusOfPacked = Pick<OrderRow, 'status' | 'status_before_given' | 'processed_by_packing'>

function statusOf(
  { status, status_before_given, processed_by_packing: isByPacking }: OrderRow,
  { isPacked, isLeading: leads }: { isPacked: boolean; isLeading: boolean },
): StatusOfPacked {
  const own = status_before_given ?? status
  const [isBegun, isLeft] = [
    leads && own === 'pending',
    !leads && isByPacking && own === 'processing',
  ]
  const after = isBegun ? 'processing' : isLeft ? 'pending' : own
  const processed_by_packing = isPacked && !isLeft && (isByPacking || isBegun)
  if (status_before_given === null)
    return { status: after, status_before_given, processed_by_packing }
  return { status, status_before_given: after, processed_by_packing }
}

function historyOf({ status, boxes, packed_at }: Pick<OrderRow, 'status' | 'boxes' | 'packed_at'>) {
  return { status, boxes, packed: packed_at !== null }
}
