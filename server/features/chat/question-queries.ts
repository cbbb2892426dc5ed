import type { Selectable } from 'kysely'
import type { Question } from '#contract/chat/chat.ts'
import { networkCounts } from '#server/core/networks.ts'
import type { QuestionsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'

type QuestionRow = Selectable<QuestionsTable>

export async function listQuestionRows(db: Db, most: number): Promise<Question[]> {
  const rows = await questionsWithMail(db)
    .orderBy((row) => row.case().when('answered_at', 'is', null).then(0).else(1).end())
    .orderBy('asked_at', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toQuestion)
}

export async function readOpenQuestions(
  db: Db,
): Promise<{ waiting: number; since: string | null }> {
  const { waiting, since } = await db
    .selectFrom('questions')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('asked_at').as('since')])
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), since }
}

/** What the farmer lets the helper tell everybody who asks the same. */
export async function listSharedReplies(db: Db): Promise<{ text: string; reply: string }[]> {
  const rows = await db
    .selectFrom('questions')
    .select(['text', 'reply'])
    .where('is_shared', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ text, reply }) => ({ text, reply: reply ?? '' }))
}

export async function findQuestion(db: Db, id: number): Promise<Question | null> {
  const row = await questionsWithMail(db).where('questions.id', '=', id).executeTakeFirst()
  return row ? toQuestion(row) : null
}

function questionsWithMail(db: Db) {
  return db
    .selectFrom('questions')
    .leftJoin('outbox', 'outbox.question_id', 'questions.id')
    .select([
      'questions.id',
      'text',
      'asked_at',
      'email',
      'answered_at',
      'reply',
      'is_shared',
      'recipient',
      'sent_at',
      'given_up_at',
    ])
}

type RowWithMail = Pick<
  QuestionRow,
  'id' | 'text' | 'asked_at' | 'email' | 'answered_at' | 'reply' | 'is_shared'
> & {
  [K in 'recipient' | 'sent_at' | 'given_up_at']: string | null
}

function toQuestion(row: RowWithMail): Question {
  const { id, text, reply, asked_at: askedAt, answered_at: answeredAt } = row
  const state = row.sent_at ? 'sent' : row.given_up_at ? 'given-up' : 'waiting'
  return {
    id,
    text,
    askedAt,
    email: row.email ?? row.recipient,
    answeredAt,
    reply,
    isShared: row.is_shared,
    mail: row.recipient ? state : null,
  }
}

export async function isKnownQuestion(
  db: Db,
  { sessionId, key }: { sessionId: string; key: string },
): Promise<boolean> {
  const same = db
    .selectFrom('questions')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('text_key', '=', key)
  return (await same.executeTakeFirst()) !== undefined
}

/** How many there are, of one chat and in all, and from which addresses some were asked since. */
export async function countQuestions(db: Db, sessionId: string, since: string) {
  const { all, ofChat } = await db
    .selectFrom('questions')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('session_id', '=', sessionId).as('ofChat'),
    ])
    .executeTakeFirstOrThrow()
  const asked = db.selectFrom('questions').select('address_key').where('asked_at', '>', since)
  const recent = (await asked.execute()).map(({ address_key }) => address_key)
  return { all: Number(all), ofChat: Number(ofChat), recent }
}

/** The chat that asks, and the address it comes from; null where nobody counts addresses. */
export type QuestionSource = { sessionId: string; address: string | null }

type NewQuestion = QuestionSource & { text: string; key: string; email: string | null }

/** Answers its number; null where the chat asked it before. */
export async function insertQuestion(
  tx: Db,
  question: NewQuestion,
  at: Date,
): Promise<number | null> {
  const { sessionId, text, key, email, address } = question
  const row = {
    session_id: sessionId,
    text,
    text_key: key,
    email,
    asked_at: at.toISOString(),
    address_key: address,
  }
  const inserted = await tx
    .insertInto('questions')
    .values({ ...row, answered_at: null, reply: null })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/**
 * The oldest answered one, else the oldest without an email address of the network that asked most;
 * false when there is neither.
 */
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

export async function leaveAddress(tx: Db, sessionId: string, email: string): Promise<boolean> {
  const open = tx.updateTable('questions').set({ email }).where('session_id', '=', sessionId)
  return (await open.where('answered_at', 'is', null).executeTakeFirst()).numUpdatedRows > 0n
}

/** Writes the reply of an open question; null when it is answered already or gone. */
export async function closeQuestion(
  tx: Db,
  id: number,
  { reply, isShared }: { reply: string; isShared: boolean },
  at: Date,
): Promise<QuestionRow | null> {
  const before = await tx
    .selectFrom('questions')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst()
  const closed = await tx
    .updateTable('questions')
    .set({ reply, is_shared: isShared, answered_at: at.toISOString(), email: null })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return closed && before ? { ...closed, email: before.email } : null
}

export async function deleteQuestionRows(
  tx: Db,
  ids: readonly number[],
): Promise<Pick<QuestionRow, 'id' | 'asked_at' | 'is_shared'>[]> {
  const rows = tx.deleteFrom('questions').where('id', 'in', ids)
  return rows.returning(['id', 'asked_at', 'is_shared']).execute()
}

export async function deleteOldQuestions(
  tx: Db,
  before: { answered: Date; requested: Date },
): Promise<void> {
  const own = tx.deleteFrom('questions').where('is_shared', '=', false)
  await own.where('answered_at', '<', before.answered.toISOString()).execute()
  await own.where('asked_at', '<', before.requested.toISOString()).execute()
}

export async function forgetAddresses(tx: Db, before: Date): Promise<void> {
  const known = tx
    .updateTable('questions')
    .set({ address_key: null })
    .where('address_key', 'is not', null)
  await known.where('asked_at', '<', before.toISOString()).execute()
}
