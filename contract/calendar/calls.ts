import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { id, instant, plainText } from '../shapes.ts'

const CALL_KINDS = ['moved', 'cancelled', 'message', 'ready', 'changed'] as const

const callToMake = z.object({
  orderId: id,
  /** Together with the order, identifies the call. */
  about: z.string(),
  kind: z.enum(CALL_KINDS),
  /** YYYY-MM-DD */
  day: z.string(),
  placeName: z.string(),
  message: z.string(),
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
  at: instant,
  calledAt: z.nullable(instant),
  calledBy: z.nullable(z.string()),
})
export type CallToMake = z.output<typeof callToMake>

const list = z.object({
  open: z.array(callToMake),
  done: z.array(callToMake),
})
export type Calls = z.output<typeof list>

type WhomToCall = Pick<CallToMake, 'customerName' | 'customerPhone'>

/** One call does for all orders of a phone number. */
export function personToCall({ customerName, customerPhone }: WhomToCall): string {
  return customerPhone || customerName
}

export function countPeople(calls: readonly WhomToCall[]): number {
  return new Set(calls.map(personToCall)).size
}

export const calls = {
  list: deskEndpoint('never', 'GET /api/calls', {
    summary: 'Whom to call because no email reaches them, with what to say.',
    output: list,
  }),
  tick: deskEndpoint('never', 'PUT /api/calls', {
    summary: 'Ticks calls off as made, or unticks them; repeating it changes nothing.',
    body: z.strictObject({
      calls: z
        .array(z.strictObject({ orderId: id, about: plainText(100, 'There is no such call.') }))
        .check(
          z.minLength(1, 'Please say whom you called.'),
          z.maxLength(1000, 'At most 1,000 calls at once, please.'),
        ),
      isCalled: z.boolean('Please say yes or no.'),
    }),
    output: list,
  }),
}
