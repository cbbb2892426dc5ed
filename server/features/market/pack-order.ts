import type { RequestOf } from '#contract/endpoint.ts'
import type { OrderMark } from '#contract/market/commands.ts'
import { standingOf } from '#contract/money/standing.ts'
import type { OrderTicks } from '#contract/packing/packing.ts'
import { formatWeight, isUnusual } from '#contract/packing/weigh.ts'
import type { LineByWeight, weighing } from '#contract/packing/weighing.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import {
  listOrderLines,
  lockOrder,
  type OrderRow,
  type StandingLine,
} from '#server/features/checkout/order-record.ts'
import { listStanding } from '#server/features/order-balance/gives-and-packs.ts'
import {
  findItem,
  type ItemRow,
  orderMarkOf,
  showWeight,
} from '#server/features/order-balance/order-balance.ts'
import {
  lockOrderAndPayment,
  noSuchOrder,
  orderCancelled,
} from '#server/features/orders/order-queries.ts'
import { showTicks } from '#server/features/orders/order-stock.ts'
import type { Shop } from '#server/shop.ts'
import { listWeighs } from './standing-commands.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

/**
 * Records whether an order is packed, and in how many boxes. What is already recorded keeps its
 * time.
 * @throws Refusal 'not-found', 'order-cancelled'
 */
export function setPacked(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  said: { packed: boolean; boxes?: number | undefined },
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const at = now()
    const { market_day_id: marketDayId } = (await findOrderRow(tx, id)) ?? noSuchOrder(id)
    const factsOf = async () => {
      const { order } = await lockOrderAndPayment(tx, id, at)
      const message = `Order #${id} was canceled. Please put its goods back.`
      if (order.status === 'cancelled') throw new Refusal('order-cancelled', message)
      return said.packed ? packsOf(tx, order, said.boxes) : unpacksOf(tx, order)
    }
    await writeAtDesk(tx, emit, {
      id: crypto.randomUUID(),
      said: { id, ...said },
      marketDayId,
      at,
      factsOf,
    })
    if (!said.packed && said.boxes !== undefined)
      await setBoxes(tx, emit, { id, boxes: said.boxes, at })
    return showTicks((await findOrderRow(tx, id)) ?? noSuchOrder(id))
  })
}

/** The desk's entry joins a phone's; a different number of boxes replaces all others. */
async function packsOf(tx: Db, order: OrderRow, boxes: number | undefined): Promise<Facts[]> {
  const packs = await listStanding(tx, 'pack', [order.id])
  const isSaid = packs.some(({ phone_id }) => phone_id === null)
  if (isSaid && (boxes ?? order.boxes) === order.boxes) return []
  const lines = await listOrderLines(tx, order.id)
  const items = lines.map(({ productId, quantity: units }) => ({ productId, units }))
  const pack = { kind: 'pack', order: namedAs(order), boxes: boxes ?? order.boxes, items } as const
  return boxes !== undefined && boxes < order.boxes && packs.length > 0
    ? [pack, unpackOf(order, packs)]
    : [pack]
}

async function unpacksOf(tx: Db, order: OrderRow): Promise<Facts[]> {
  if (order.packed_at === null) return []
  return [unpackOf(order, await listStanding(tx, 'pack', [order.id]))]
}

function unpackOf(order: OrderRow, packs: readonly { id: string }[]): Facts {
  return { kind: 'unpack', order: namedAs(order), packs: packs.map(({ id }) => id) }
}

type Boxes = { id: number; boxes: number; at: Date }

async function setBoxes(tx: Db, emit: Emit, { id, boxes, at }: Boxes): Promise<void> {
  const order = await lockOrder(tx, id)
  if (!order || order.boxes === boxes) return
  await tx.updateTable('orders').set({ boxes }).where('id', '=', id).execute()
  const states = { before: { boxes: order.boxes }, after: { boxes } }
  await recordChange(tx, { action: 'changed', subject: `order:${id}`, ...states }, at)
  emit({ kind: 'orders', orderId: id })
}

type Weighed = RequestOf<typeof weighing.weigh>['body']

/** Replaces all earlier weights. @throws Refusal 'not-found', 'order-cancelled', 'invalid' */
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

/**
 * Handing over makes an order delivered; taking it back undoes all gives. No effect if already so.
 * @throws Refusal 'not-found', 'order-cancelled'
 */
export function setCollected(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  collected: boolean,
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const at = now()
    const { market_day_id: marketDayId } = (await findOrderRow(tx, id)) ?? noSuchOrder(id)
    const factsOf = async () => {
      const { order } = await lockOrderAndPayment(tx, id, at)
      const message = `Order #${id} was canceled. Please put its goods back.`
      if (order.status === 'cancelled') throw new Refusal('order-cancelled', message)
      const gives = await listStanding(tx, 'give', [id])
      if (!collected) return gives.length === 0 ? [] : [takeBackOf(order, gives)]
      const isSaid = gives.some(({ phone_id }) => phone_id === null)
      return isSaid ? [] : [giveOf(order, await listOrderLines(tx, id))]
    }
    await writeAtDesk(tx, emit, {
      id: crypto.randomUUID(),
      said: { id, collected },
      marketDayId,
      at,
      factsOf,
    })
    return showTicks((await findOrderRow(tx, id)) ?? noSuchOrder(id))
  })
}

function findOrderRow(tx: Db, id: number) {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

function namedAs({ id, receipt_secret }: OrderRow): OrderMark {
  return { id, mark: orderMarkOf(receipt_secret) }
}

function takeBackOf(order: OrderRow, gives: readonly { id: string }[]): Facts {
  return { kind: 'take-back', order: namedAs(order), gives: gives.map(({ id }) => id) }
}

function giveOf(order: OrderRow, lines: readonly StandingLine[]): Facts {
  const items = lines.map(({ productId, quantity: units }) => ({ productId, units }))
  return { kind: 'give', order: namedAs(order), items }
}
