import type { Cost } from './cost.ts'
import { measureGrowthByOrders } from './growth-by-orders.ts'
import { measureGrowthByProducts } from './growth-by-products.ts'
import type { Size } from './size.ts'

/** What calls cost in shops of several sizes. */
export type Growth = { byProducts: Cost[]; byOrders: Cost[] }

export async function measureGrowth(size: Size): Promise<Growth> {
  return {
    byProducts: await measureGrowthByProducts(size),
    byOrders: await measureGrowthByOrders(size),
  }
}
