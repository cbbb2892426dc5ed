import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { checkoutKey, placedOrder } from './orders.ts'

export const checkouts = {
  resume: endpoint({
    method: 'POST',
    path: '/api/checkouts/{checkout_key}/resume',
    access: 'public',
    refusals: 'message',
    summary: 'Places the order for a cart whose card was confirmed on the bank’s own page; null while nothing is held.',
    params: z.strictObject({ checkout_key: checkoutKey }),
    output: z.nullable(placedOrder),
  }),
}
