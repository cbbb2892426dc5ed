import {
  HELPER_ACTIONS,
  type MovedStock,
  type StockAction,
  type StockActionDraft,
} from '#contract/products/stock-journal.ts'
import { MAX_UNITS } from '#contract/products/unit-counts.ts'
import { recordChange } from '#server/core/audit.ts'
import { isHelper } from '#server/core/caller.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import {
  findCommand,
  insertMove,
  lockStock,
  type MovementRow,
  readStock,
} from './movement-queries.ts'
import { readPromised } from './promised-units.ts'
import { showMade } from './show-movement.ts'

const SIGNS = { harvest: 1, waste: -1, gift: -1 } as const satisfies Record<StockAction, 1 | -1>

const ACTIONS = { harvest: 'harvested', waste: 'wasted', gift: 'gave-away' } as const

/**
 * Records, once, a harvest, waste or gift of a product, and moves its stock.
 * @throws Refusal 'not-found', 'not-allowed', 'stock-changed', 'change-impossible'
 */
export function recordStockAction(
  { db, now }: Pick<Shop, 'db' | 'now'>,
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
    const known = await findCommand(tx, draft.id)
    if (known) {
      requireSame(known, { product_id: productId, reason, delta })
      return { movement: showMade(known), productId, stock: product.stock }
    }
    const stock = product.stock + delta
    if (stock < 0) throw await refusalOfTooFew(tx, product)
    requireStorable(stock)
    const move = { product_id: productId, delta, reason, note, order_id: null }
    const made = await insertMove(tx, { ...move, at: at.toISOString(), command_id: draft.id })
    if (!made) throw savedOtherwise()
    const left = await readStock(tx, productId)
    const after = { name: product.name, units: draft.units, note, stock: left }
    const change = { action: ACTIONS[reason], subject: `product:${productId}` } as const
    await recordChange(tx, { ...change, before: { stock: product.stock }, after }, at)
    emit({ kind: 'products', productIds: [productId] })
    return { movement: showMade(made), productId, stock: left }
  })
}

/** @throws Refusal 'change-impossible' if the command already did something else */
export function requireSame(known: MovementRow, expected: Partial<MovementRow>): void {
  const isSame = Object.entries(expected).every(
    ([column, value]) => known[column as keyof MovementRow] === value,
  )
  if (!isSame) throw savedOtherwise()
}

export function savedOtherwise(): Refusal {
  return new Refusal(
    'change-impossible',
    'This was already saved as another change. Please look at the stock again.',
    { field: 'id' },
  )
}

export function requireStorable(stock: number): void {
  if (stock > MAX_UNITS)
    throw new Refusal('invalid', 'At most 100,000 in stock, please.', { field: 'units' })
}

type Stock = { id: number; name: string; stock: number }

async function refusalOfTooFew(tx: Db, { id, name, stock }: Stock): Promise<Refusal> {
  const promised = await readPromised(tx, id)
  const left = stock === 0 ? `No ${name} left for sale` : `Only ${stock} of ${name} left for sale`
  const rest = promised === 0 ? '' : `; ${promised} more are promised to orders`
  return new Refusal('stock-changed', `${left}${rest}.`, { field: 'units' })
}
