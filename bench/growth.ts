import { startPostgres } from '#tests/postgres.ts'
import type { Cost } from './cost.ts'
import { measureGrowthByOrders } from './growth-by-orders.ts'
import { measureGrowthByProducts } from './growth-by-products.ts'
import type { Size } from './size.ts'

export type Growth = { byProducts: Cost[]; byOrders: Cost[]; byOrdersOnPostgres: Cost[] }

export async function measureGrowth(size: Size): Promise<Growth> {
  const byProducts = await measureGrowthByProducts(size)
  const byOrders = await measureGrowthByOrders(size, null)
  const postgres = await startPostgres({ fsync: true })
  const byOrdersOnPostgres = await measureGrowthByOrders(size, postgres.url)
  await postgres.stop()
  return { byProducts, byOrders, byOrdersOnPostgres }
}
