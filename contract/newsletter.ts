import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailAddress } from './shapes.ts'

export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    access: 'public',
    summary: 'Subscribes an address; the same answer whether or not it was known.',
    body: z.strictObject({ email: emailAddress('Please enter your e-mail address.') }),
    output: z.object({ message: z.string() }),
    refusals: 'message',
  }),
}
