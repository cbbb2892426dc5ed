import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { emailAddress, instant, optionalText } from '../shapes.ts'

const trust = z.enum(['trusted', 'refused'], 'Please say whether they may.')

const email = emailAddress('Please enter the email address.')

/** Identified by mailbox, however the address is spelled. */
const pickupBuyer = z.object({
  email: z.string(),
  trust,
  note: z.nullable(z.string()),
  at: instant,
})
export type PickupBuyer = z.output<typeof pickupBuyer>

export const pickupBuyers = {
  list: deskEndpoint('never', 'GET /api/pickup-buyers', {
    summary: 'Who may always, or never, pay at pickup, by the farmer’s word.',
    output: z.array(pickupBuyer),
  }),
  set: deskEndpoint('never', 'PUT /api/pickup-buyers', {
    summary: 'Says whether somebody may pay at pickup.',
    body: z.strictObject({ email, trust, note: optionalText(200) }),
    output: z.array(pickupBuyer),
  }),
  remove: deskEndpoint('never', 'POST /api/pickup-buyers/removal', {
    summary: 'Takes somebody off the list: they may pay at pickup like everyone else.',
    body: z.strictObject({ email }),
    output: z.array(pickupBuyer),
  }),
}
