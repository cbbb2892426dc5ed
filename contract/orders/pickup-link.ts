import { z } from 'zod/mini'
import { publicEndpoint } from '../endpoint.ts'
import { bySecret, calendarDay } from '../shapes.ts'

export function pickupPath(secret: string): string {
  return `/o/new/${secret}`
}

/** `over`: too late; `refused`: `message` says why. Never the address: links get forwarded. */
const pickupRequest = z.nullable(
  z.object({
    state: z.enum(['asked', 'placed', 'over', 'refused']),
    total: z.number(),
    items: z.array(z.object({ name: z.string(), quantity: z.int() })),
    place: z.string(),
    day: z.nullable(calendarDay),
    message: z.nullable(z.string()),
    receiptUrl: z.nullable(z.string()),
  }),
)
export type LinkedRequest = z.output<typeof pickupRequest>

export const pickupRequests = {
  show: publicEndpoint('GET /api/pickup-requests/{secret}', {
    summary: 'The order that a mailed link places; null when the link is not valid.',
    params: bySecret,
    output: pickupRequest,
  }),
}
