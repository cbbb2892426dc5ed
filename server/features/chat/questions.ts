import type { Selectable } from 'kysely'
import type { Question } from '#contract/chat/chat.ts'
import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { networkCounts } from '#server/core/networks.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import {
  type Composed,
  escaped,
  type Farm,
  layOutMail,
  STYLE,
  signOf,
} from '#server/features/mail/mail-layout.ts'
import { notifyFarm, queueMails } from '#server/features/mail/outbox.ts'
import { sender } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { lineOf, tokenize } from './words.ts'

export async function listQuestions(db: Db, most: number): Promise<Question[]> {
  const rows = await questionsWithMail(db)
    .orderBy((row) => row.case().when('answered_at', 'is', null).then(0).else(1).end())
    .orderBy('asked_at', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toQuestion)
}

async function findQuestion(db: Db, id: number): Promise<Question | null> {
  const row = await questionsWithMail(db).where('questions.id', '=', id).executeTakeFirst()
  return row ? toQuestion(row) : null
}

function questionsWithMail(db: Db) {
  return db
    .selectFrom('questions')
    .leftJoin('outbox', 'outbox.question_id', 'questions.id')
    .select(['questions.id', 'text', 'asked_at as askedAt', 'email', 'reply'])
    .select(['answered_at as answeredAt', 'is_shared as isShared'])
    .select(['recipient', 'sent_at', 'given_up_at'])
}

type RowWithMail = Awaited<ReturnType<ReturnType<typeof questionsWithMail>['execute']>>[number]

function toQuestion({ recipient, sent_at, given_up_at, ...row }: RowWithMail): Question {
  const state = sent_at ? 'sent' : given_up_at ? 'given-up' : 'waiting'
  return { ...row, email: row.email ?? recipient, mail: recipient ? state : null }
}

export function readOpenQuestions(db: Db): Promise<{ waiting: number; since: string | null }> {
  return db
    .selectFrom('questions')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('asked_at').as('since')])
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
}

export async function listSharedReplies(db: Db): Promise<{ text: string; reply: string }[]> {
  const shared = db.selectFrom('questions').select(['text', 'reply']).where('is_shared', '=', true)
  return (await shared.orderBy('id').execute()).map(({ text, reply }) => ({
    text,
    reply: reply ?? '',
  }))
}

/** Per chat, per address and hour, for all visitors per hour, and overall. */
export const MAX_QUESTIONS = { ofChat: 8, ofAddress: 5, inAnHour: 60, inAll: 1000 } as const

type QuestionSource = { sessionId: string; address: string | null }

/** Stores a chat's repeated question once. False when there is no room for it. */
export async function takeQuestion(
  db: Db,
  question: QuestionSource & { text: string; email: string | null },
  now: Date,
): Promise<boolean> {
  const { sessionId, text, email, address } = question
  const key = lineOf(tokenize(text)).slice(0, 200)
  const same = db.selectFrom('questions').select('id').where('session_id', '=', sessionId)
  if (await same.where('text_key', '=', key).executeTakeFirst()) {
    if (email) await takeAddress(db, sessionId, email)
    return true
  }
  // Checked before the write too, so a flood can't block other writers.
  if (!(await hasRoom(db, question, now))) return false
  return write(db, async (tx, emit) => {
    const room = await hasRoom(tx, question, now)
    if (!room || (room === 'full' && !(await deleteLeastMissed(tx)))) return false
    const inserted = await tx
      .insertInto('questions')
      .values({
        session_id: sessionId,
        text,
        text_key: key,
        email,
        address_key: address,
        asked_at: now.toISOString(),
        answered_at: null,
        reply: null,
      })
      .onConflict((known) => known.doNothing())
      .returning('id as questionId')
      .executeTakeFirst()
    if (inserted) await notifyFarm(tx, { kind: 'question', ...inserted }, now)
    emit({ kind: 'questions' })
    return true
  })
}

export async function takeAddress(db: Db, sessionId: string, email: string): Promise<boolean> {
  return write(db, async (tx, emit) => {
    const open = tx.updateTable('questions').set({ email }).where('session_id', '=', sessionId)
    const { numUpdatedRows } = await open.where('answered_at', 'is', null).executeTakeFirst()
    if (numUpdatedRows > 0n) emit({ kind: 'questions' })
    return numUpdatedRows > 0n
  })
}

async function hasRoom(
  db: Db,
  { sessionId, address }: QuestionSource,
  now: Date,
): Promise<false | 'room' | 'full'> {
  const questions = db.selectFrom('questions')
  const { all, ofChat } = await questions
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('session_id', '=', sessionId).as('ofChat'),
    ])
    .executeTakeFirstOrThrow()
  const since = new Date(now.getTime() - HOUR).toISOString()
  const asked = await questions.select('address_key').where('asked_at', '>', since).execute()
  const recent = asked.map(({ address_key }) => address_key)
  const around =
    address === null ? 0 : networkCounts(recent.map((one) => one ?? '')).around(address)
  const ofAddress = recent.filter((one) => one !== null && one === address).length
  if (ofChat >= MAX_QUESTIONS.ofChat || ofAddress >= MAX_QUESTIONS.ofAddress) return false
  // What a network has taken counts again for each of its own, leaving others their share.
  if (recent.length + around >= MAX_QUESTIONS.inAnHour) return false
  return all < MAX_QUESTIONS.inAll ? 'room' : 'full'
}

