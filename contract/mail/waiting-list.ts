import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { bySecret, emailAddress, id } from '../shapes.ts'

/** `asked`: sent a link, not followed yet; `waiting`: gets one mail, then is forgotten. */
const wait = z.nullable(
  z.object({
    state: z.enum(['asked', 'waiting']),
    product: z.object({ id, name: z.string(), isInStock: z.boolean() }),
  }),
)
export type LinkedWait = z.output<typeof wait>

export const waitingList = {
  join: publicEndpoint('POST /api/waiting-list', {
    summary: 'Mails a link that puts an address on the list; the same answer for every address.',
    body: z.strictObject({
      productId: id,
      email: emailAddress('Please enter your email address.'),
    }),
    output: z.object({ message: z.string() }),
  }),
  wait: publicEndpoint('GET /api/waiting-list/{secret}', {
    summary: 'What the link in the mail leads to; null when it is not valid, or no longer valid.',
    params: bySecret,
    output: wait,
  }),
  counts: deskEndpoint('never', 'GET /api/waiting-list/counts', {
    summary: 'How many people wait for which product, without names.',
    output: z.array(z.object({ productId: id, waiting: z.int() })),
  }),
}
