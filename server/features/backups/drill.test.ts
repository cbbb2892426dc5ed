import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { masterFile } from '#contract/products/pictures.ts'
import type { Product } from '#contract/products/products.ts'
import { FARMER } from '#server/core/caller.ts'
import { type Db, write } from '#server/db/write.ts'
import { readDashboard } from '#server/features/analytics/read-dashboard.ts'
import { readPeriod } from '#server/features/analytics/read-period.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { addPasskey, creationOptions } from '#server/features/passkeys/edit-passkeys.ts'
import type { Shop } from '#server/shop.ts'
import {
  aBackupOf,
  anEmptyLocation,
  ENGINE,
  ENGINES,
  NOW,
  openIn,
  rowsIn,
  rowsOf,
} from '#tests/a-backup.ts'
import { aBucket } from '#tests/a-bucket.ts'
import { type Answering, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aBrowserAt } from '#tests/a-passkey.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { type Authenticator, anAuthenticator } from '#tests/an-authenticator.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { seedPlaces } from '#tests/seed-places.ts'
import { moveBack, moveShop } from './move-shop.ts'
import { restoreBackup } from './restore-backup.ts'

const PICTURE = masterFile('e'.repeat(32))

async function fill(
  shop: Answering<LightMyRequestResponse> & { db: Db; shop: Shop },
): Promise<Authenticator> {
  await shop.shop.pictures.put(PICTURE, Buffer.from('as if it were a picture'))
  const eggs = await aProduct(shop.db, { name: 'Œufs "brown"\n\t农场 🥚 \\ \' %', stock: 200 })
  const bagels = await aProduct(shop.db, { stock: 50, price: 1999 })
  await aProduct(shop.db, { name: 'Never sold' })
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
  await aKeyedBuyer(shop).buy(
    orderBody([
      [bagels, 1],
      [eggs, 1],
    ]),
  )
  await write(shop.db, async (tx) => {
    await tx.deleteFrom('stock_movements').where('product_id', '=', 3).execute()
    await tx.deleteFrom('products').where('id', '=', 3).execute()
  })
  return aPasskeyOf(shop.shop)
}

async function aPasskeyOf(shop: Shop): Promise<Authenticator> {
  const device = anAuthenticator()
  const site = { id: 'localhost', origin: 'http://localhost' }
  const challenge = 'A'.repeat(43)
  const made = device.make({ ...(await creationOptions(shop, FARMER, site)), challenge })
  const expiresAt = new Date(NOW.getTime() + 1000).toISOString()
  const asked = { value: challenge, person: FARMER.id, expiresAt }
  const source = { sessionIdHash: 'a session', deviceSecretHash: null }
  await addPasskey(shop, made, { challenge: asked, site, person: FARMER, source })
  return device
}

async function aBusyShop(): Promise<AShop> {
  const shop = await aShop()
  await fill(shop)
  return shop
}

async function firstOf(shop: Answering<LightMyRequestResponse>): Promise<Product> {
  return (await shop.inject({ url: '/api/products' })).json().find(({ id }: Product) => id === 1)
}

async function restoring(file: string, place: ShopLocation, takeOver = false, now = NOW) {
  const shares: number[] = []
  const onProgress = (done: number, total: number) => shares.push(done / total)
  const request = { ...place, file, passphrase: null, takeOver, now, onProgress }
  const restored = await restoreBackup(request)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(shares.at(-1)).toBeGreaterThan(0)
  expect(shares.at(-1)).toBeLessThanOrEqual(1)
  return restored
}

const withoutShopId = (rows: Record<string, string[]>) => ({
  ...rows,
  shop_memory: rows.shop_memory?.filter((row) => !row.includes('"shop_id"')),
})

const figuresOf = async (db: Db) => ({
  ...(await readDashboard(db, { livemode: false })),
  ...(await readPeriod(db, { query: { period: 'this-year' }, now: NOW, livemode: false })),
})

