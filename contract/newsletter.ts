import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailAddress, instant } from './shapes.ts'

/** Who wants the letter, and the proof: when they said so, and to which words. */
const subscriber = z.object({ email: z.string(), subscribedAt: instant, consent: z.string() })
export type Subscriber = z.output<typeof subscriber>

const address = emailAddress('Please enter your e-mail address.')

export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    access: 'public',
    summary: 'Subscribes an address; the same answer whether or not it was known.',
    body: z.strictObject({ email: address }),
    output: z.object({ message: z.string() }),
    refusals: 'message',
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/api/newsletter/subscribers',
    access: 'admin',
    summary: 'Everybody who gets the letter, the newest first.',
    output: z.array(subscriber),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/newsletter/subscribers.csv',
    access: 'admin',
    summary: 'Everybody who gets the letter as CSV, with the proof of their consent.',
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/newsletter/subscribers',
    access: 'admin',
    summary: 'Forgets an address; one that is not known is forgotten already.',
    query: z.strictObject({ email: address }),
    output: z.undefined(),
    status: 204,
  }),
}
