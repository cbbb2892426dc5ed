import { expect, test } from 'vitest'
import type { StallCommandDraft } from '#contract/market/commands.ts'
import { FARMER } from '#server/core/caller.ts'
import { type Db, write } from '#server/db/write.ts'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { receiveCommands } from '#server/features/stall/receive-commands.ts'
import type { Shop } from '#server/shop.ts'
import { aBackupOf, anEmptyLocation, ENGINE, openIn } from '#tests/a-backup.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aStoreInMemory } from '#tests/a-stall-store.ts'
import { seedPlaces } from '#tests/seed-places.ts'
import { sendOutbox } from '#web/stall/sync/send-outbox.ts'
import { restoreBackup } from './restore-backup.ts'

const [FRIDAY, SATURDAY, SUNDAY] = ['2026-11-20', '2026-11-21', '2026-11-22'].map(
  (day) => new Date(`${day}T18:00:00.000Z`),
)

const PHONE = crypto.randomUUID()

function sync(shop: Shop, store: ReturnType<typeof aStoreInMemory>) {
  const sender = { phoneId: PHONE, isLost: false, person: FARMER }
  const send = (sending: Parameters<typeof receiveCommands>[2]) =>
    receiveCommands(shop, sender, sending)
  return sendOutbox({ store, line: { send }, now: shop.now })
}

async function booksOf(db: Db, dayId: number) {
  const { expected, start, sales } = await showCashBox(db, dayId)
  const orders = db.selectFrom('orders').select(['id', 'collected_at']).where('id', '<', 3)
  const loads = db.selectFrom('stall_loads').select(['loaded', 'sold', 'from_stock'])
  const given = (await orders.orderBy('id').execute()).map((one) => one.collected_at !== null)
  const { stock } = await db.selectFrom('products').select('stock').executeTakeFirstOrThrow()
  return { expected, start, sales, given, stock, loads: await loads.execute() }
}

test('a shop that goes back to Friday’s backup hears all of Saturday again, and touches no other order', async () => {
  const place = await anEmptyLocation(ENGINE)
  await seedPlaces(place)
  const friday = await openIn(place, FRIDAY)
  const eggs = await aProduct(friday.db, { stock: 30, price: 2500 })
  const buy = (shop: typeof friday) => aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  for (const _ of [1, 2]) await buy(friday)
  await write(friday.db, (tx) =>
    tx.insertInto('stall_phones').values({ id: PHONE, label: 'Phone', heard_at: null }).execute(),
  )
  const day = friday.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await day.where('place_id', '=', 1).executeTakeFirstOrThrow()
  await friday.close()
  const { file } = await aBackupOf(place)

  const saturday = await openIn(place, SATURDAY)
  await buy(saturday)
  const store = aStoreInMemory(PHONE)
  const rows = saturday.db.selectFrom('orders').select(['id', 'receipt_secret']).orderBy('id')
  const orders = await rows.execute()
  const note = (facts: object) => {
    const madeAt = '2026-11-21T17:00:00.000Z'
    const common = { id: crypto.randomUUID(), seq: 0, madeAt, marketDayId: dayId }
    store.note({ ...common, ...facts } as StallCommandDraft)
  }
  for (const { id, receipt_secret } of orders.filter(({ id }) => id !== 2)) {
    const order = { id, mark: orderMarkOf(receipt_secret) }
    note({ kind: 'give', order, items: [{ productId: eggs.id, units: 1 }] })
  }
  note({ kind: 'load', goods: [{ productId: eggs.id, units: 4 }] })
  note({ kind: 'cash-start', amount: 50, replaces: [] })
  const lines = [{ productId: eggs.id, units: 6, amount: 30 }]
  note({ kind: 'sell', lines, tenders: [{ way: 'Cash', isCash: true, amount: 30 }], note: null })
  expect(await sync(saturday.shop, store)).toMatchObject({ reason: 'done' })
  const before = await booksOf(saturday.db, dayId)
  expect(before).toMatchObject({ expected: 80, given: [true, false] })
  await saturday.close()

  await restoreBackup({
    ...place,
    ...{ file, passphrase: null, takeOver: true, now: SUNDAY ?? new Date() },
  })
  const sunday = await openIn(place, SUNDAY)
  // Another buyer, whose order number the backup never saw.
  await buy(sunday)
  expect((await booksOf(sunday.db, dayId)).expected).toBe(0)
  expect(await sync(sunday.shop, store)).toMatchObject({ reason: 'done' })
  const after = await booksOf(sunday.db, dayId)
  // The backup has neither Saturday's order, whose eggs are for sale again, nor Sunday's.
  expect(after).toEqual(before)
  const aside = sunday.db.selectFrom('stall_commands').select(['outcome', 'kind'])
  expect(await aside.where('outcome', '!=', 'applied').execute()).toEqual([
    { outcome: 'set-aside', kind: 'give' },
  ])
  const others = sunday.db.selectFrom('orders').select('collected_at').where('id', '>', 2)
  expect(await others.execute()).toEqual([{ collected_at: null }])
  expect((await store.outbox()).length).toBe(0)
})
