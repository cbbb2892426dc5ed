import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'

const dashboard = z.object({
  totalOrders: z.int(),
  /** Captured minus refunded, in dollars; test money while the shop takes no real cards. */
  totalRevenue: z.number(),
  totalProducts: z.int(),
  lowStockProducts: z.int(),
  testMode: z.boolean(),
})
export type Dashboard = z.output<typeof dashboard>

/** Money taken by card and by other means since the start, in dollars. */
const takings = z.object({
  card: z.number(),
  /** From orders paid without a card. */
  orders: z.number(),
  sales: z.number(),
  together: z.number(),
})
export type Takings = z.output<typeof takings>

export const analytics = {
  dashboard: deskEndpoint('never', 'GET /api/analytics/dashboard', {
    token: 'figures:read',
    summary: 'The four totals of the desk.',
    output: dashboard,
  }),
  takings: deskEndpoint('never', 'GET /api/analytics/takings', {
    token: 'figures:read',
    summary: 'Money taken by card, for orders without one, and by walk-in sales.',
    output: takings,
  }),
}
