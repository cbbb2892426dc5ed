import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

/** A card was held for an order that could not be kept, after its buyer had left; the farmer may call. */
export const missedOrder = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  /** In dollars. */
  total: z.number(),
  reason: z.string(),
  at: instant,
})
export type MissedOrder = z.output<typeof missedOrder>

export const missedOrders = {
  forget: endpoint({
    method: 'DELETE',
    path: '/api/admin/missed-orders/{id}',
    access: 'admin',
    summary: 'Checks off an order that did not go through: name and phone are erased.',
    params: z.strictObject({
      id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'There is no such notice.')),
    }),
    output: z.undefined(),
    status: 204,
  }),
}
