import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { importedPeople, importOfPeople, MAX_LIST } from '../mail/people-import.ts'
import { byId, id, instant, optionalText } from '../shapes.ts'
import { order } from './orders.ts'

/** Whoever ordered by one email address, or without one by one phone number; amounts in dollars. */
const customer = z.object({
  /** Their latest order, which stands for them; null for one of a file, who never ordered here. */
  id: z.nullable(id),
  name: z.string(),
  /** Empty if unknown. */
  email: z.string(),
  phone: z.nullable(z.string()),
  /** Without canceled orders, like everything below. */
  orders: z.int(),
  spent: z.number(),
  owes: z.number(),
  /** YYYY-MM-DD of the next market day, and of the latest one. */
  nextDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  noShows: z.int(),
})
export type Customer = z.output<typeof customer>

const note = optionalText(2000)

/** What a customer takes in most orders: so many units, in `orders` of the `of` latest. */
const usualGood = z.object({
  productId: id,
  name: z.string(),
  units: z.int(),
  orders: z.int(),
  of: z.int(),
})
export type UsualGood = z.output<typeof usualGood>

const customerDetail = z.object({
  ...customer.shape,
  id,
  since: instant,
  note: z.nullable(z.string()),
  /** Whether the farmer merged several addresses or numbers into one customer. */
  isMerged: z.boolean(),
  usual: z.array(usualGood),
  /** Latest first, at most 50. */
  history: z.array(order),
})
export type CustomerDetail = z.output<typeof customerDetail>

export const customers = {
  find: deskEndpoint('never', 'GET /api/customers', {
    summary:
      'Customers by the beginnings of words of their name, email or phone; the latest first.',
    query: z.strictObject({
      text: optionalText(100).check(z.describe('How words of a name, email or phone number begin')),
    }),
    output: z.array(customer),
  }),
  import: deskEndpoint('never', 'POST /api/customers/import', {
    summary:
      'Reports row by row whom a CSV of names, phones, emails and notes would add; `apply` adds them, all or nothing unless `skipRefused`.',
    body: importOfPeople,
    output: importedPeople,
    longestBody: MAX_LIST,
  }),
  forget: deskEndpoint('never', 'DELETE /api/customers', {
    summary: 'Erases someone whom a file brought and who never ordered here, by email or phone.',
    query: z.strictObject({
      email: optionalText(254).check(z.describe('Theirs')),
      phone: optionalText(40).check(z.describe('Theirs')),
    }),
  }),
  show: deskEndpoint('never', 'GET /api/customers/{id}', {
    summary: 'The customer of an order, with what they usually take and their orders.',
    params: byId,
    output: customerDetail,
  }),
  changeNote: deskEndpoint('never', 'PUT /api/customers/{id}/note', {
    summary: 'Sets the farm’s note about the customer of an order, which no buyer reads.',
    params: byId,
    body: z.strictObject({ note, base: z.optional(z.strictObject({ note })) }),
    output: customerDetail,
  }),
  merge: deskEndpoint('never', 'POST /api/customers/{id}/merge', {
    summary:
      'Says that the customers of two orders are one, or with null that each address and number is one again; their orders stay as they are.',
    params: byId,
    body: z.strictObject({ with: z.nullable(id) }),
    output: customerDetail,
  }),
  erase: deskEndpoint('never', 'DELETE /api/customers/{id}', {
    summary:
      'Erases the customer of an order from each of their orders that no longer needs them, and the note with the last one; says which orders still do.',
    params: byId,
    output: z.object({
      erased: z.array(id),
      kept: z.array(z.object({ id, message: z.string() })),
    }),
  }),
}
