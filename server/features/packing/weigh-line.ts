import type { RequestOf } from '#contract/endpoint.ts'
import { toDollars } from '#contract/money.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import { standingCentsOf, standingOf } from '#contract/standing.ts'
import { formatWeight, isUnusual, priceOfWeight } from '#contract/weigh.ts'
import type { LineByWeight, weighing } from '#contract/weighing.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { lockOrder } from '#server/features/checkout/order-record.ts'
import { noSuchOrder, orderCancelled } from '#server/features/orders/require-order.ts'
import {
  formatWeighed,
  type ItemRow,
  owedFor,
  selectItems,
} from '#server/features/standing/weighings.ts'
import type { Shop } from '#server/shop.ts'

type Weighed = RequestOf<typeof weighing.weigh>['body']

/**
 * Keeps what a line weighs, or what it costs by weight; the buyer never pays more than before. What
 * was weighed before is replaced, also where it was settled: only more can go back then.
 * @throws Refusal 'not-found', 'order-cancelled', 'invalid'
 */
export function weighLine(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  weighed: Weighed,
): Promise<LineByWeight> {
  const at = now()
  return write(db, async (tx, emit) => {
    const order = (await lockOrder(tx, orderId)) ?? noSuchOrder(orderId)
    if (order.status === 'cancelled') throw orderCancelled(orderId)
    const before = await requireItem(tx, orderId, weighed.productId)
    const row = weighingOf(before, weighed)
    const key = { order_id: orderId, product_id: weighed.productId }
    const stored = tx.deleteFrom('weighings').where('order_id', '=', orderId)
    await stored.where('product_id', '=', weighed.productId).execute()
    if (row)
      await tx
        .insertInto('weighings')
        .values({ ...key, ...row, settled_at: null, at: at.toISOString() })
        .execute()
    const after = await requireItem(tx, orderId, weighed.productId)
    const states = { before: historyOf(before), after: historyOf(after) }
    await recordChange(tx, { action: 'changed', subject: `order:${orderId}`, ...states }, at)
    emit({ kind: 'orders', orderId })
    return showWeight(after) ?? notByWeight()
  })
}

function historyOf(item: ItemRow) {
  return { weighed: `${item.name}: ${formatWeighed(item) ?? 'not weighed'}` }
}

async function requireItem(tx: Db, orderId: number, productId: number): Promise<ItemRow> {
  const item = await selectItems(tx)
    .where('order_items.order_id', '=', orderId)
    .where('order_items.product_id', '=', productId)
    .executeTakeFirst()
  if (!item || standingOf(item) === 0)
    throw new Refusal('invalid', 'This product is not in the order.', { field: 'productId' })
  return item
}

function notByWeight(): never {
  throw new Refusal('invalid', 'This is not sold by weight.', { field: 'productId' })
}

/** Null: it is not weighed any more. */
function weighingOf(item: ItemRow, { weight, amount, isSure = false }: Weighed) {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to } = item
  if (!unit || !rate || !to) return notByWeight()
  const units = standingOf(item)
  if (amount !== undefined) return { units, thousandths: null, cents: amount }
  if (weight === undefined || weight === null) return null
  if (!isSure && isUnusual({ to }, units, weight))
    throw new Refusal(
      'invalid',
      `${formatWeight(weight, unit)} is far more than usual (at most ${formatWeight(to * units, unit)}). Is that right?`,
      { field: 'isSure' },
    )
  return { units, thousandths: weight, cents: priceOfWeight(rate, weight) }
}

/** How a line stands that is sold by weight; null of any other. */
export function showWeight(item: ItemRow): LineByWeight | null {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to, thousandths = null } = item
  if (!unit || !rate || !to) return null
  const { weighed_cents: amount = null } = item
  return {
    unit,
    price: toDollars(rate),
    to: to / 1000,
    paid: dollarsOf(standingCentsOf(item)),
    weight: thousandths === null ? null : thousandths / 1000,
    amount: amount === null ? null : dollarsOf(amount),
    toSendBack: toDollars(owedFor(item)),
  }
}
