import { type SqlBool, sql } from 'kysely'
import { STALL_VERSION, type StallBox, type StallDay } from '#contract/market/stall.ts'
import type { StallProduct } from '#contract/market/stall-goods.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { parseWaysToPay } from '#contract/money/tenders.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { Person } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import { withoutContacts } from '#server/core/without-contacts.ts'
import { type Db, write } from '#server/db/write.ts'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import {
  listCashStarts,
  listReturns,
  listWeighs,
} from '#server/features/market/standing-commands.ts'
import { listStanding } from '#server/features/order-balance/gives-and-packs.ts'
import { orderMarkOf, showGift } from '#server/features/order-balance/order-balance.ts'
import {
  type Box,
  formatShortName,
  listBoxes,
  listBoxItems,
} from '#server/features/packing/box-queries.ts'
import { listToHarvest } from '#server/features/packing/harvest-list.ts'
import {
  countOrders,
  type ListScope,
  linesOf,
  NO_LONGER_TO_PACK,
  NO_ORDERS,
  ordersOf,
} from '#server/features/packing/list-scope.ts'
import { listPackedTogether } from '#server/features/packing/pack-together.ts'
import { listPersons } from '#server/features/people/people-queries.ts'
import { toWeigh } from '#server/features/products/product-columns.ts'
import { selectShopProducts } from '#server/features/products/product-queries.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { requireStallDay, type StallDayRow } from './list-days.ts'
import { selectUndecided } from './show-overview.ts'

type Reading = { id: number; phoneId: string; role: Person['role'] }

/** @throws Refusal 'not-found' for a day this phone may not read now */
export async function showStallDay(db: Db, reading: Reading, at: Date): Promise<StallDay> {
  const { id, phoneId, role } = reading
  const { day, places } = await requireStallDay(db, reading, at)
  const people = await listPersons(db)
  const ways = parseWaysToPay(await readSetting(db, 'ways_to_pay'))
  const { expected, sales, orders, givenBack, putIn, paidOut } = await showCashBox(db, id)
  const starts = await listCashStarts(db, id)
  return {
    version: STALL_VERSION,
    marketDay: day,
    at: at.toISOString(),
    places: await countPlaces(db, places),
    harvest: await listToHarvest(db, { day: day.day }),
    boxes: await listStallBoxes(db, day, { role, people }),
    products: await listStallProducts(db, id),
    ways: [...ways],
    people,
    cash: { expected, starts, sales, orders, givenBack, putIn, paidOut },
    home: await listReturns(db, id),
    undone: await listUndone(db, id),
    toDecide: await listUndecided(db, id),
    phones: (await listPhones(db, id, people)).map((phone) =>
      phone.deviceId === phoneId ? phone : { ...phone, deviceId: nicknameOf(phone.deviceId) },
    ),
  }
}

async function countPlaces(db: Db, days: readonly StallDayRow[]): Promise<StallDay['places']> {
  const counts = await countOrders(db, ordersOf(days.map(({ id }) => id)))
  return days.map(({ id, placeName, kind }) => {
    const { orders, packed, collected: handedOut } = counts.get(id) ?? NO_ORDERS
    return { id, placeName, kind, orders, packed, handedOut }
  })
}

const nicknameOf = (deviceId: string) => hashOf(deviceId).slice(0, 16)

async function listUndone(db: Db, dayId: number): Promise<string[]> {
  const sales = db.selectFrom('sales').select('id').where('market_day_id', '=', dayId)
  const rows = await sales.where('undone_at', 'is not', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function listUndecided(db: Db, dayId: number): Promise<string[]> {
  const notes = selectUndecided(db).where('stall_commands.market_day_id', '=', dayId)
  const rows = await notes.select('stall_commands.id').orderBy('stall_commands.id').execute()
  return rows.map(({ id }) => id)
}

async function listPhones(
  db: Db,
  dayId: number,
  people: StallDay['people'],
): Promise<StallDay['phones']> {
  const phones = await db
    .selectFrom('stall_readings')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_readings.phone_id')
    .select(['stall_phones.id', 'label', 'waiting', 'heard_at'])
    .where('market_day_id', '=', dayId)
    .orderBy('label')
    .execute()
  const grants = db.selectFrom('stall_grants').select(['phone_id', 'person_id'])
  const ids = phones.map(({ id }) => id)
  const held = await grants.where('phone_id', 'in', ids).orderBy('issued_at').execute()
  const persons = new Map(held.map(({ phone_id, person_id }) => [phone_id, person_id]))
  return phones.map(({ id: deviceId, label, waiting, heard_at: heardAt }) => {
    const person = people.find(({ id }) => id === persons.get(deviceId))?.name ?? ''
    return { deviceId, label, person, waiting, heardAt }
  })
}

export async function recordReading(
  db: Db,
  { phoneId: phone_id, dayId }: { phoneId: string; dayId: number },
  at: Date,
): Promise<void> {
  const reading = { phone_id, market_day_id: dayId }
  const known = db.selectFrom('stall_readings').select('at').where('phone_id', '=', phone_id)
  if (await known.where('market_day_id', '=', dayId).executeTakeFirst()) return
  await write(db, (tx) =>
    tx
      .insertInto('stall_readings')
      .values({ ...reading, at: at.toISOString() })
      .onConflict((same) => same.doNothing())
      .execute(),
  )
}

/** Includes canceled orders, since their customers may come anyway. */
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
    marketDayId,
    key: '',
    kind,
    name,
  }))
  return { day, places, orders, lines: await linesOf(db, orders) }
}

