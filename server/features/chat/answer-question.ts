import type { Question } from '#contract/chat/chat.ts'
import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import {
  type Composed,
  escaped,
  type Farm,
  layOutMail,
  STYLE,
  signOf,
} from '#server/features/mail/mail-layout.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { type Sending, sendDue } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { closeQuestion, findQuestion } from './question-queries.ts'

/**
 * Answers a question, once: the reply goes to the chat it was asked in while that is open, and by
 * mail where an address was left. The address is forgotten with the question. `isShared`: from then on
 * the helper gives the reply to whoever asks the same.
 * @throws Refusal 'not-found', 'question-answered', 'card-number-in-text'
 */
export async function answerQuestion(
  shop: Shop,
  id: number,
  { reply, isShared = false }: { reply: string; isShared?: boolean | undefined },
): Promise<Question> {
  if (holdsCardNumber(reply))
    throw new Refusal(
      'card-number-in-text',
      'Please do not type card numbers here. Nothing was saved.',
      {
        field: 'reply',
      },
    )
  const answered = await write(shop.db, async (tx, emit) => {
    const closed = await closeQuestion(tx, id, { reply, isShared }, shop.now())
    if (!closed) throw await refusalOf(await findQuestion(tx, id), id)
    const mail = { queue: 'replies', kind: 'reply', question_id: id } as const
    if (closed.email) await queueMails(tx, [{ ...mail, recipient: closed.email }], shop.now())
    const change = {
      action: 'answered',
      subject: `question:${id}`,
      before: null,
      after: { reply, ...(isShared ? { isShared } : {}) },
    } as const
    await recordChange(tx, change, shop.now())
    emit({ kind: 'questions', ...(isShared ? { isOfReplies: true } : {}) })
    emit({
      kind: 'chat-reply',
      sessionId: closed.session_id,
      message: composeReply(closed.text, reply),
    })
    return findQuestion(tx, id)
  })
  if (!answered) throw refusalOf(null, id)
  if (answered.mail) shop.later('send replies', () => sendReplies(shop))
  return answered
}

const MAX_QUOTE_LENGTH = 80

function composeReply(question: string, reply: string): string {
  const quote =
    question.length > MAX_QUOTE_LENGTH ? `${question.slice(0, MAX_QUOTE_LENGTH)}…` : question
  return `The farmer’s answer to “${quote}”: ${reply}`
}

function refusalOf(question: Question | null, id: number): Refusal {
  return question
    ? new Refusal(
        'question-answered',
        'This question was already answered. Nothing was sent again.',
      )
    : new Refusal('not-found', `There is no question #${id}.`)
}

export function sendReplies(shop: Shop): Promise<void> {
  return sendDue(shop, REPLIES)
}

const REPLIES: Sending = {
  queue: 'replies',
  what: 'send a reply',
  maxAtOnce: 50,
  maxRound: 10_000,
  compose: async (db, { question_id, recipient }, farm) => {
    const question = question_id === null ? null : await findQuestion(db, question_id)
    if (!question?.reply) return null
    return { to: recipient, ...composeReplyMail(question.reply, farm) }
  },
}

/** Without the visitor's own words: anyone may leave anyone's address. */
function composeReplyMail(reply: string, farm: Farm): Composed {
  const sign = signOf(farm.settings)
  const opening =
    'You asked our farm helper something it could not answer. Here is what the farmer says:'
  const html = layOutMail(
    'An answer from the farm',
    [
      `<p style="${STYLE.text}">${escaped(opening)}</p>`,
      ...reply
        .split(/\n{2,}/)
        .map((part) => `<p style="${STYLE.text}">${escaped(part).replaceAll('\n', '<br>')}</p>`),
      `<p style="${STYLE.small}">${escaped(sign)}</p>`,
    ],
    farm,
  )
  return { subject: 'An answer from the farm', text: `${opening}\n\n${reply}\n\n${sign}\n`, html }
}
