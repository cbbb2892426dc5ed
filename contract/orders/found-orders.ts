import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changedStatuses, chosenOrders } from './desk-orders.ts'
import { orderFilter } from './order-filter.ts'
import { ORDER_STATUSES } from './order-status.ts'

export const MAX_COUNTED = 5000

const foundOrders = z.object({
  count: z.int(),
  isMore: z.boolean(),
  /** After refunds and changes, in dollars; null if not all were counted. */
  worth: z.nullable(z.number()),
  refunded: z.nullable(z.number()),
})
export type FoundOrders = z.output<typeof foundOrders>

export const foundOrderEndpoints = {
  sum: deskEndpoint('never', {
    method: 'GET',
    path: '/api/orders/found',
    token: 'orders:read',
    summary: `How many orders a filter finds, and what they are worth together; at most ${MAX_COUNTED} are counted.`,
    query: orderFilter,
    output: foundOrders,
  }),
  undoStatus: deskEndpoint('never', {
    method: 'POST',
    path: '/api/orders/undo',
    summary:
      'Undoes the latest change of status, for orders that still have the given one; reports which failed and why. Never moves money.',
    body: z.strictObject({
      ids: chosenOrders,
      status: z.enum(ORDER_STATUSES, 'Please choose a status.'),
    }),
    output: changedStatuses,
  }),
}