export async function deleteLeastMissed(tx: Db): Promise<boolean> {
  const oldest = tx.selectFrom('questions').select(['id', 'address_key']).orderBy('asked_at')
  const answered = await oldest
    .where('answered_at', 'is not', null)
    .where('is_shared', '=', false)
    .limit(1)
    .executeTakeFirst()
  const open = answered
    ? []
    : await oldest.where('email', 'is', null).where('answered_at', 'is', null).execute()
  const fullest = networkCounts(open.map(({ address_key }) => address_key ?? '')).fullest()
  const least = answered ?? open.find(({ address_key }) => (address_key ?? '') === fullest)
  if (least) await tx.deleteFrom('questions').where('id', '=', least.id).execute()
  return least !== undefined
}

/** The history records that there was a question, but not its text. @throws Refusal 'not-found' */
export async function removeQuestion(db: Db, id: number, now: Date): Promise<void> {
  if ((await removeQuestions(db, [id], now)) === 0) noSuch(`question #${id}`)
}

export async function removeQuestions(db: Db, ids: readonly number[], now: Date): Promise<number> {
  return write(db, async (tx, emit) => {
    const rows = tx.deleteFrom('questions').where('id', 'in', ids)
    const removed = await rows.returning(['id', 'asked_at', 'is_shared']).execute()
    for (const { id, asked_at: askedAt } of removed) {
      const subject = `question:${id}` as const
      await recordChange(tx, { action: 'deleted', subject, before: { askedAt }, after: null }, now)
    }
    const isOfReplies = removed.some(({ is_shared }) => is_shared)
    if (removed.length > 0) emit({ kind: 'questions', ...(isOfReplies ? { isOfReplies } : {}) })
    return removed.length
  })
}

/** Half a year after the answer, or a year after asking, unless shared; the origin after a day. */
export async function forgetQuestions({ db, now }: Shop): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY).toISOString()
  await write(db, async (tx) => {
    const own = tx.deleteFrom('questions').where('is_shared', '=', false)
    await own.where('answered_at', '<', before(180)).execute()
    await own.where('asked_at', '<', before(365)).execute()
    const origins = tx.updateTable('questions').set({ address_key: null })
    await origins.where('address_key', 'is not', null).where('asked_at', '<', before(1)).execute()
  })
}

/**
 * Answers a question, once: in its chat while that is open, and by mail if an address was left. The
 * address is deleted with the question. `isShared`: the helper then gives the reply to anyone who
 * asks the same.
 * @throws Refusal 'not-found', 'question-answered', 'card-number-in-text'
 */
export async function answerQuestion(
  shop: Shop,
  id: number,
  { reply, isShared = false }: { reply: string; isShared?: boolean | undefined },
): Promise<Question> {
  if (holdsCardNumber(reply)) {
    const message = 'Please don’t type card numbers here. Nothing was saved.'
    throw new Refusal('card-number-in-text', message, { field: 'reply' })
  }
  const answered = await write(shop.db, async (tx, emit) => {
    const now = shop.now()
    const question = await closeQuestion(tx, id, { reply, isShared }, now)
    if (question.email) {
      const mail = { kind: 'reply', question_id: id } as const
      await queueMails(tx, [{ ...mail, recipient: question.email }], now)
    }
    const after = { reply, ...(isShared ? { isShared } : {}) }
    await recordChange(tx, { action: 'answered', subject: `question:${id}`, after }, now)
    emit({ kind: 'questions', ...(isShared ? { isOfReplies: true } : {}) })
    const message = composeReply(question.text, reply)
    emit({ kind: 'chat-reply', sessionId: question.session_id, message })
    return (await findQuestion(tx, id)) ?? noSuch(`question #${id}`)
  })
  if (answered.mail) shop.later('send replies', () => sendReplies(shop))
  return answered
}

/** Returns it as it was, with its address. @throws Refusal 'not-found', 'question-answered' */
async function closeQuestion(
  tx: Db,
  id: number,
  reply: { reply: string; isShared: boolean },
  at: Date,
): Promise<Selectable<Tables['questions']>> {
  const own = tx.selectFrom('questions').selectAll().where('id', '=', id)
  const before = (await own.forUpdate().executeTakeFirst()) ?? noSuch(`question #${id}`)
  const said = 'This question was already answered. Nothing was sent again.'
  if (before.answered_at) throw new Refusal('question-answered', said)
  const answered_at = at.toISOString()
  await tx
    .updateTable('questions')
    .set({ reply: reply.reply, is_shared: reply.isShared, answered_at, email: null })
    .where('id', '=', id)
    .execute()
  return before
}

const MAX_QUOTE_LENGTH = 80

function composeReply(question: string, reply: string): string {
  const quote =
    question.length > MAX_QUOTE_LENGTH ? `${question.slice(0, MAX_QUOTE_LENGTH)}…` : question
  return `The farmer’s answer to “${quote}”: ${reply}`
}

export const sendReplies = sender({
  queue: 'replies',
  what: 'send a reply',
  maxRound: 10_000,
  compose: async (db, { question_id, recipient }, farm) => {
    const question = question_id === null ? null : await findQuestion(db, question_id)
    if (!question?.reply) return null
    return { to: recipient, ...composeReplyMail(question.reply, farm) }
  },
})

/** Leaves out the visitor's words: anyone can enter anyone's address. */
function composeReplyMail(reply: string, farm: Farm): Composed {
  const sign = signOf(farm.settings)
  const opening =
    'You asked our farm helper something it couldn’t answer. Here’s what the farmer says:'
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