const ALL_WAYS = [
  ...ENGINES.flatMap((from) => ENGINES.map((to) => [from, 'folder', to, 'folder'] as const)).filter(
    ([from, , to]) => from === ENGINE || to === ENGINE,
  ),
  [ENGINE, 'folder', ENGINE, 'bucket'] as const,
  [ENGINE, 'bucket', ENGINE, 'bucket'] as const,
  [ENGINE, 'bucket', ENGINE, 'folder'] as const,
]
/** Each engine and each store is once the source and once the target. */
const SHORT_WAYS = [
  ['sqlite', 'folder', ENGINE, 'bucket'] as const,
  [ENGINE, 'bucket', 'sqlite', 'folder'] as const,
]
const WAYS = IS_LONG ? ALL_WAYS : SHORT_WAYS

/** What it asks PostgreSQL is asked by the other restores. */
const testOnce = test.skipIf(isShortOnPostgres())

/** The second begins with the numbers that the first skipped. */
const RESTORES = IS_LONG ? 3 : 2

test.each(WAYS)(
  'a shop of %s and a %s restored into an empty %s and a %s is the same, picture by picture, balances, sells, and gives no id a second time',
  { timeout: 60_000 },
  async (from, itsPictures, to, theirPictures) => {
    const { bucket } = await aBucket()
    const inPlace = { folder: null, bucket }
    const first = await anEmptyLocation(from, inPlace[itsPictures])
    await seedPlaces(first)
    const shop = await openIn(first)
    const device = await fill(shop)
    const { file, manifest } = await aBackupOf(first)
    const place = await anEmptyLocation(to, inPlace[theirPictures])
    const restored = await restoring(file, place)
    expect(restored).toMatchObject({
      sums: manifest.sums,
      booksDiffer: 0,
      pictures: 1,
      hasNewId: true,
      undo: null,
    })
    expect(withoutShopId(await rowsOf(place))).toEqual(withoutShopId(await rowsIn(file)))
    const again = await openIn(place)
    expect(String(await again.shop.pictures.read(PICTURE))).toBe('as if it were a picture')
    expect(again.shop.id).not.toBe(shop.shop.id)
    expect(await figuresOf(again.db)).toEqual(await figuresOf(shop.db))
    const answer = await aKeyedBuyer(again).buy(orderBody([[await firstOf(again), 1]]))
    expect([answer.statusCode, answer.json().id]).toEqual([201, restored.nextOrder])
    expect((await aBrowserAt(again).signIn(device)).statusCode).toBe(200)
    // The third is gone.
    expect((await aProduct(again.db)).id).toBe(4)
    expect(await checkBooks(again.db)).toEqual([])
  },
)

describe.each(IS_LONG ? ENGINES : ENGINES.slice(-1))(
  'a shop restored into an empty %s',
  (engine) => {
    // It restores only its own backup, so one engine is enough.
    test.runIf(engine === ENGINE)(
      'gives no order number a second time, whatever was ordered after the backup was made',
      async () => {
        const place = await anEmptyLocation(engine)
        await seedPlaces(place)
        const given = new Set<number>()
        const buySome = async (count: number) => {
          const { db, inject, close } = await openIn(place)
          const eggs = (await db.selectFrom('products').select('id').executeTakeFirst())
            ? await firstOf({ inject })
            : await aProduct(db, { stock: 5000 })
          for (let order = 0; order < count; order++) {
            const { id } = (await aKeyedBuyer({ inject }).buy(orderBody([[eggs, 1]]))).json()
            expect(given).not.toContain(id)
            given.add(id)
          }
          await close()
        }
        await buySome(2)
        const { file } = await aBackupOf(place)
        for (let time = 0; time < RESTORES; time++) {
          await buySome(2)
          const { nextOrder } = await restoring(
            file,
            place,
            true,
            new Date(NOW.getTime() + time * 1000),
          )
          expect(nextOrder % 1000).toBe(1)
          expect(nextOrder).toBeGreaterThan(Math.max(...given) + 1000)
        }
        await buySome(1)
        expect(given.size).toBe(3 + 2 * RESTORES)
      },
    )

    test('that was made while orders came in is of one moment: its books balance', {
      timeout: 60_000,
    }, async () => {
      const shop = await aBusyShop()
      const eggs = await firstOf(shop)
      let isOver = false
      let bought = 0
      const buying = Array.from({ length: 3 }, async () => {
        while (!isOver) {
          const answer = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
          if (answer.statusCode === 201) bought++
        }
      })
      await expect.poll(() => bought).toBeGreaterThan(3)
      const backups = [await aBackupOf(shop.config)]
      if (!isShortOnPostgres()) backups.push(await aBackupOf(shop.config))
      isOver = true
      await Promise.all(buying)
      for (const { file } of backups) {
        const restored = await restoring(file, await anEmptyLocation(engine))
        expect(restored.booksDiffer).toBe(0)
        expect(restored.sums.orders).toBeGreaterThan(4)
      }
    })
  },
)

