import { HELPER_UNDOES, MOVEMENTS, type MovedStock } from '#contract/products/stock-journal.ts'
import { recordChange } from '#server/core/audit.ts'
import { isHelper } from '#server/core/caller.ts'
import { impossible, noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import {
  findCommand,
  findLastCount,
  findMovement,
  findUndoing,
  insertMove,
  lockStock,
  type MovementRow,
  readStock,
} from './movement-queries.ts'
import { requireSame, requireStorable, savedOtherwise } from './record-action.ts'
import { showMade } from './show-movement.ts'

/**
 * Undoes a movement, once, by a countermovement; a second call finds it undone.
 * @throws Refusal 'not-found', 'change-impossible' for what is taken back elsewhere or was counted
 * since, 'stock-changed' where some were sold meanwhile
 */
export function undoMovement(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  commandId: string,
): Promise<MovedStock> {
  const at = now()
  return write(db, async (tx, emit) => {
    const movement = (await findMovement(tx, id)) ?? noSuch(`entry #${id} in the stock journal`)
    const { product_id: productId } = movement
    const product = (await lockStock(tx, productId)) ?? noSuch(`product #${productId}`)
    const known = await findCommand(tx, commandId)
    if (known) {
      requireSame(known, { reason: 'undone', undoes_id: id })
      return { movement: showMade(known), productId, stock: product.stock }
    }
    const undoing = await findUndoing(tx, id)
    if (undoing) return { movement: showMade(undoing), productId, stock: product.stock }
    await requireUndoable(tx, movement)
    const delta = 0 - movement.delta
    const stock = product.stock + delta
    if (stock < 0) throw alreadySold(product)
    requireStorable(stock)
    const move = { product_id: productId, delta, reason: 'undone', order_id: null } as const
    const whose = { undoes_id: id, at: at.toISOString(), command_id: commandId }
    const made = (await insertMove(tx, { ...move, ...whose })) ?? fail(savedOtherwise())
    const left = await readStock(tx, productId)
    const after = { name: product.name, undid: movement.reason, units: delta, stock: left }
    const change = { action: 'stock-undone', subject: `product:${productId}` } as const
    await recordChange(tx, { ...change, before: { stock: product.stock }, after }, at)
    emit({ kind: 'products', productIds: [productId] })
    return { movement: showMade(made), productId, stock: left }
  })
}

async function requireUndoable(tx: Db, movement: MovementRow): Promise<void> {
  const { id, reason, product_id } = movement
  if (!MOVEMENTS[reason].canUndo || movement.market_day_id !== null) throw impossible(ELSEWHERE)
  if (isHelper() && !HELPER_UNDOES.includes(reason))
    throw new Refusal('not-allowed', 'Only the farmer can undo this.')
  const lastCount = await findLastCount(tx, product_id)
  if (lastCount !== null && lastCount > id) throw impossible(COUNTED_SINCE)
}

const ELSEWHERE = 'This cannot be undone here. If it belongs to an order or a sale, undo it there.'
const COUNTED_SINCE =
  'The product was counted since, so its stock is right. Count it again instead.'

function alreadySold({ name, stock }: { name: string; stock: number }): Refusal {
  const message = `Only ${stock} of ${name} left for sale, so this cannot be undone. Count it instead.`
  return new Refusal('stock-changed', message)
}

function fail(refusal: Refusal): never {
  throw refusal
}
