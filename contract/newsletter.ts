import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailAddress, instant } from './shapes.ts'

/** `pending`: was asked by mail and has not confirmed; `left`: gets no letter any more. */
const state = z.enum(['pending', 'subscribed', 'left'])
export type SubscriptionState = z.output<typeof state>

/** Who asked for the letter, and the proof: when, to which words, and when the mail's link was followed (null where none was sent). */
const subscriber = z.object({
  email: z.string(),
  state,
  askedAt: instant,
  confirmedAt: z.nullable(instant),
  leftAt: z.nullable(instant),
  consent: z.string(),
})
export type Subscriber = z.output<typeof subscriber>

const address = emailAddress('Please enter your e-mail address.')

const secretInPath = z.strictObject({ secret: z.string() })

const linked = z.nullable(z.object({ state }))
export type LinkedSubscription = z.output<typeof linked>

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
  confirmation: endpoint({
    method: 'GET',
    path: '/api/newsletter/confirmations/{secret}',
    access: 'public',
    summary: 'What the link of a confirmation mail leads to; null when it is not good (any more).',
    params: secretInPath,
    output: linked,
  }),
  subscription: endpoint({
    method: 'GET',
    path: '/api/newsletter/subscriptions/{secret}',
    access: 'public',
    summary: 'The subscription that the link of a letter leaves; null when there is none.',
    params: secretInPath,
    output: linked,
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/api/newsletter/subscribers',
    access: 'admin',
    summary: 'Everybody who asked for the letter, the newest first.',
    output: z.array(subscriber),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/newsletter/subscribers.csv',
    access: 'admin',
    summary: 'Everybody who asked for the letter as CSV, with the proof of their consent.',
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
