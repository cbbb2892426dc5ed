import { expect, onTestFinished } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { MINUTE } from '#contract/time/durations.ts'
import type { Config } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import type { Db } from '#server/db/write.ts'
import { runJobs } from '#server/jobs.ts'
import { aProcessBeside } from '../a-shop.ts'
import type { Crowd } from './a-crowd.ts'
import { whatWentWrong } from './end-of-day.ts'

type Day = Pick<Crowd, 'acknowledged' | 'products'>

/**
 * Nothing was lost: after the jobs' late rounds every acknowledged order is there and paid, and
 * stock, orders and money agree.
 */
export async function judgeCrowd(crowd: Day, config: Config, what: string): Promise<void> {
  await lateJobs(config)
  const { db, engine, close } = await openForReading(config)
  onTestFinished(close)
  const paid = await paidOrders(db)
  const lost = crowd.acknowledged.filter((id) => !paid.has(id))
  const { length } = crowd.acknowledged
  console.log(
    `${engine}: ${what}: ${length} orders acknowledged, ${lost.length} of them lost, ${paid.size} found`,
  )
  expect(lost).toEqual([])
  expect(new Set(crowd.acknowledged).size).toBe(length)
  expect(await unsold(db)).toEqual(crowd.products.map((product: Product) => product.stock))
  expect(
    await db.selectFrom('orders').select('id').where('status', '!=', 'pending').execute(),
  ).toEqual([])
  expect(await whatWentWrong(db, null)).toEqual([])
}

async function lateJobs(config: Config): Promise<void> {
  const clock = { now: new Date() }
  const late = await aProcessBeside({ config, clock })
  for (const minutes of [2, 18, 3, 3]) {
    clock.now = new Date(clock.now.getTime() + minutes * MINUTE)
    await runJobs(late.shop)
    await late.settled()
  }
  await late.close()
}

async function paidOrders(db: Db): Promise<Set<number | null>> {
  const captured = db.selectFrom('payments').select('order_id').where('state', '=', 'captured')
  return new Set((await captured.execute()).map((payment) => payment.order_id))
}

/** The stock as if nothing had been sold. */
export async function unsold(db: Db): Promise<number[]> {
  const sold = await db.selectFrom('order_items').select(['product_id', 'quantity']).execute()
  const left = await db.selectFrom('products').select(['id', 'stock']).orderBy('id').execute()
  return left.map(({ id, stock }) =>
    sold
      .filter((item) => item.product_id === id)
      .reduce((sum, { quantity }) => sum + quantity, stock),
  )
}