/** Also boxes kept from earlier days; `people` may have handed one over. Weights: farmer only. */
async function listStallBoxes(
  db: Db,
  day: StallDayRow,
  { role, people }: { role: Person['role']; people: StallDay['people'] },
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
        if (!byWeight) return item
        if (role !== 'farmer')
          return byWeight.amount === null ? { ...item, toWeigh: true as const } : item
        const own = weighs.filter(
          ({ order, productId }) => order.id === id && productId === item.productId,
        )
        return { ...item, byWeight: { ...byWeight, weighs: own.map((weigh) => weigh.id) } }
      }),
      gives: [
        ...givesAtDesk(box, day),
        ...(gives.get(id) ?? []).map((give) => ({
          id: give.id,
          at: give.made_at,
          by: names.get(give.person_id) ?? '',
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

function shortGift(order: Box['order']) {
  const { gift_to: to, gift_message: card } = order
  const gift_message = card && withoutContacts(card)
  return showGift({ ...order, gift_to: to && formatShortName(to), gift_message })
}

function showStallBox({ order, balance }: Box) {
  const { notes, farm_note } = order
  return {
    id: order.id,
    shortName: formatShortName(order.pickup_name ?? order.customer_name),
    boxes: order.boxes,
    isPacked: order.packed_at !== null,
    isCancelled: order.status === 'cancelled',
    ...(order.is_gift ? { isGift: true as const, ...shortGift(order) } : {}),
    ifShort: order.if_short,
    notes: [notes, farm_note].flatMap((note) => (note ? [withoutContacts(note)] : [])),
    due: balance?.due ?? 0,
    ...(balance?.snapDue === undefined ? {} : { snapDue: balance.snapDue }),
    ...(balance?.ebtPaid === undefined ? {} : { ebtPaid: balance.ebtPaid }),
  }
}

function carriedFromOf(carried: CarriedOrder | undefined): Pick<StallBox, 'carriedFrom'> {
  return carried ? { carriedFrom: { day: carried.day, placeName: carried.placeName } } : {}
}

function givesAtDesk({ order }: Box, day: StallDayRow): StallBox['gives'] {
  const { collected_at, status, status_before_given } = order
  if (status_before_given !== null || !ORDER_STATUS[status].hasLeft) return []
  return [{ id: null, at: collected_at ?? day.closesAt, by: '' }]
}

async function listStallProducts(db: Db, dayId: number): Promise<StallProduct[]> {
  const rows = await selectShopProducts(db)
    .select(['id', 'name', 'unit', 'price_cents', 'image_url', 'stock', 'snap'])
    .select(['weigh_unit', 'weigh_cents', 'weigh_to'])
    .execute()
  const loads = await listLoads(db, dayId)
  return rows.map(({ id, name, unit, price_cents, image_url, stock, snap, ...weigh }) => ({
    ...toWeigh(weigh),
    id,
    name,
    unit: unit ?? '',
    price: dollarsOf(price_cents),
    image: image_url,
    ...(loads.get(id) ?? { loaded: 0, sold: 0 }),
    stock,
    ...(snap ? { snap: true as const } : {}),
  }))
}

/** Units sold, and those reported as loaded on the truck, whether or not the books had as many. */
async function listLoads(db: Db, dayId: number) {
  const loads = db.selectFrom('stall_loads').select(['product_id', 'wish as loaded', 'sold'])
  const rows = await loads.where('market_day_id', '=', dayId).execute()
  return new Map(rows.map(({ product_id, ...units }) => [product_id, units]))
}

type CarriedOrder = { id: number; dayId: number; day: string; placeName: string }

/** No-shows of earlier days held until this one or longer. One handed over here stays listed. */
function listCarriedOrders(db: Db, { id, day }: StallDayRow): Promise<CarriedOrder[]> {
  return db
    .selectFrom('no_shows')
    .innerJoin('orders', 'orders.id', 'no_shows.order_id')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id', 'market_days.id as dayId', 'market_days.day', 'places.name as placeName'])
    .where('no_shows.keep_until', '>=', day)
    .whereRef('no_shows.market_day_id', '=', 'orders.market_day_id')
    .where('market_days.id', '!=', id)
    .where(IS_LAST_DECISION)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<SqlBool>`not ${NO_LONGER_TO_PACK}`,
        sql<SqlBool>`orders.status = 'cancelled' and orders.collected_at is null`,
        exists(
          selectFrom('stall_commands')
            .select('stall_commands.id')
            .whereRef('stall_commands.order_id', '=', 'orders.id')
            .where('stall_commands.market_day_id', '=', id)
            .where('stall_commands.kind', '=', 'give'),
        ),
      ]),
    )
    .orderBy('orders.id')
    .execute()
}

const IS_LAST_DECISION = sql<SqlBool>`not exists (select 1 from no_shows as later
  where later.order_id = no_shows.order_id and later.market_day_id = no_shows.market_day_id
  and (later.at > no_shows.at or (later.at = no_shows.at and later.id > no_shows.id)))`