testOnce(
  'a backup is half done once its rows are written, and done once it was read back',
  async () => {
    const shares: number[] = []
    await aBackupOf((await aBusyShop()).config, {
      onProgress: (done, total) => shares.push(done / total),
    })
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares).toContain(0.5)
    expect(shares.at(-1)).toBe(1)
  },
)

test('a restore keeps the shop before it, and who was signed in is signed out', async () => {
  const shop = await aBusyShop()
  const { file } = await aBackupOf(shop.config)
  await signIn(shop)
  const place = await anEmptyLocation(ENGINE)
  await restoring(file, place)
  const first = await openIn(place)
  await aProduct(first.db, { name: 'Sold after the backup' })
  await first.close()
  const { undo } = await restoring(file, place)
  expect(undo?.how[0]).toBe('Stop the shop.')
  const second = await openIn(place)
  expect(await second.db.selectFrom('products').select('id').execute()).toHaveLength(2)
  expect(await second.db.selectFrom('admin_sessions').selectAll().execute()).toEqual([])
  await second.close()
  if (place.databaseUrl)
    await undoOnPostgres(place.databaseUrl, join(undo?.place ?? '', 'undo.sql'))
  const former = place.databaseUrl ? place : { ...place, dataDir: undo?.place ?? '' }
  expect((await rowsOf(former)).products?.join()).toContain('Sold after the backup')
  if (!place.databaseUrl) return
  const third = await openIn(place)
  const { totalOrders } = await figuresOf(third.db)
  await aKeyedBuyer(third).buy(orderBody([[await firstOf(third), 1]]))
  expect(await figuresOf(third.db)).toMatchObject({ totalOrders: totalOrders + 1 })
})

testOnce(
  'pictures of a store that a restore may orphan are kept beside the shop before it',
  async () => {
    const { bucket } = await aBucket()
    const place = await anEmptyLocation(ENGINE, bucket)
    const first = await openIn(place)
    const { file } = await aBackupOf(place)
    await first.shop.pictures.put(PICTURE, Buffer.from('newer than the backup'))
    await first.close()
    const { undo } = await restoring(file, place)
    expect(undo?.how.at(-1)).toContain(`the bucket ${bucket.bucket} below ${first.shop.id}/`)
    expect(await readFile(join(undo?.place ?? '', 'uploads', PICTURE), 'utf8')).toBe(
      'newer than the backup',
    )
  },
)

describe.skipIf(isShortOnPostgres())(
  'a backup of a shop whose pictures are to be in a store',
  () => {
    test('is refused until the shop was started, as they are still in the folder', async () => {
      const { bucket } = await aBucket()
      const shop = await aBusyShop()
      const place = { ...shop.config, pictureBucket: bucket }
      await expect(aBackupOf(place)).rejects.toThrow(
        'Please start the shop once to move them there.',
      )
      await shop.close()
      await (await openIn(place)).close()
      expect((await aBackupOf(place)).manifest.pictures.stored).toBe(1)
    })

    test('fails in words when the store is away, and leaves nothing', async () => {
      const store = await aBucket()
      const shop = await aShop({ env: store.env })
      await store.close()
      await expect(aBackupOf(shop.config)).rejects.toThrow(
        'UPLOADS_S3_ENDPOINT: cannot get pictures from the store',
      )
      expect(await readdir(join(shop.config.dataDir, 'made'))).toEqual([])
    })
  },
)

