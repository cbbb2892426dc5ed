import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { bySecret, emailAddress, instant } from '../shapes.ts'
import { importedPeople, importOfPeople, MAX_LIST } from './people-import.ts'

/** `pending`: hasn't confirmed by mail yet. `left`: gets no more letters. */
const state = z.enum(['pending', 'subscribed', 'left'])

/**
 * Proof of consent: when, to which wording, and when the mailed link was followed (null: none was
 * sent).
 */
const subscriber = z.object({
  email: z.string(),
  state,
  askedAt: instant,
  confirmedAt: z.nullable(instant),
  leftAt: z.nullable(instant),
  consent: z.string(),
})
export type Subscriber = z.output<typeof subscriber>

const address = emailAddress('Please enter your email address.')

const linked = z.nullable(z.object({ state }))
export type LinkedSubscription = z.output<typeof linked>

export const newsletter = {
  subscribe: publicEndpoint('POST /api/newsletter/subscribe', {
    summary: 'Subscribes an address; the same answer whether or not it was known.',
    body: z.strictObject({ email: address }),
    output: z.object({ message: z.string(), next: z.optional(z.string()) }),
    refusals: 'message',
  }),
  confirmation: publicEndpoint('GET /api/newsletter/confirmations/{secret}', {
    summary: 'What a confirmation link leads to; null when it is not valid, or no longer valid.',
    params: bySecret,
    output: linked,
  }),
  subscription: publicEndpoint('GET /api/newsletter/subscriptions/{secret}', {
    summary: 'The subscription that an unsubscribe link ends; null when there is none.',
    params: bySecret,
    output: linked,
  }),
  subscribers: deskEndpoint('never', 'GET /api/newsletter/subscribers', {
    summary: 'Everyone who signed up for the newsletter, newest first.',
    output: z.array(subscriber),
  }),
  export: deskEndpoint('never', 'GET /api/newsletter/subscribers.csv', {
    summary: 'Everyone who signed up for the newsletter as CSV, with proof of consent.',
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
  import: deskEndpoint('never', 'POST /api/newsletter/subscribers/import', {
    summary:
      'Reports row by row what a CSV would add, each with its consent as it was given; `apply` adds it, all or nothing unless `skipRefused`. Nobody is confirmed by it, or brought back who left.',
    body: importOfPeople,
    output: importedPeople,
    longestBody: MAX_LIST,
  }),
  remove: deskEndpoint('never', 'DELETE /api/newsletter/subscribers', {
    summary: 'Deletes an address; an unknown one counts as deleted.',
    query: z.strictObject({ email: address.check(z.describe('Whose it is')) }),
  }),
}
