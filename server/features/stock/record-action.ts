import type { ActionOn } from '#contract/people/history.ts'
import {
  HELPER_ACTIONS,
  HELPER_UNDOES,
  MOVEMENTS,
  type MovedStock,
  type StockAction,
  type StockActionDraft,
  type StockMovement,
} from '#contract/products/stock-journal.ts'
import { MAX_UNITS } from '#contract/products/unit-counts.ts'
import { recordChange } from '#server/core/audit.ts'
import { currentCaller, isHelper } from '#server/core/caller.ts'
import { impossible, invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'
import {
  findLastCount,
  findMovement,
  insertMove,
  lockStock,
  type MovementRow,
  readStock,
} from './movement-queries.ts'
import { readPromised } from './promised-units.ts'
import type { Movement } from './stock-queries.ts'

const SIGNS = { harvest: 1, waste: -1, gift: -1 } as const satisfies Record<StockAction, 1 | -1>

const ACTIONS = { harvest: 'harvested', waste: 'wasted', gift: 'gave-away' } as const

/**
 * Records, once, a harvest, waste or gift of a product, and moves its stock.
 * @throws Refusal 'not-found', 'not-allowed', 'stock-changed', 'change-impossible'
 */
export function recordStockAction(
  { db, now }: DbAndClock,
  productId: number,
  draft: StockActionDraft,
): Promise<MovedStock> {
  const at = now()
  if (isHelper() && !HELPER_ACTIONS.includes(draft.reason))
    throw new Refusal('not-allowed', 'Only the farmer can write down what was given away.')
  return write(db, async (tx, emit) => {
    const product = (await lockStock(tx, productId)) ?? noSuch(`product #${productId}`)
    const { reason, note } = draft
    const delta = SIGNS[reason] * draft.units
    const known = await findMovement(tx, { command_id: draft.id })
    if (known) {
      requireSame(known, { product_id: productId, reason, delta })
      return { movement: showMade(known), productId, stock: product.stock }
    }
    const stock = product.stock + delta
    if (stock < 0) throw await refusalOfTooFew(tx, product)
    requireStorable(stock)
    const { made, left } = await recordMove(tx, emit, product, {
      move: { delta, reason, note, command_id: draft.id },
      action: ACTIONS[reason],
      said: { units: draft.units, note },
      at,
    })
    return { movement: showMade(made), productId, stock: left }
  })
}

type Moving = {
  move: Omit<Movement, 'product_id' | 'order_id' | 'at'> & { command_id: string }
  action: ActionOn<'product'>
  /** For the history. */
  said: object
  at: Date
}

/** The product is locked. @throws Refusal 'change-impossible' if the command did something else */
export async function recordMove(
  tx: Db,
  emit: Emit,
  { id, name, stock }: Stock,
  { move, action, said, at }: Moving,
) {
  const row = { ...move, product_id: id, order_id: null, at: at.toISOString() }
  const made = await insertMove(tx, row)
  if (!made) throw savedOtherwise()
  const left = await readStock(tx, id)
  const after = { name, ...said, stock: left }
  await recordChange(tx, { action, subject: `product:${id}`, before: { stock }, after }, at)
  emit({ kind: 'products', productIds: [id] })
  return { made, left }
}

/** @throws Refusal 'change-impossible' if the command already did something else */
export function requireSame(known: MovementRow, expected: Partial<MovementRow>): void {
  const isSame = Object.entries(expected).every(
    ([column, value]) => known[column as keyof MovementRow] === value,
  )
  if (!isSame) throw savedOtherwise()
}

function savedOtherwise(): Refusal {
  return impossible(
    'This was already saved as another change. Please look at the stock again.',
    'id',
  )
}

function requireStorable(stock: number): void {
  if (stock > MAX_UNITS) throw invalidField('units', 'At most 100,000 in stock, please.')
}

type Stock = { id: number; name: string; stock: number }

async function refusalOfTooFew(tx: Db, { id, name, stock }: Stock): Promise<Refusal> {
  const promised = await readPromised(tx, id)
  const left = stock === 0 ? `No ${name} left for sale` : `Only ${stock} of ${name} left for sale`
  const rest = promised === 0 ? '' : `; ${promised} more are promised to orders`
  return new Refusal('stock-changed', `${left}${rest}.`, { field: 'units' })
}

/**
 * Undoes a movement, once, by a countermovement; a second call finds it undone.
 * @throws Refusal 'not-found', 'change-impossible' for what is taken back elsewhere or was counted
 * since, 'stock-changed' where some were sold meanwhile
 */
export function undoMovement(
  { db, now }: DbAndClock,
  id: number,
  commandId: string,
): Promise<MovedStock> {
  const at = now()
  return write(db, async (tx, emit) => {
    const movement = (await findMovement(tx, { id })) ?? noSuch(`entry #${id} in the stock journal`)
    const { product_id: productId } = movement
    const product = (await lockStock(tx, productId)) ?? noSuch(`product #${productId}`)
    const known = await findMovement(tx, { command_id: commandId })
    if (known) {
      requireSame(known, { reason: 'undone', undoes_id: id })
      return { movement: showMade(known), productId, stock: product.stock }
    }
    const undoing = await findMovement(tx, { undoes_id: id })
    if (undoing) return { movement: showMade(undoing), productId, stock: product.stock }
    await requireUndoable(tx, movement)
    const delta = 0 - movement.delta
    const stock = product.stock + delta
    if (stock < 0) throw alreadySold(product)
    requireStorable(stock)
    const { made, left } = await recordMove(tx, emit, product, {
      move: { delta, reason: 'undone', undoes_id: id, command_id: commandId },
      action: 'stock-undone',
      said: { undid: movement.reason, units: delta },
      at,
    })
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

type MovementContext = {
  undone: ReadonlySet<number | null>
  lastCount: number | null
  names: ReadonlyMap<number | null, string>
}

export function showMovement(
  row: MovementRow,
  { undone, lastCount, names }: MovementContext,
): StockMovement {
  const { id, at, note, counted, promised, device, address } = row
  const isUndone = undone.has(id)
  const reason = row.truck === null ? row.reason : TRUCK[row.truck]
  const isOwn = MOVEMENTS[reason].canUndo && row.market_day_id === null
  const isAllowed = !isHelper() || HELPER_UNDOES.includes(reason)
  return {
    id,
    at,
    reason,
    units: row.delta,
    note,
    orderId: row.order_id,
    counted,
    promised,
    undoes: row.undoes_id,
    isUndone,
    device,
    address,
    person: names.get(row.person_id) ?? null,
    canUndo: isOwn && isAllowed && !isUndone && (lastCount === null || lastCount <= id),
  }
}

const TRUCK = { on: 'loaded', off: 'unloaded' } as const

function showMade(row: MovementRow): StockMovement {
  const { person } = currentCaller() ?? {}
  const names = new Map(person ? [[person.id, person.name]] : [])
  return showMovement(row, { undone: new Set(), lastCount: null, names })
}
