import { sql } from 'kysely'
import { ORDER_STATUS } from '#contract/order-status.ts'
import type { StallBox } from '#contract/stall.ts'
import { withoutContacts } from '#server/core/without-contacts.ts'
import type { Db } from '#server/db/tables.ts'
import {
  type Box,
  listBoxes,
  listBoxItems,
  listColdOrders,
} from '#server/features/packing/box-queries.ts'
import { type ListScope, linesOf } from '#server/features/packing/list-scope.ts'
import { listPackedTogether } from '#server/features/packing/packed-together.ts'
import { formatShortName } from '#server/features/packing/short-name.ts'
import { orderMarkOf } from '#server/features/standing/order-mark.ts'
import { listGives } from '#server/features/standing/voids.ts'
import { type CarriedOrder, listCarriedOrders } from './carried-orders.ts'
import type { StallDayRow } from './list-days.ts'

/** Cancelled ones too: their customers may come all the same. */
async function scopeOf(
  db: Db,
  { id, day, placeName }: StallDayRow,
  carried: readonly CarriedOrder[],
): Promise<ListScope> {
  const own = sql<boolean>`orders.market_day_id = ${id}`
  const ids = sql.join(carried.map((order) => order.id))
  const orders = carried.length > 0 ? sql<boolean>`(${own} or orders.id in (${ids}))` : own
  const days = new Map([
    [id, placeName],
    ...carried.map((one) => [one.dayId, one.placeName] as const),
  ])
  const places = [...days].map(([marketDayId, name]) => ({
    ...{ marketDayId, key: '', kind: 'pickup' as const, name },
  }))
  return { day, places, orders, lines: await linesOf(db, orders) }
}

/**
 * The boxes of a market day, and those kept for it since an earlier one; `names` are of who may have handed one over.
 */
export async function listStallBoxes(
  db: Db,
  day: StallDayRow,
  names: ReadonlyMap<number, string>,
): Promise<StallBox[]> {
  const carried = await listCarriedOrders(db, day)
  const scope = await scopeOf(db, day, carried)
  const boxes = await listBoxes(db, scope)
  if (boxes.length === 0) return []
  const ids = boxes.map(({ order }) => order.id)
  const [items, cold] = [await listBoxItems(db, scope), await listColdOrders(db, scope)]
  const gives = Map.groupBy(await listGives(db, ids), ({ order_id }) => order_id)
  const [together, marks] = [listPackedTogether(boxes), await readMarks(db, ids)]
  return boxes.map((box) => ({
    ...showStallBox(box),
    ...carriedFromOf(carried.find(({ id }) => id === box.order.id)),
    mark: marks.get(box.order.id) ?? '',
    isCold: cold.has(box.order.id),
    packedWith: together.get(box.order.id)?.packedWith ?? [],
    items: (items.get(box.order.id) ?? []).map(({ productId, name, units }) => ({
      ...{ productId, name, units },
    })),
    gives: [
      ...givesAtDesk(box, day),
      ...(gives.get(box.order.id) ?? []).map(({ id, made_at: at, person_id }) => ({
        ...{ id, at, by: names.get(person_id) ?? '' },
      })),
    ],
  }))
}

async function readMarks(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const orders = db.selectFrom('orders').select(['id', 'receipt_secret']).where('id', 'in', ids)
  const rows = await orders.execute()
  return new Map(rows.map(({ id, receipt_secret }) => [id, orderMarkOf(receipt_secret)]))
}

function showStallBox({ order, balance }: Box) {
  const { notes, farm_note } = order
  return {
    id: order.id,
    shortName: formatShortName(order.pickup_name ?? order.customer_name),
    boxes: order.boxes,
    isPacked: order.packed_at !== null,
    isCancelled: order.status === 'cancelled',
    notes: [notes, farm_note].flatMap((note) => (note ? [withoutContacts(note)] : [])),
    due: balance?.due ?? 0,
  }
}

function carriedFromOf(carried: CarriedOrder | undefined): Pick<StallBox, 'carriedFrom'> {
  return carried ? { carriedFrom: { day: carried.day, placeName: carried.placeName } } : {}
}

/** What the desk sent out by the order's status. */
function givesAtDesk({ order }: Box, day: StallDayRow): StallBox['gives'] {
  const { collected_at, status, status_before_given } = order
  if (status_before_given !== null || !ORDER_STATUS[status].hasLeft) return []
  return [{ id: null, at: collected_at ?? day.closesAt, by: '' }]
}
