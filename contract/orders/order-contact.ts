import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { readPhone } from '../people/phone-number.ts'
import { emailAddress, idInPath, nameText, plainText } from '../shapes.ts'
import { orderDetail } from './desk-orders.ts'

/** Absent fields stay; empty text removes a phone or note. */
export const orderContact = z.strictObject({
  name: z.optional(nameText(120, 'Please enter a name.')),
  email: z.optional(emailAddress('Please enter an email address.')),
  phone: z.optional(plainText(40, 'Must be text.').check(z.overwrite(readPhone))),
  notes: z.optional(plainText(2000, 'Must be text.').check(z.trim())),
})
export type OrderContact = z.output<typeof orderContact>

export const orderContacts = {
  change: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/orders/{id}/contact',
    summary:
      'Corrects the name, email, phone or note of an order’s customer; a corrected address gets the confirmation again.',
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({
      ...orderContact.shape,
      revision: z.int('Please open the order again.'),
    }),
    output: orderDetail,
  }),
}
