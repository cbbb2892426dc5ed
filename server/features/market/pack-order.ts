import type { RequestOf } from '#contract/endpoint.ts'
import type { OrderMark } from '#contract/market/commands.ts'
import { standingOf } from '#contract/money/standing.ts'
import type { OrderTicks } from '#contract/packing/packing.ts'
import { formatWeight, isUnusual } from '#contract/packing/weigh.ts'
import type { LineByWeight, weighing } from '#contract/packing/weighing.ts'
import { recordChange } from '#server/core/audit.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { listOrderLines, lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { listStanding } from '#server/features/order-balance/gives-and-packs.ts'
import {
  findItem,
  type ItemRow,
  orderMarkOf,
  showWeight,
} from '#server/features/order-balance/order-balance.ts'
import {
  lockOrderAndPayment,
  orderCancelled,
  requireOrderRow,
} from '#server/features/orders/order-queries.ts'
import { showTicks } from '#server/features/orders/order-stock.ts'
import type { DbAndClock } from '#server/shop.ts'
import { listWeighs } from './standing-commands.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

/**
 * Records whether an order is packed, and in how many boxes. What is already recorded keeps its
 * time.
 * @throws Refusal 'not-found', 'order-cancelled'
 */
export function setPacked(
  { db, now }: DbAndClock,
  id: number,
  said: { packed: boolean; boxes?: number | undefined },
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const at = now()
    const factsOf = (order: OrderRow) =>
      said.packed ? packsOf(tx, order, said.boxes) : unpacksOf(tx, order)
    await writeOfOrder(tx, emit, { id, said, at, refusal: putBack(id), factsOf })
    if (!said.packed && said.boxes !== undefined)
      await setBoxes(tx, emit, { id, boxes: said.boxes, at })
    return showTicks(await requireOrderRow(tx, id))
  })
}

type OfOrder = {
  id: number
  said: object
  at: Date
  /** If it was canceled. */
  refusal: Refusal
  factsOf: (order: OrderRow) => Promise<Facts[]>
}

/** @throws Refusal 'not-found', 'order-cancelled' */
async function writeOfOrder(
  tx: Db,
  emit: Emit,
  { id, said, at, refusal, factsOf }: OfOrder,
): Promise<void> {
  const { market_day_id: marketDayId } = await requireOrderRow(tx, id)
  await writeAtDesk(tx, emit, {
    id: crypto.randomUUID(),
    said: { id, ...said },
    marketDayId,
    at,
    factsOf: async () => {
      const { order } = await lockOrderAndPayment(tx, id, at)
      if (order.status === 'cancelled') throw refusal
      return factsOf(order)
    },
  })
}

const putBack = (id: number) =>
  new Refusal('order-cancelled', `Order #${id} was canceled. Please put its goods back.`)

/** The desk's entry joins a phone's; a different number of boxes replaces all others. */
async function packsOf(tx: Db, order: OrderRow, boxes: number | undefined): Promise<Facts[]> {
  const packs = await listStanding(tx, 'pack', [order.id])
  const isSaid = packs.some(({ phone_id }) => phone_id === null)
  if (isSaid && (boxes ?? order.boxes) === order.boxes) return []
  const items = await listGoods(tx, order.id)
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
  { db, now }: DbAndClock,
  id: number,
  weighed: Weighed,
): Promise<LineByWeight> {
  return write(db, async (tx, emit) => {
    const factsOf = async (order: OrderRow) => [await weighOf(tx, order, weighed)]
    const written = { id, said: weighed, at: now(), refusal: orderCancelled(id), factsOf }
    await writeOfOrder(tx, emit, written)
    return showWeight(await requireItem(tx, id, weighed.productId)) ?? notByWeight()
  })
}

async function weighOf(tx: Db, order: OrderRow, weighed: Weighed): Promise<Facts> {
  const { productId, weight, amount } = weighed
  const item = await requireItem(tx, order.id, productId)
  checkWeight(item, weighed)
  const weighs = await listWeighs(tx, [order.id])
  const known = weighs.filter((weigh) => weigh.productId === productId)
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
    throw invalidField('productId', 'This product is not in the order.')
  return item
}

function notByWeight(): never {
  throw invalidField('productId', 'This is not sold by weight.')
}

function checkWeight(item: ItemRow, { weight, isSure = false }: Weighed): void {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to } = item
  if (!unit || !rate || !to) notByWeight()
  const units = standingOf(item)
  if (isSure || weight == null || !isUnusual({ to }, units, weight)) return
  throw invalidField(
    'isSure',
    `${formatWeight(weight, unit)} is far more than usual (at most ${formatWeight(to * units, unit)}). Is that right?`,
  )
}

/**
 * Handing over makes an order delivered; taking it back undoes all gives. No effect if already so.
 * @throws Refusal 'not-found', 'order-cancelled'
 */
export function setCollected(
  { db, now }: DbAndClock,
  id: number,
  collected: boolean,
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const factsOf = (order: OrderRow) => givesOf(tx, order, collected)
    const written = { id, said: { collected }, at: now(), refusal: putBack(id), factsOf }
    await writeOfOrder(tx, emit, written)
    return showTicks(await requireOrderRow(tx, id))
  })
}

async function givesOf(tx: Db, order: OrderRow, collected: boolean): Promise<Facts[]> {
  const gives = await listStanding(tx, 'give', [order.id])
  if (collected) {
    const isSaid = gives.some(({ phone_id }) => phone_id === null)
    const give = { kind: 'give', order: namedAs(order) } as const
    return isSaid ? [] : [{ ...give, items: await listGoods(tx, order.id) }]
  }
  const takeBack = { kind: 'take-back', order: namedAs(order) } as const
  return gives.length === 0 ? [] : [{ ...takeBack, gives: gives.map(({ id }) => id) }]
}

async function listGoods(tx: Db, orderId: number) {
  const lines = await listOrderLines(tx, orderId)
  return lines.map(({ productId, quantity: units }) => ({ productId, units }))
}

function namedAs({ id, receipt_secret }: OrderRow): OrderMark {
  return { id, mark: orderMarkOf(receipt_secret) }
}
