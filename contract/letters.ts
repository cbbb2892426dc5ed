import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emailAddress, id, instant, requiredText } from './shapes.ts'

/** A letter as it is written: blank lines part paragraphs, `# ` begins a heading, `- ` a line of a list, addresses become links. */
const written = {
  subject: requiredText(150, 'Please enter a subject.'),
  body: requiredText(20_000, 'Please write something.'),
}
export const letterText = z.strictObject(written)
export type LetterText = z.output<typeof letterText>

const letter = z.object({
  id,
  subject: z.string(),
  body: z.string(),
  begunAt: instant,
  /** Null while mails of it wait. */
  doneAt: z.nullable(instant),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  skipped: z.int(),
})
export type SentLetter = z.output<typeof letter>

const testLetter = z.strictObject({
  ...written,
  to: emailAddress('Please enter an address for the test.'),
})

export const letters = {
  list: endpoint({
    method: 'GET',
    path: '/api/newsletter/letters',
    access: 'admin',
    summary:
      'The latest 20 newsletters, how many people would get one now, whether email is set up, and where a test can go.',
    output: z.object({
      subscribers: z.int(),
      mailConfigured: z.boolean(),
      testTo: z.string(),
      letters: z.array(letter),
    }),
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/newsletter/draft',
    access: 'admin',
    summary: 'A draft newsletter about what is in stock now.',
    output: z.object({ subject: z.string(), body: z.string() }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/newsletter/preview',
    access: 'admin',
    summary: 'A newsletter as its reader would see it; nothing is stored.',
    body: letterText,
    output: z.object({ html: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/newsletter/test',
    access: 'admin',
    summary: 'Sends a test newsletter to one address right away.',
    body: testLetter,
    output: z.undefined(),
    status: 204,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/newsletter/letters',
    access: 'admin',
    summary: 'Sends a newsletter to every subscriber; the same key is the same newsletter.',
    body: z.strictObject({
      ...written,
      key: z
        .string()
        .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'Must be a UUID.')),
    }),
    output: letter,
  }),
}
