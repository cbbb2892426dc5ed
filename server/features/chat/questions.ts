import { fold } from '#contract/chat/word-forms.ts'
import { recordChange } from '#server/core/audit.ts'
import { networkCounts } from '#server/core/networks.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { notifyFarm } from '#server/features/mail/outbox.ts'
import type { Shop } from '#server/shop.ts'
import {
  countQuestions,
  deleteLeastMissed,
  deleteOldQuestions,
  deleteQuestionRows,
  forgetAddresses,
  insertQuestion,
  isKnownQuestion,
  leaveAddress,
  type QuestionSource,
} from './question-queries.ts'

const HOUR = 60 * 60_000

/** Of one chat, of one address in an hour, of all visitors in an hour, and in all. */
export const MAX_QUESTIONS = { ofChat: 8, ofAddress: 5, inAnHour: 60, inAll: 1000 } as const

type Taken = QuestionSource & { text: string; email: string | null }

/** The same question of a chat is stored once. False when there is no room for it. */
export async function takeQuestion(db: Db, question: Taken, now: Date): Promise<boolean> {
  const { sessionId, text, email } = question
  const key = keyOf(text)
  if (await isKnownQuestion(db, { sessionId, key })) {
    if (email) await takeAddress(db, sessionId, email)
    return true
  }
  // Asked before writing as well: a flood must not keep others from writing.
  if (!(await hasRoom(db, question, now))) return false
  return write(db, async (tx, emit) => {
    const room = await hasRoom(tx, question, now)
    if (!room || (room === 'full' && !(await deleteLeastMissed(tx)))) return false
    const questionId = await insertQuestion(tx, { ...question, key }, now)
    if (questionId) await notifyFarm(tx, { kind: 'question', questionId }, now)
    emit({ kind: 'questions' })
    return true
  })
}

export async function takeAddress(db: Db, sessionId: string, email: string): Promise<boolean> {
  return write(db, async (tx, emit) => {
    const left = await leaveAddress(tx, sessionId, email)
    if (left) emit({ kind: 'questions' })
    return left
  })
}

async function hasRoom(
  db: Db,
  { sessionId, address }: QuestionSource,
  now: Date,
): Promise<false | 'room' | 'full'> {
  const since = new Date(now.getTime() - HOUR).toISOString()
  const { all, ofChat, recent } = await countQuestions(db, sessionId, since)
  const around =
    address === null ? 0 : networkCounts(recent.map((one) => one ?? '')).around(address)
  const ofAddress = recent.filter((one) => one !== null && one === address).length
  // What a network takes counts once more for each of its own: it leaves as much to others.
  if (ofChat >= MAX_QUESTIONS.ofChat || recent.length + around >= MAX_QUESTIONS.inAnHour)
    return false
  if (ofAddress >= MAX_QUESTIONS.ofAddress) return false
  return all < MAX_QUESTIONS.inAll ? 'room' : 'full'
}

function keyOf(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

/** The history holds that there was one, and not its text. @throws Refusal 'not-found' */
export async function removeQuestion(db: Db, id: number, now: Date): Promise<void> {
  if ((await removeQuestions(db, [id], now)) === 0)
    throw new Refusal('not-found', `There is no question #${id}.`)
}

export async function removeQuestions(db: Db, ids: readonly number[], now: Date): Promise<number> {
  return write(db, async (tx, emit) => {
    const removed = await deleteQuestionRows(tx, ids)
    for (const { id, asked_at } of removed) {
      const before = { askedAt: asked_at }
      await recordChange(
        tx,
        { action: 'deleted', subject: `question:${id}`, before, after: null },
        now,
      )
    }
    const isOfReplies = removed.some(({ is_shared }) => is_shared)
    if (removed.length > 0) emit({ kind: 'questions', ...(isOfReplies ? { isOfReplies } : {}) })
    return removed.length
  })
}

const DAY = 24 * 60 * 60_000

/** How long a question is kept once it is answered, and when nobody answers it; in milliseconds. */
const ANSWERED_FOR = 180 * DAY
const OPEN_FOR = 365 * DAY

/** Questions go half a year after their answer or after a year, but for shared ones; their origin after a day. */
export async function forgetQuestions({ db, now }: Shop): Promise<void> {
  const before = {
    answered: new Date(now().getTime() - ANSWERED_FOR),
    requested: new Date(now().getTime() - OPEN_FOR),
  }
  await write(db, async (tx) => {
    await deleteOldQuestions(tx, before)
    await forgetAddresses(tx, new Date(now().getTime() - DAY))
  })
}
