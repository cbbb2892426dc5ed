import { STALL_VERSION, type StallDay } from '#contract/market/stall.ts'
import { parseWaysToPay } from '#contract/money/tenders.ts'
import type { Person } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import { listCashStarts, listHomeReports } from '#server/features/market/standing-commands.ts'
import { listToHarvest } from '#server/features/packing/harvest-list.ts'
import { countOrders, NO_ORDERS } from '#server/features/packing/list-days.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { listStallBoxes } from './list-boxes.ts'
import { requireStallDay, type StallDayRow } from './list-days.ts'
import { listStallProducts } from './list-products.ts'
import { listPeople } from './stall-people.ts'

type Reading = { id: number; phoneId: string; role: Person['role'] }

/** @throws Refusal 'not-found' for a day that this phone may not read now */
export async function showStallDay(db: Db, reading: Reading, at: Date): Promise<StallDay> {
  const { id, phoneId, role } = reading
  const { day, places } = await requireStallDay(db, reading, at)
  const people = (await listPeople(db)).map(({ id: number, name }) => ({ id: number, name }))
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
    home: await listHomeReports(db, id),
    undone: await listUndone(db, id),
    phones: (await listPhones(db, id, people)).map((phone) =>
      phone.deviceId === phoneId ? phone : { ...phone, deviceId: nicknameOf(phone.deviceId) },
    ),
  }
}

async function countPlaces(db: Db, days: readonly StallDayRow[]): Promise<StallDay['places']> {
  const counts = await countOrders(
    db,
    days.map(({ id }) => id),
  )
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
  if (phones.length === 0) return []
  const grants = db.selectFrom('stall_grants').select(['phone_id', 'person_id'])
  const ids = phones.map(({ id }) => id)
  const held = await grants.where('phone_id', 'in', ids).orderBy('issued_at').execute()
  const persons = new Map(held.map(({ phone_id, person_id }) => [phone_id, person_id]))
  return phones.map(({ id: deviceId, label, waiting, heard_at: heardAt }) => {
    const person = people.find(({ id }) => id === persons.get(deviceId))?.name ?? ''
    return { deviceId, label, person, waiting, heardAt }
  })
}

/** Until it is heard after the day, something of it may be on this phone. */
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
