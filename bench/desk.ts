import { rm } from 'node:fs/promises'
import { openDatabase } from '#server/db/open-database.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { asker } from './ask.ts'
import { signIn } from './desk-of.ts'
import { median, percentile } from './numbers.ts'
import type { Size } from './size.ts'
import { aFolder, startShop } from './subjects.ts'

const TRIES = 200

const CALLS = {
  'Orders tab': '/api/orders?limit=50',
  'Orders tab, a name': '/api/orders?limit=50&text=marta',
  'Orders tab, to pack': '/api/orders?limit=50&status=to-pack',
  figures: '/api/analytics/figures',
  dashboard: '/api/analytics/dashboard',
}

export type DeskCall = { call: string; p50: number; p99: number; first: number }

/** The desk's calls over HTTP, one after the other, in a shop of so many orders. */
export async function measureDesk(size: Size): Promise<DeskCall[]> {
  const dataDir = await aFolder()
  await (await startShop({ dataDir })).stop()
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  const ids = (await db.selectFrom('products').select('id').limit(2).execute()).map(({ id }) => id)
  await fillWithOrders(db, size.orders, new Date(), ids)
  await close()
  const shop = await startShop({ dataDir })
  const ask = asker(shop.url)
  const cookie = await signIn(ask)
  const found: DeskCall[] = []
  for (const [call, path] of Object.entries(CALLS)) {
    const times: number[] = []
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await ask(path, { headers: { cookie } })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.bytes}`)
      times.push(answer.ms)
    }
    found.push({ call, p50: median(times), p99: percentile(times, 0.99), first: times[0] ?? 0 })
  }
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
  return found
}
