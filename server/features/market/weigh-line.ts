import type { RequestOf } from '#contract/endpoint.ts'
import { standingOf } from '#contract/money/standing.ts'
import { formatWeight, isUnusual } from '#contract/packing/weigh.ts'
import type { LineByWeight, weighing } from '#contract/packing/weighing.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { findItem, type ItemRow, showWeight } from '#server/features/order-balance/order-balance.ts'
import {
  lockOrderAndPayment,
  noSuchOrder,
  orderCancelled,
} from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'
import { findOrderRow, namedAs } from './hand-out.ts'
import { listWeighs } from './standing-commands.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

type Weighed = RequestOf<typeof weighing.weigh>['body']

/**
 * Records a line's weight, or its price by weight, replacing all earlier ones.
 * @throws Refusal 'not-found', 'order-cancelled', 'invalid'
 */
export function weighLine(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  weighed: Weighed,
): Promise<LineByWeight> {
  return write(db, async (tx, emit) => {
    const at = now()
    const { market_day_id: marketDayId } = (await findOrderRow(tx, id)) ?? noSuchOrder(id)
    const factsOf = async () => [await factOf(tx, { id, weighed, at })]
    const said = { id, ...weighed }
    await writeAtDesk(tx, emit, { id: crypto.randomUUID(), said, marketDayId, at, factsOf })
    return showWeight(await requireItem(tx, id, weighed.productId)) ?? notByWeight()
  })
}

type Weighing = { id: number; weighed: Weighed; at: Date }

async function factOf(tx: Db, { id, weighed, at }: Weighing): Promise<Facts> {
  const { order } = await lockOrderAndPayment(tx, id, at)
  if (order.status === 'cancelled') throw orderCancelled(id)
  const { productId, weight, amount } = weighed
  const item = await requireItem(tx, id, productId)
  checkWeight(item, weighed)
  const known = (await listWeighs(tx, [id])).filter((weigh) => weigh.productId === productId)
  return {
    kind: 'weigh',
    order: namedAs(order),
    productId,
    units: standingOf(item),
    weight: weight == null ? null : weight / 1000,
    ...(amount === undefined ? {} : { amount }),
    replaces: known.map((weigh) => weigh.id),
  }
}

async function requireItem(tx: Db, orderId: number, productId: number): Promise<ItemRow> {
  const item = await findItem(tx, orderId, productId)
  if (!item || standingOf(item) === 0)
    throw new Refusal('invalid', 'This product is not in the order.', { field: 'productId' })
  return item
}

function notByWeight(): never {
  throw new Refusal('invalid', 'This is not sold by weight.', { field: 'productId' })
}

function checkWeight(item: ItemRow, { weight, isSure = false }: Weighed): void {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to } = item
  if (!unit || !rate || !to) notByWeight()
  const units = standingOf(item)
  if (isSure || weight == null || !isUnusual({ to }, units, weight)) return
  throw new Refusal(
    'invalid',
    `${formatWeight(weight, unit)} is far more than usual (at most ${formatWeight(to * units, unit)}). Is that right?`,
    { field: 'isSure' },
  )
}
