import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import { eraseOrderPerson } from '#server/features/orders/erase-person.ts'
import { aBackupOf, anEmptyLocation, ENGINE, NOW, openIn } from '#tests/a-backup.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { whereStands } from '#tests/every-row.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { seedPlaces } from '#tests/seed-places.ts'
import { restoreBackup } from './restore-backup.ts'

const LATER = new Date(NOW.getTime() + 200 * DAY)

/** A shop with two orders and a backup; the first customer is erased after the backup. */
async function aShopWithErased() {
  const place = await anEmptyLocation(ENGINE)
  await seedPlaces(place)
  const first = await openIn(place)
  const eggs = await aProduct(first.db, { stock: 30, price: 2500 })
  const person = (name: string) => ({
    customerName: name,
    customerEmail: `${name.toLowerCase()}@marker.example`,
  })
  const { id } = (
    await aKeyedBuyer(first).buy(orderBody([[eggs, 1]], person('Quackenbush')))
  ).json()
  await aKeyedBuyer(first).buy(orderBody([[eggs, 1]], person('Featherstone')))
  await first.close()
  const { file } = await aBackupOf(place)
  const then = await openIn(place, LATER)
  await eraseOrderPerson(then.shop, id)
  await then.close()
  return { place, file, id }
}

const standing = async (place: ShopLocation) =>
  whereStands(await openIn(place, LATER), ['quackenbush', 'featherstone'])

const restoring = (place: ShopLocation, file: string) =>
  restoreBackup({ ...place, file, passphrase: null, takeOver: true, now: LATER })

test('a backup from before an erasure brings nobody back, and everybody else', async () => {
  const { place, file } = await aShopWithErased()
  expect((await restoring(place, file)).erasedAgain).toBe(1)
  const stands = await standing(place)
  expect(stands.filter((where) => where.includes('quackenbush'))).toEqual([])
  expect(stands).toContain('orders: featherstone')
})

test('also where the shop is lost, and the list beside the backups is left', async () => {
  const { place, file } = await aShopWithErased()
  const empty = await anEmptyLocation(ENGINE)
  const elsewhere = { ...empty, dataDir: place.dataDir }
  for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm'])
    await rm(join(place.dataDir, name), { force: true })
  expect((await restoring(elsewhere, file)).erasedAgain).toBe(1)
  expect((await standing(elsewhere)).filter((where) => where.includes('quackenbush'))).toEqual([])
})

test.skipIf(isShortOnPostgres())(
  'an order of the same number in another shop keeps its customer',
  async () => {
    const { file } = await aShopWithErased()
    const { place } = await aShopWithErased()
    expect((await restoring(place, file)).erasedAgain).toBe(0)
    expect(await standing(place)).toContain('orders: quackenbush')
  },
)

test('the list that the database holds goes on with the restored shop', async () => {
  const { place, file, id } = await aShopWithErased()
  await restoring(place, file)
  const { db } = await openIn(place, LATER)
  const erased = await write(db, (tx) =>
    tx.selectFrom('erased_orders').select('order_id').execute(),
  )
  expect(erased).toEqual([{ order_id: id }])
})
