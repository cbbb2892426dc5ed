import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { byId, calendarDay, emailAddress, id, instant, requiredText } from '../shapes.ts'

export const MAX_LETTER_LENGTH = 20_000

/**
 * Blank lines separate paragraphs, `# ` starts a heading, `- ` a list item, URLs become links, and
 * a line in the format of `letter-picture.ts` shows a product's picture.
 */
const written = {
  subject: requiredText(150, 'Please enter a subject.'),
  body: requiredText(MAX_LETTER_LENGTH, 'Please write something.'),
}
export const letterText = z.strictObject(written)
export type LetterText = z.output<typeof letterText>

const letter = z.object({
  id,
  subject: z.string(),
  body: z.string(),
  begunAt: instant,
  /** Null while some of its mails are waiting. */
  doneAt: z.nullable(instant),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  skipped: z.int(),
})
export type SentLetter = z.output<typeof letter>

const key = z
  .string()
  .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'Must be a UUID.'))

const time = z
  .string('Please enter a time.')
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time.'))

export const PLAN_FIELDS = {
  day: { kind: 'day', label: 'Day', shape: calendarDay },
  time: { kind: 'time', label: 'Time', shape: time },
  subject: { kind: 'line', label: 'Subject', longest: 150, shape: written.subject },
  body: {
    kind: 'text',
    label: 'Message',
    longest: MAX_LETTER_LENGTH,
    formatNewer: () => 'another one',
    shape: written.body,
  },
} as const satisfies Fields

const plan = z.object({
  id,
  key: z.string(),
  subject: z.string(),
  body: z.string(),
  day: z.string(),
  time: z.string(),
  dueAt: instant,
  /** Its time has passed; too late to send without asking. */
  isMissed: z.boolean(),
})
export type PlannedLetter = z.output<typeof plan>

export const planText = z.strictObject(shapesOf(PLAN_FIELDS))
export type PlanText = z.output<typeof planText>

const planChange = z.strictObject(changeShapes(PLAN_FIELDS))
export type PlanChange = z.output<typeof planChange>

export const letters = {
  list: deskEndpoint('never', 'GET /api/newsletter/letters', {
    summary:
      'The latest 20 newsletters, those planned, how many people would get one now, whether email is set up, and where a test can go.',
    output: z.object({
      subscribers: z.int(),
      mailConfigured: z.boolean(),
      testTo: z.string(),
      /** Printed at the bottom of each letter, which isn't sent without it. */
      postalAddress: z.string(),
      planned: z.array(plan),
      letters: z.array(letter),
    }),
  }),
  draft: deskEndpoint('never', 'GET /api/newsletter/draft', {
    summary: 'A draft newsletter about what is in stock now.',
    output: z.object({ subject: z.string(), body: z.string() }),
  }),
  preview: deskEndpoint('never', 'POST /api/newsletter/preview', {
    summary: 'A newsletter as its reader would see it; nothing is stored.',
    body: letterText,
    output: z.object({ html: z.string() }),
  }),
  test: deskEndpoint('never', 'POST /api/newsletter/test', {
    summary: 'Sends a test newsletter to one address right away.',
    body: z.strictObject({
      ...written,
      to: emailAddress('Please enter an address for the test.'),
    }),
  }),
  send: deskEndpoint('never', 'POST /api/newsletter/letters', {
    summary: 'Sends a newsletter to every subscriber; the same key is the same newsletter.',
    body: z.strictObject({ ...written, key }),
    output: letter,
  }),
  plan: deskEndpoint('never', 'POST /api/newsletter/plans', {
    summary: 'Plans a newsletter for a day and time of the farm’s clock.',
    body: z.strictObject({ ...planText.shape, key }),
    output: plan,
    status: 201,
  }),
  changePlan: deskEndpoint('never', 'PUT /api/newsletter/plans/{id}', {
    summary: 'Changes a planned newsletter that has not left.',
    params: byId,
    body: planChange,
    output: plan,
  }),
  takeBack: deskEndpoint('never', 'DELETE /api/newsletter/plans/{id}', {
    summary: 'Takes back a planned newsletter that has not left.',
    params: byId,
  }),
}
