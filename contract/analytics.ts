import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

const dashboard = z.object({
  /** Orders that are not cancelled. */
  totalOrders: z.int(),
  /** Captured minus refunded, in dollars; test money while the shop takes no real cards. */
  totalRevenue: z.number(),
  totalProducts: z.int(),
  /** Products with 0 to 5 in stock. */
  lowStockProducts: z.int(),
  testMode: z.boolean(),
})
export type Dashboard = z.output<typeof dashboard>

export const analytics = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/analytics/dashboard',
    access: 'admin',
    summary: 'The four figures of the desk.',
    output: dashboard,
  }),
}
