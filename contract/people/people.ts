import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { byId, id, instant, nameText, optionalName } from '../shapes.ts'

export const LINK_HOURS = 24

export const DEVICE_DAYS = 90

const MAX_PERSON_NAME = 40
const MAX_DEVICE_LABEL = 40

const device = z.object({
  id,
  label: z.string(),
  linkedAt: instant,
  heardAt: instant,
  expiresAt: instant,
})
export type LinkedDevice = z.output<typeof device>

const person = z.object({
  id,
  name: z.string(),
  role: z.enum(['farmer', 'helper']),
  devices: z.array(device),
  linkUntil: z.nullable(instant),
})
export type PersonAtWork = z.output<typeof person>

export const personDraft = z.strictObject({
  name: nameText(MAX_PERSON_NAME, 'Please enter a name.'),
})
export type PersonDraft = z.output<typeof personDraft>

const link = z.object({
  /** The secret comes after the `#`, so browsers never send it and no log has it. */
  url: z.string(),
  until: instant,
})
export type DeviceLink = z.output<typeof link>

export const people = {
  list: deskEndpoint('never', 'GET /api/people', {
    summary: 'The farmer and the helpers, each with their linked phones.',
    output: z.array(person),
  }),
  add: deskEndpoint('if-kept', 'POST /api/people', {
    summary: 'Adds a helper, who comes in by a link.',
    body: personDraft,
    output: person,
    status: 201,
  }),
  rename: deskEndpoint('never', 'PUT /api/people/{id}', {
    summary: 'Renames the farmer or a helper.',
    params: byId,
    body: personDraft,
    output: person,
  }),
  end: deskEndpoint('if-kept', 'DELETE /api/people/{id}', {
    summary: 'Ends a helper’s access at once, on every phone; the history keeps the name.',
    params: byId,
  }),
  makeLink: deskEndpoint('if-kept', 'POST /api/people/{id}/links', {
    summary: `Makes a link for one of a helper’s phones, good once within ${LINK_HOURS} hours; an unused earlier one ends.`,
    params: byId,
    output: link,
    status: 201,
  }),
  renameDevice: deskEndpoint('never', 'PUT /api/devices/{id}', {
    summary: 'Renames a linked phone.',
    params: byId,
    body: z.strictObject({
      label: nameText(MAX_DEVICE_LABEL, 'Please say what to call it.'),
    }),
    output: device,
  }),
  endDevice: deskEndpoint('if-kept', 'DELETE /api/devices/{id}', {
    summary: 'Ends the access of one linked phone at once.',
    params: byId,
  }),
  linkDevice: publicEndpoint('POST /api/devices', {
    summary: 'Links this phone to a helper, by the secret of an unused link.',
    body: z.strictObject({
      secret: z
        .string('Please paste the whole link.')
        .check(z.regex(/^[\w-]{43}$/, 'Please paste the whole link.')),
      label: optionalName(MAX_DEVICE_LABEL),
    }),
    output: z.object({ name: z.string() }),
    status: 201,
  }),
}

const IN_LINK = /#link\/([\w-]{43})$/

/** From a link opened or pasted, whole or only from the `#` on; else null. */
export function secretInLink(text: string): string | null {
  return IN_LINK.exec(text.trim())?.[1] ?? null
}

export function linkFor(origin: string, secret: string): string {
  return `${origin}/admin#link/${secret}`
}
