import { z } from 'zod/mini'
import { deskEndpoint, endpoint } from '../endpoint.ts'
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
  join: endpoint({
    method: 'POST',
    path: '/api/waiting-list',
    access: 'public',
    summary: 'Mails a link that puts an address on the list; the same answer for every address.',
    body: z.strictObject({
      productId: id,
      email: emailAddress('Please enter your email address.'),
    }),
    output: z.object({ message: z.string() }),
  }),
  wait: endpoint({
    method: 'GET',
    path: '/api/waiting-list/{secret}',
    access: 'public',
    summary: 'What the link in the mail leads to; null when it is not valid, or no longer valid.',
    params: bySecret,
    output: wait,
  }),
  counts: deskEndpoint('never', {
    method: 'GET',
    path: '/api/waiting-list/counts',
    summary: 'How many people wait for which product, without names.',
    output: z.array(z.object({ productId: id, waiting: z.int() })),
  }),
}
