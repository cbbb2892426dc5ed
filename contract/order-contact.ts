import { z } from 'zod/mini'
import { orderDetail } from './desk-orders.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, idInPath, plainText, requiredText } from './shapes.ts'

/** Empty text takes it away. */
function maybeText(longest: number) {
  return z.optional(plainText(longest, 'Must be text.').check(z.trim()))
}

/** What is absent stays as it is. */
export const orderContact = z.strictObject({
  name: z.optional(requiredText(120, 'Please enter a name.')),
  email: z.optional(emailAddress('Please enter an email address.')),
  phone: maybeText(40),
  notes: maybeText(2000),
})
export type OrderContact = z.output<typeof orderContact>

export const orderContacts = {
  change: endpoint({
    method: 'PUT',
    path: '/api/orders/{id}/contact',
    access: 'admin',
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
