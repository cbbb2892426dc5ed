import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { holdsCardNumber } from '../money/card-numbers.ts'
import { byId, id, instant, requiredText } from '../shapes.ts'

export const MAX_CHAT_TEXT_LENGTH = 500

/** Specification, section 4. */
export const SESSION_ID_LENGTH = 21
const SESSION_ID = /^[A-Za-z0-9_-]{21}$/

const text = requiredText(MAX_CHAT_TEXT_LENGTH, 'Please write a question.')
const sessionId = z.string('Please send a session id.').check(
  z.regex(SESSION_ID, 'A session id is 21 letters, digits, hyphens or underscores.'),
  // Stored with questions, so it must not hold a card number either.
  z.refine((id) => !holdsCardNumber(id), 'Please choose another session id.'),
)

export const chatFrame = z.strictObject({ type: z.literal('chat'), text, sessionId })

/** `isShared`: everyone who asks the same gets this reply. `mail`: null if no address was left. */
const question = z.object({
  id,
  text: z.string(),
  askedAt: instant,
  email: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
  reply: z.nullable(z.string()),
  isShared: z.boolean(),
  mail: z.nullable(z.enum(['waiting', 'sent', 'given-up'])),
})
export type Question = z.output<typeof question>

export const MAX_REPLY_LENGTH = 2000

export const MAX_REMOVALS = 300

const reply = requiredText(MAX_REPLY_LENGTH, 'Please write a reply.')

export const chat = {
  message: publicEndpoint('POST /api/chat/message', {
    summary: 'Asks the farm helper; it answers from what the shop knows right now.',
    body: z.strictObject({ message: text, sessionId }),
    output: z.object({ message: z.string() }),
  }),
  questions: deskEndpoint('never', 'GET /api/questions', {
    summary: 'Questions the helper could not answer: open ones first, newest first.',
    output: z.array(question),
  }),
  reply: deskEndpoint('never', 'POST /api/questions/{id}/reply', {
    summary: 'Answers a question once: in the open chat, and by email if an address was left.',
    params: byId,
    body: z.strictObject({ reply, isShared: z.optional(z.boolean()) }),
    output: question,
  }),
  removeQuestions: deskEndpoint('never', 'POST /api/questions/removals', {
    summary: 'Removes many questions at once; those already gone are not counted.',
    body: z.strictObject({
      ids: z
        .array(id, 'Please choose questions.')
        .check(
          z.minLength(1, 'Please choose a question.'),
          z.maxLength(MAX_REMOVALS, `At most ${MAX_REMOVALS} at once.`),
        ),
    }),
    output: z.object({ removed: z.int() }),
  }),
  removeQuestion: deskEndpoint('never', 'DELETE /api/questions/{id}', {
    summary: 'Removes a question.',
    params: byId,
  }),
}