async function undoOnPostgres(url: string, file: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(await readFile(file, 'utf8'))
  await client.end()
}

testOnce(
  'the name of a restored shop at the card provider is a new one in the place of another shop, and stays in its own or when told to',
  async () => {
    const { file } = await aBackupOf((await aBusyShop()).config)
    const place = await anEmptyLocation(ENGINE)
    await (await openIn(place)).close()
    const names: boolean[] = []
    for (const [time, takeOver] of [false, true, false].entries()) {
      const now = new Date(NOW.getTime() + time * 1000)
      names.push((await restoring(file, place, takeOver, now)).hasNewId)
    }
    expect(names).toEqual([true, false, false])
  },
)

describe.runIf(ENGINE === 'postgres')('a shop that moves to PostgreSQL', () => {
  test('is the same there, keeps its name, and leaves its folder with all it had, which does not open by itself', async () => {
    const from = await anEmptyLocation('sqlite')
    await seedPlaces(from)
    const shop = await openIn(from)
    const device = await fill(shop)
    const place = await anEmptyLocation('postgres')
    const move = { dataDir: from.dataDir, to: place.databaseUrl ?? '', now: NOW }
    await expect(moveShop(move, () => {})).rejects.toThrow('Another Farmstand server already uses')
    const [rows, figures] = [await rowsOf(from), await figuresOf(shop.db)]
    await shop.close()
    expect(await moveShop(move, () => {})).toMatchObject({ booksDiffer: 0 })
    expect(await rowsOf(place)).toEqual(rows)
    const there = await openIn(place)
    expect(await figuresOf(there.db)).toEqual(figures)
    expect((await aBrowserAt(there).signIn(device)).statusCode).toBe(200)
    await there.close()
    for (const open of [openIn, aBackupOf, () => moveShop(move, () => {})])
      await expect(open(from)).rejects.toThrow(
        /^The shop of .* moved to PostgreSQL \(.*\/farmstand_.*\) on 2026-11-20/,
      )
    const back = { dataDir: from.dataDir, databaseUrl: move.to, lose: null }
    const again = await openIn(place)
    const bought = await aKeyedBuyer(again).buy(orderBody([[await firstOf(again), 1]]))
    expect(bought.statusCode).toBe(201)
    await expect(moveBack(back)).rejects.toThrow(/^The shop is open at .*Stop it first/)
    await again.close()
    await expect(moveBack(back)).rejects.toThrow(
      /orders? (?:was|were) placed at .* since 2026-11-20, and would be lost\. To keep everything, .*--lose \d+$/,
    )
    await expect(moveBack({ ...back, lose: 'everything' })).rejects.toThrow('would be lost')
    await expect(moveBack({ ...back, databaseUrl: null })).rejects.toThrow(
      /can be seen only with its address in DATABASE_URL.* --lose everything$/,
    )
    await expect(openIn(from)).rejects.toThrow('moved to PostgreSQL')
    const said = await moveBack(back).catch((error: unknown) => String(error))
    const lose = /--lose (\d+)$/.exec(String(said))?.[1] ?? ''
    expect(await moveBack({ ...back, lose })).toMatchObject({ at: NOW.toISOString() })
    expect(await rowsOf(from)).toEqual(rows)
    expect(await moveBack(back)).toBeNull()
    await expect(moveShop(move, () => {})).rejects.toThrow('not empty')
    const home = await openIn(from)
    expect((await aBrowserAt(home).signIn(device)).statusCode).toBe(200)
    expect((await aKeyedBuyer(home).buy(orderBody([[await firstOf(home), 1]]))).statusCode).toBe(
      201,
    )
  })

  test('where the move fails, goes on in its folder', async () => {
    const from = await anEmptyLocation('sqlite')
    await seedPlaces(from)
    const shop = await openIn(from)
    await fill(shop)
    await shop.close()
    const full = await anEmptyLocation('postgres')
    await (await openIn(full)).close()
    const move = { dataDir: from.dataDir, to: full.databaseUrl ?? '', now: NOW }
    await expect(moveShop(move, () => {})).rejects.toThrow('not empty')
    expect((await openIn(from)).db).toBeTruthy()
  })
})
