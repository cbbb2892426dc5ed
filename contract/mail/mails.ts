import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { severalIds } from '../orders/desk-orders.ts'
import { byId, id, instant } from '../shapes.ts'

/** `failing` will be retried, `given-up` won't, `dropped` was no longer needed. */
const mail = z.object({
  id,
  /** Null for mail about a payment that never became an order. */
  orderId: z.nullable(id),
  recipient: z.string(),
  state: z.enum(['waiting', 'failing', 'sent', 'given-up', 'dropped']),
  createdAt: instant,
  sentAt: z.nullable(instant),
  error: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
})
export type Mail = z.output<typeof mail>

export const mails = {
  areSent: publicEndpoint('GET /api/mails/sent', {
    summary: 'Whether the shop sends email; if not, none is promised.',
    output: z.object({ areSent: z.boolean() }),
  }),
  list: deskEndpoint('never', 'GET /api/mails', {
    summary:
      'The latest 100 emails, and the latest that could not be sent, newest first; of some orders, if they are named.',
    query: z.strictObject({ orders: z.optional(severalIds) }),
    output: z.array(mail),
  }),
  resend: deskEndpoint('never', 'POST /api/mails/{id}/resend', {
    summary: 'Sends an email again that was sent or that failed.',
    params: byId,
    output: mail,
  }),
}
