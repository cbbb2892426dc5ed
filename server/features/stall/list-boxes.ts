import { sql } from 'kysely'
import type { StallBox, StallDay } from '#contract/market/stall.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { Person } from '#server/core/caller.ts'
import { withoutContacts } from '#server/core/without-contacts.ts'
import type { Db } from '#server/db/tables.ts'
import { listWeighs } from '#server/features/market/standing-commands.ts'
import { type Box, listBoxes, listBoxItems } from '#server/features/packing/box-queries.ts'
import { type ListScope, linesOf } from '#server/features/packing/list-scope.ts'
import { listPackedTogether } from '#server/features/packing/packed-together.ts'
import { formatShortName } from '#server/features/packing/short-name.ts'
import { orderMarkOf } from '#server/features/standing/order-mark.ts'
import { listStanding } from '#server/features/standing/voids.ts'
import { type CarriedOrder, listCarriedOrders } from './carried-orders.ts'
import type { StallDayRow } from './list-days.ts'

/** Cancelled ones too: their customers may come all the same. */
async function scopeOf(
  db: Db,
  { id, day, placeName, kind }: StallDayRow,
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
    ...{ marketDayId, key: '', kind, name },
  }))
  return { day, places, orders, lines: await linesOf(db, orders) }
}

type Reader = { role: Person['role']; people: StallDay['people'] }

/**
 * The boxes of a market day, and those kept for it since an earlier one; `people` may have handed one over. What a line
 * weighs and costs is for the farmer.
 */
export async function listStallBoxes(
  db: Db,
  day: StallDayRow,
  { role, people }: Reader,
): Promise<StallBox[]> {
  const carried = day.kind === 'pickup' ? await listCarriedOrders(db, day) : []
  const scope = await scopeOf(db, day, carried)
  const boxes = await listBoxes(db, scope)
  if (boxes.length === 0) return []
  const ids = boxes.map(({ order }) => order.id)
  const [items, together] = [await listBoxItems(db, scope), listPackedTogether(boxes)]
  const gives = Map.groupBy(await listStanding(db, 'give', ids), ({ order_id }) => order_id)
  const packs = Map.groupBy(await listStanding(db, 'pack', ids), ({ order_id }) => order_id)
  const [weighs, marks] = [await listWeighs(db, ids), await readMarks(db, ids)]
  const names = new Map(people.map((one) => [one.id, one.name]))
  return boxes.map((box) => {
    const { id } = box.order
    const its = items.get(id) ?? []
    return {
      ...showStallBox(box),
      ...carriedFromOf(carried.find((one) => one.id === id)),
      mark: marks.get(id) ?? '',
      isCold: its.some((item) => item.isCold),
      packs: (packs.get(id) ?? []).map((pack) => pack.id),
      packedWith: together.get(id)?.packedWith ?? [],
      items: its.map(({ byWeight, ...item }) => {
        if (!byWeight || role !== 'farmer') return item
        const own = weighs.filter(
          ({ order, productId }) => order.id === id && productId === item.productId,
        )
        return { ...item, byWeight: { ...byWeight, weighs: own.map((weigh) => weigh.id) } }
      }),
      gives: [
        ...givesAtDesk(box, day),
        ...(gives.get(id) ?? []).map((give) => ({
          ...{ id: give.id, at: give.made_at, by: names.get(give.person_id) ?? '' },
        })),
      ],
    }
  })
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
    ...(order.is_gift ? { isGift: true as const } : {}),
    ifShort: order.if_short,
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
